import { api } from '@campanero/contract';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCampaignPage, aCampaignRow } from '../../test/campaigns.ts';
import { aRunningLoad } from '../../test/loads.ts';
import { aSession } from '../../test/people.ts';
import { renderPage, renderPiece } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { fakeSocket } from '../../test/socket.ts';
import { untilAllAnswered } from '../../test/waiting.ts';
import { CampaignsPage } from './campaigns.tsx';

// The dialog's code is loaded once here: the first test to open it should not wait for the calendar.
beforeAll(async () => {
  await import('../../components/list/filter-dialog.tsx');
});

const openPage = (path: string, as = coordinator()) => renderPiece(<CampaignsPage />, { path, as });
const coordinator = () => aSession(['Coordinador']);

/** Every question the list has put to the server, oldest first. */
let asked: Record<string, string>[] = [];
const lastAsked = () => asked.at(-1);
const listing = (answer: (query: URLSearchParams) => ReturnType<typeof aCampaignPage>) =>
  reply(api.campaigns.list, ({ query }) => {
    asked.push(Object.fromEntries(query));
    return answer(query);
  });
const fortyEight = () =>
  listing((query) => {
    const page = Number(query.get('pageNumber') ?? 0);
    return aCampaignPage([aCampaignRow({ name: `Página ${page + 1}` })], 48, page);
  });

beforeEach(() => {
  asked = [];
  server.use(
    reply(api.configuration.objectives, [{ id: 1, name: 'Encuesta', disable: false, version: 0, states: [] }]),
    reply(api.users.list, [{ id: 9, name: 'Néstor Villalba' }]),
  );
});

describe('the list', () => {
  test('shows each campaign with its chip, dates of UTC-3 and how many there are', async () => {
    server.use(
      listing(() =>
        aCampaignPage(
          [
            aCampaignRow({
              id: 1291,
              name: 'Presupuesto Participativo',
              objectiveName: 'Invitación',
              external: 1,
              status: 'CARGANDO AUDIENCIA',
            }),
            aCampaignRow({ id: 1290, name: 'Reempadronamiento', status: 'AUDIENCIA PROCESADA' }),
          ],
          48,
        ),
      ),
    );
    renderPage('/campaigns', { as: coordinator() });
    await screen.findByText('Presupuesto Participativo');
    const row = screen.getByRole('row', { name: /Presupuesto Participativo/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual([
      '1291',
      'Presupuesto ParticipativoInvitación',
      // One above the other in a window as narrow as this one.
      'Carolina IbáñezExterna',
      '16-11-202611-12-2026',
      'PROCESANDO',
      // The row menu.
      '',
    ]);
    expect(screen.getByRole('row', { name: /Reempadronamiento/ }).textContent).toContain('PROCESADA');
    expect(screen.getByRole('button', { name: 'Todas 48', pressed: true })).toBeTruthy();
    expect(screen.getByText('1–10 de 48')).toBeTruthy();
    expect(document.title).toBe('Campañas · Campanero');
    expect(lastAsked()).toEqual({ pageNumber: '0', pageSize: '10' });
  });

  test('says why it is empty, and helps', async () => {
    server.use(listing(() => aCampaignPage([])));
    const { router, user } = openPage('/campaigns?status=PAUSADA&name=nada');
    expect(await screen.findByText('No se encontraron registros')).toBeTruthy();
    expect(screen.getByText('Hay 2 filtros activos.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Limpiar filtros' }));
    expect(await screen.findByText(/^Todavía no hay campañas a su alcance\./)).toBeTruthy();
    expect(router.state.location.search).toBe('');
  });

  test('says the catalogue’s sentence when it fails, and tries again', async () => {
    server.use(refuse(api.campaigns.list, 'BAD_REQUEST'));
    const { user } = openPage('/campaigns');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(
      'Hubo un fallo con el servidor. Por favor refresque la página e inténtelo de nuevo.',
    );
    server.use(listing(() => aCampaignPage([aCampaignRow({ name: 'Ya está' })])));
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Ya está')).toBeTruthy();
  });

  test('a status that changes elsewhere is shown without asking', async () => {
    let status: CampaignStatus = 'CARGANDO AUDIENCIA';
    server.use(
      listing(() => aCampaignPage([aCampaignRow({ id: 5, status })])),
      reply(api.loads.last, () => aRunningLoad()),
    );
    renderPage('/campaigns', { as: coordinator() });
    expect(await screen.findByText('PROCESANDO')).toBeTruthy();
    await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
    status = 'AUDIENCIA PROCESADA';
    fakeSocket.fire('campaign', { id: 5, status });
    expect(await screen.findByText('PROCESADA')).toBeTruthy();
  });
});

describe('the address', () => {
  test('holds page, size and order; Back goes back', async () => {
    server.use(fortyEight());
    const { router, user } = openPage('/campaigns');
    await screen.findByText('Página 1');

    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(await screen.findByText('Página 2')).toBeTruthy();
    expect(router.state.location.search).toBe('?pageNumber=1');
    expect(screen.getByText('11–20 de 48')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Objetivo' }));
    await screen.findByText('Página 1');
    expect(router.state.location.search).toBe('?orderbytitle=objectiveName&orderbytype=asc');
    expect(screen.getByRole('columnheader', { name: /Nombre/ }).getAttribute('aria-sort')).toBe('ascending');

    await router.navigate(-1);
    expect(await screen.findByText('Página 2')).toBeTruthy();
    await router.navigate(-1);
    expect(await screen.findByText('Página 1')).toBeTruthy();
    expect(router.state.location.search).toBe('');

    await user.click(screen.getByRole('button', { name: /Filas por página/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: '25' }));
    await waitFor(() => expect(lastAsked()).toEqual({ pageNumber: '0', pageSize: '25' }));
  });

  test('is read on opening, and invalid parameters count as absent', async () => {
    server.use(fortyEight());
    openPage('/campaigns?pageNumber=2&pageSize=33&status=EN+CURSO&id=abc&orderbytitle=clave&general=norte');
    await screen.findByText('Página 3');
    expect(lastAsked()).toEqual({ pageNumber: '2', pageSize: '10', status: 'EN CURSO', general: 'norte' });
    expect(screen.getByText('Estado: EN CURSO')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('norte');
  });

  test('a page beyond the end becomes the last one', async () => {
    server.use(
      listing((query) =>
        query.get('pageNumber') === '4'
          ? aCampaignPage([aCampaignRow({ name: 'La última' })], 48, 4)
          : aCampaignPage([], 48, 99),
      ),
    );
    const { router } = openPage('/campaigns?pageNumber=99');
    expect(await screen.findByText('La última')).toBeTruthy();
    expect(router.state.location.search).toBe('?pageNumber=4');
  });

  test('typing searches once it pauses, from the first page; a late answer never covers a newer one', async () => {
    const { promise: slow, resolve: answerSlowOne } = Promise.withResolvers<void>();
    const { promise: slowAnswered, resolve: afterSlowOne } = Promise.withResolvers<void>();
    server.use(
      reply(api.campaigns.list, async ({ query }) => {
        asked.push(Object.fromEntries(query));
        const general = query.get('general') ?? 'nada';
        if (general === 'len') await slow.then(() => setTimeout(afterSlowOne));
        return aCampaignPage([aCampaignRow({ name: `Busqué ${general}` })], 48);
      }),
    );
    const { router, user } = openPage('/campaigns?pageNumber=3');
    await screen.findByText('Busqué nada');
    const box = screen.getByRole('searchbox', { name: 'Buscar por nombre o número' });
    await user.type(box, 'len');
    await waitFor(() => expect(lastAsked()).toMatchObject({ general: 'len', pageNumber: '0' }));
    expect(asked.filter((query) => 'general' in query)).toHaveLength(1);

    await user.type(box, 'to');
    expect(await screen.findByText('Busqué lento')).toBeTruthy();
    answerSlowOne();
    await slowAnswered;
    await untilAllAnswered();
    expect(screen.getByText('Busqué lento')).toBeTruthy();

    expect(router.state.location.search).toBe('?general=lento');
    await router.navigate(-1);
    await screen.findByText('Busqué nada');
    expect(router.state.location.search).toBe('?pageNumber=3');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
  });
});

describe('the filters', () => {
  const openFilters = async (user: ReturnType<typeof openPage>['user']) => {
    await user.click(await screen.findByRole('button', { name: /^Filtros/ }));
    return within(await screen.findByRole('dialog', { name: 'Filtros' }));
  };

  test('are applied once changed and valid: the button says what is missing', async () => {
    server.use(fortyEight());
    const { user } = openPage('/campaigns');
    const dialog = await openFilters(user);
    const apply = dialog.getByRole('button', { name: 'Aplicar' });
    expect(apply.getAttribute('aria-disabled')).toBe('true');
    expect(dialog.getByText('Todavía no hay cambios que aplicar.')).toBeTruthy();

    await user.type(dialog.getByLabelText('Id'), 'abc');
    expect(await dialog.findByText('Ingrese un número entero mayor que cero.')).toBeTruthy();
    expect(dialog.getByLabelText('Id').getAttribute('aria-invalid')).toBe('true');
    expect(dialog.getByText('Hay datos que corregir.')).toBeTruthy();
    await user.clear(dialog.getByLabelText('Id'));
    expect(await dialog.findByText('Todavía no hay cambios que aplicar.')).toBeTruthy();
  });

  test('send only what was filled in, from the first page', async () => {
    server.use(fortyEight());
    const { user } = openPage('/campaigns?pageNumber=3');
    const dialog = await openFilters(user);
    const apply = dialog.getByRole('button', { name: 'Aplicar' });
    await user.type(dialog.getByLabelText('Nombre'), 'Sur');
    await user.click(dialog.getByLabelText('Objetivo'));
    await user.click(await screen.findByRole('option', { name: 'Encuesta' }));
    await user.click(dialog.getByRole('button', { name: 'Interna' }));
    await waitFor(() => expect(apply.getAttribute('aria-disabled')).toBe('false'));
    await user.click(apply);

    await waitFor(() =>
      expect(lastAsked()).toEqual({ pageNumber: '0', pageSize: '10', name: 'Sur', objectiveId: '1', type: 'internal' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Filtros 3 activos' })).toBeTruthy();
    expect(screen.getByText('Objetivo: Encuesta')).toBeTruthy();
  });

  test('can be taken back one by one and all at once', async () => {
    server.use(fortyEight());
    const { router, user } = openPage('/campaigns?name=Norte&objectiveId=1&type=internal');
    await user.click(await screen.findByRole('button', { name: 'Quitar Nombre: Norte' }));
    await waitFor(() => expect(router.state.location.search).toBe('?objectiveId=1&type=internal'));
    await user.click(screen.getByRole('button', { name: 'Limpiar' }));
    await waitFor(() => expect(lastAsked()).toEqual({ pageNumber: '0', pageSize: '10' }));
    expect(screen.getByRole('button', { name: 'Filtros' })).toBeTruthy();
  });

  test('Limpiar todo empties the form and waits for Aplicar', async () => {
    server.use(fortyEight());
    const { router, user } = openPage('/campaigns?status=PAUSADA&startDate=2026-08-01');
    expect(await screen.findByText('Inicia desde 01-08-2026')).toBeTruthy();
    const dialog = await openFilters(user);
    await user.click(dialog.getByRole('button', { name: 'Limpiar todo' }));
    expect(router.state.location.search).toContain('PAUSADA');
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Aplicar' }).getAttribute('aria-disabled')).toBe('false'),
    );
    await user.click(dialog.getByRole('button', { name: 'Aplicar' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  test('a coordinator may choose the type and filter by external id', async () => {
    server.use(fortyEight());
    const { user } = openPage('/campaigns');
    const dialog = await openFilters(user);
    expect(dialog.getByLabelText('Id externo')).toBeTruthy();
    // While none is chosen, all are shown: it says so from the start, and choosing it again filters by nothing.
    expect(dialog.getByRole('button', { name: 'General', pressed: true })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Interna' }));
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Aplicar' }).getAttribute('aria-disabled')).toBe('false'),
    );
    await user.click(dialog.getByRole('button', { name: 'General' }));
    expect(await dialog.findByText('Todavía no hay cambios que aplicar.')).toBeTruthy();
    expect(screen.queryByText('Tipo: externa')).toBeNull();
  });

  test('an external coordinator has the type fixed to external', async () => {
    server.use(fortyEight());
    const { user } = openPage('/campaigns?type=internal', aSession(['Coordinador externo']));
    expect(await screen.findByText('Tipo: externa')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Quitar Tipo/ })).toBeNull();
    expect(lastAsked()).toEqual({ pageNumber: '0', pageSize: '10' });
    const dialog = await openFilters(user);
    expect(dialog.getByLabelText('Id externo')).toBeTruthy();
    const external = dialog.getByRole<HTMLButtonElement>('button', { name: 'Externa' });
    expect([external.disabled, external.getAttribute('aria-pressed')]).toEqual([true, 'true']);
    expect(dialog.getByText('Su rol ve solo campañas externas.')).toBeTruthy();
  });

  test('an operator may choose the type but knows no external id', async () => {
    server.use(fortyEight());
    const { user } = openPage('/campaigns?externalId=EXP', aSession(['Operador']));
    await screen.findByText('Página 1');
    expect(lastAsked()).toEqual({ pageNumber: '0', pageSize: '10' });
    const dialog = await openFilters(user);
    expect(dialog.queryByLabelText('Id externo')).toBeNull();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Interna' }).disabled).toBe(false);
  });
});

describe('the tabs', () => {
  test('filter by phase with the counts of the server, keep the other filters and stay in the address', async () => {
    const phaseCounts = { running: 12, upcoming: 5, ended: 31 };
    server.use(listing(() => ({ ...aCampaignPage([aCampaignRow()], 48), phaseCounts })));
    const { router, user } = openPage('/campaigns?name=Norte&pageNumber=2');
    const tabs = within(await screen.findByRole('group', { name: 'Campañas por etapa' }));
    await screen.findByRole('button', { name: 'Todas 48', pressed: true });
    expect(tabs.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'En curso 12',
      'Por empezar 5',
      'Terminadas 31',
      'Todas 48',
    ]);
    await user.click(tabs.getByRole('button', { name: 'Por empezar 5' }));
    await waitFor(() => expect(lastAsked()).toMatchObject({ phase: 'upcoming', name: 'Norte', pageNumber: '0' }));
    expect(router.state.location.search).toBe('?name=Norte&phase=upcoming');
    // Clearing the filters keeps the tab.
    await user.click(screen.getByRole('button', { name: 'Limpiar' }));
    await waitFor(() => expect(router.state.location.search).toBe('?phase=upcoming'));
    await user.click(tabs.getByRole('button', { name: 'Todas 48' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  test('an empty tab says so; operators have groups instead', async () => {
    server.use(listing(() => aCampaignPage([])));
    const { unmount } = openPage('/campaigns?phase=ended');
    expect(await screen.findByText('No hay campañas en «Terminadas».')).toBeTruthy();
    unmount();
    openPage('/campaigns?phase=ended', aSession(['Operador']));
    await screen.findByText(/^Todavía no hay campañas a su alcance\./);
    expect(screen.queryByRole('group', { name: 'Campañas por etapa' })).toBeNull();
    expect(lastAsked()).not.toHaveProperty('phase');
  });
});

describe('progress of running campaigns', () => {
  test('comes after the rows, with the expected end and by how much it is late', async () => {
    let ids: string | null = null;
    server.use(
      listing(() =>
        aCampaignPage([
          aCampaignRow({ id: 7, name: 'Atrasada' }),
          aCampaignRow({ id: 8, name: 'Recién empezada' }),
          aCampaignRow({ id: 9, name: 'Pausada', status: 'PAUSADA' }),
        ]),
      ),
      reply(api.live.forecasts, ({ query }) => {
        ids = query.get('ids');
        return [
          { id: 7, total: 1000, called: 999, forecastDay: '2026-12-20', daysLate: 9 },
          { id: 8, total: 200, called: 0, forecastDay: null, daysLate: null },
        ];
      }),
    );
    openPage('/campaigns');
    expect(
      await screen.findByText('999 de 1.000 llamados hechos. A este paso termina el 20-12, 9 días tarde.'),
    ).toBeTruthy();
    expect(ids).toBe('7,8');
    expect(screen.getByRole('row', { name: /Atrasada/ }).textContent).toContain('99 %fin 20-12');
    expect(screen.getByRole('row', { name: /Recién/ }).textContent).toContain('0 %0 de 200 llamados hechos.');
    expect(screen.getByRole('row', { name: /Pausada/ }).textContent).not.toContain('%');
  });

  test('a failure leaves the rows as they are', async () => {
    server.use(
      listing(() => aCampaignPage([aCampaignRow({ name: 'Norte' })])),
      refuse(api.live.forecasts, 'BAD_REQUEST'),
    );
    openPage('/campaigns');
    expect(await screen.findByText('Norte')).toBeTruthy();
    await untilAllAnswered();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('for operators', () => {
  const own = { assigned: 198, pending: 131, callbacks: 3, dueCallbacks: 2 };
  const rows = () =>
    screen
      .getAllByRole('row')
      .filter((row) => row.querySelector('td') && row.parentElement?.tagName === 'TBODY')
      .map((row) => row.textContent);

  test('what can be called has its button and its progress, without saying EN CURSO; the others keep their status', async () => {
    server.use(
      listing(() =>
        aCampaignPage([
          aCampaignRow({ name: 'Relevamiento', own }),
          aCampaignRow({ name: 'Turnos', status: 'CARGANDO AUDIENCIA', openForCalls: true, own }),
          aCampaignRow({ name: 'Talleres', status: 'PAUSADA', own: { ...own, pending: 0 } }),
          aCampaignRow({ name: 'Veredas', status: 'PENDIENTE', own: { ...own, assigned: 0, pending: 0 } }),
        ]),
      ),
    );
    openPage('/campaigns', aSession(['Operador']));
    await screen.findByText('Relevamiento');
    const [running, loading, paused, toCome] = rows();
    expect(running).toContain('131 de 198 33 %');
    expect(running).toContain('Llamar');
    expect(running).not.toContain('EN CURSO');
    expect(loading).toContain('PROCESANDO');
    expect(loading).toContain('Llamar');
    const buttons = screen.getAllByRole('button', { name: /^Llamar en/ });
    expect(buttons.map((button) => button.className.includes('contained'))).toEqual([true, false]);
    expect(screen.getByRole('columnheader', { name: /Disponibilidad/ }).getAttribute('aria-sort')).toBe('ascending');
    expect(paused).toContain('PAUSADA');
    expect(paused).toContain('0 de 198 100 %');
    expect(paused).not.toContain('Llamar');
    expect(toCome).toContain('PENDIENTE');
    expect(toCome).toContain('desde 16-11');
  });

  test('closed by the rules of calling, the button says why and until when and asks for nothing', async () => {
    const reason = 'Está fuera del horario de llamado. Se podrá llamar desde mañana a las 9:00.';
    const closed = (until: string) => ({ reason, until });
    server.use(
      listing(() =>
        aCampaignPage([
          aCampaignRow({ name: 'Relevamiento', own, closed: closed('2200-01-01T12:00:00.000Z') }),
          aCampaignRow({ name: 'Turnos', own, closed: closed('2020-01-01T12:00:00.000Z') }),
        ]),
      ),
    );
    const { user } = openPage('/campaigns', aSession(['Operador']));
    const button = await screen.findByRole('button', { name: 'Llamar en Relevamiento', description: reason });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(1);
    // Its hour has come since the list was asked for.
    expect(screen.getByRole('button', { name: 'Llamar en Turnos' }).getAttribute('aria-disabled')).toBe('false');
    expect(screen.getByText('Para llamar ahora')).toBeTruthy();
  });

  test('where all are closed the heading says so, and from when the first one opens', async () => {
    const closed = (hour: string) => ({
      reason: `Está fuera del horario de llamado. Se podrá llamar desde las ${hour}:00.`,
      until: `2200-01-01T${hour}:00:00.000Z`,
    });
    server.use(
      listing(() =>
        aCampaignPage([
          aCampaignRow({ name: 'Relevamiento', own, closed: closed('14') }),
          aCampaignRow({ name: 'Turnos', own, closed: closed('12') }),
        ]),
      ),
    );
    openPage('/campaigns', aSession(['Operador']));
    expect(await screen.findByText(closed('12').reason, { selector: 'th *, th' })).toBeTruthy();
    expect(screen.queryByText('Para llamar ahora')).toBeNull();
    expect(screen.getByText('2 campañas')).toBeTruthy();
  });
});

describe('on a narrow screen', () => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
  const width = window.innerWidth;
  beforeEach(() => happyDOM.setViewport({ width: 390 }));
  afterEach(() => happyDOM.setViewport({ width }));

  test('each campaign is two lines, and the order is a choice', async () => {
    server.use(
      listing(() => aCampaignPage([aCampaignRow({ id: 77, name: 'Encuesta de movilidad', status: 'PAUSADA' })])),
    );
    const { router, user } = openPage('/campaigns');
    await screen.findByText('Encuesta de movilidad');
    expect(screen.queryByRole('table')).toBeNull();
    const item = within(screen.getByRole('list', { name: 'Campañas' })).getByRole('listitem');
    expect(item.textContent).toContain('Encuesta de movilidad');
    expect(item.textContent).toContain('PAUSADA');
    await user.click(screen.getByRole('button', { name: /Ordenar por/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Fin' }));
    await waitFor(() => expect(router.state.location.search).toBe('?orderbytitle=endDate&orderbytype=desc'));
  });
});
