import { api } from '@campanero/contract';
import { audience } from '@campanero/contract/audience/endpoints';
import { loads } from '@campanero/contract/loads/endpoints';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../lib/query-client.ts';
import { anAudiencePage, anAudienceRow } from '../../../../test/audience.ts';
import { aCampaign, campaignLookups } from '../../../../test/campaign-world.ts';
import { aCampaignPage } from '../../../../test/campaigns.ts';
import { aState } from '../../../../test/catalogue.ts';
import { aContactWorld } from '../../../../test/contact-world.ts';
import { aLoad, aRunningLoad } from '../../../../test/loads.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage } from '../../../../test/render.tsx';
import { refuse, reply, server } from '../../../../test/server.ts';
import { fakeSocket } from '../../../../test/socket.ts';

vi.setConfig({ testTimeout: 30_000 });
beforeAll(() => import('../../../../components/list/filter-dialog.tsx'));

const PROGRESS = {
  total: 17_905,
  called: 9000,
  pending: 8905,
  unassigned: 6240,
  reserve: 0,
  states: [
    { id: 1, name: 'Pendiente', color: '#e0e0e0', count: 8905 },
    { id: 2, name: 'Contactado', color: '#2F80C2', count: 9000 },
  ],
};
const running = (parts = {}) =>
  aCampaign({
    status: 'EN CURSO',
    assigned: false,
    audienceName: 'vecinos_c4.csv',
    audienceType: 'csv',
    states: [
      aState({ id: 2, name: 'Contactado', color: '#2F80C2', substates: [{ id: 7, name: 'Pidió otro horario' }] }),
    ],
    ...parts,
  });

const aScript = (id: number, originalName: string) => ({
  id,
  originalName,
  contentType: 'application/pdf',
  bytes: 1000,
  link: `/api/campaign/31/script/${id}`,
});

let asked: Record<string, string>[] = [];
const listing = (
  calls = [anAudienceRow()],
  total: number | null = calls.length,
  spec: typeof audience.list | typeof audience.operatorList = audience.list,
) =>
  reply(spec, ({ query }) => {
    asked.push(Object.fromEntries(query));
    return anAudiencePage(calls, total, Number(query.get('pageNumber')));
  });
beforeEach(() => {
  asked = [];
  server.use(
    ...campaignLookups(),
    reply(api.campaigns.detail, running()),
    reply(api.campaigns.progress, PROGRESS),
    reply(audience.lastSegmentation, { segmentation: null }),
    reply(audience.assigned, {
      operators: [
        {
          id: 21,
          name: 'Lucas Ferreyra',
          assigned: 300,
          pending: 136,
          disable: false,
          isMember: true,
          pace: null,
          perDay: null,
        },
      ],
      workingWeekdays: [1, 2, 3, 4, 5],
    }),
    reply(loads.last, null),
    reply(loads.list, []),
    listing(),
  );
});
const openPage = (path = '/campaign/detail/31', role = 'Coordinador') => renderPage(path, { as: aSession([role]) });
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

describe('a new campaign with these', () => {
  const link = () => screen.findByRole('link', { name: 'Nueva campaña con estos' });

  test('leads to the wizard with the filters of the list, without its page and order', async () => {
    openPage(
      '/campaign/detail/31?stateId=2&birthYearTo=1960&general=flores&pageNumber=3&orderbytitle=number&orderbytype=desc',
    );
    expect((await link()).getAttribute('href')).toBe(
      '/campaigns/create?from=31&people=1&general=flores&stateId=2&birthYearTo=1960',
    );
  });

  test('also of a finished campaign; not for who may not load, nor without people', async () => {
    server.use(reply(api.campaigns.detail, running({ status: 'FINALIZADA' })));
    openPage();
    expect((await link()).getAttribute('href')).toBe('/campaigns/create?from=31&people=1');
    const external = openPage('/campaign/detail/31', 'Coordinador externo');
    await external.findAllByText('11 5550 2847');
    expect(external.container.textContent).not.toContain('Nueva campaña con estos');
  });
});

describe('the audience', () => {
  test('shows the campaign, its count and every field of a row', async () => {
    server.use(
      listing([
        anAudienceRow(),
        anAudienceRow({
          number: '1155506602',
          name: '',
          stateName: 'Pendiente',
          substateName: null,
          userName: null,
          callCounter: 0,
          blocked: true,
          inReserve: false,
          blockReason: 'Está en la lista de bloqueo «Registro».',
        }),
      ]),
    );
    openPage();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('31 Veredas de Flores');
    const row = (await screen.findByText('11 5550 2847')).closest('tr')!;
    expect(cellsOf(row).slice(0, 5)).toEqual([
      '11 5550 2847',
      'Elsa Bornemann',
      'Volver a llamarMás tarde',
      'Lucas Ferreyra3 llamados',
      '13-11-2026',
    ]);
    expect(within(row).getByTitle(/^Actualizado: 13-11-2026 ~ 11:42. Creado: 03-11-2026 ~ /)).toBeTruthy();
    const other = screen.getByText('11 5550 6602').closest('tr')!;
    expect(cellsOf(other).slice(0, 4)).toEqual([
      '11 5550 6602Bloqueado. Está en la lista de bloqueo «Registro».',
      '—',
      'Pendiente',
      'Sin asignar0 llamados',
    ]);
    expect(within(other).getByTitle('Bloqueado. Está en la lista de bloqueo «Registro».')).toBeTruthy();
    expect(asked[0]).toEqual({ pageNumber: '0', pageSize: '10', later: '1' });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Información',
      'Ubicación',
      'Script',
      'Formulario',
      'Audiencia17.905',
    ]);
    expect(screen.getByText('vecinos_c4.csv')).toBeTruthy();
    expect(screen.getByText('6.240').parentElement!.textContent).toBe('6.240 sin operador');
    expect(screen.getByText('EN CURSO')).toBeTruthy();
    expect(document.title).toBe('Audiencia de Veredas de Flores · Campanero');
  });

  test('the report of the last load is one line that opens and closes', async () => {
    server.use(reply(loads.last, aLoad()));
    const { user } = openPage();
    const strip = await screen.findByRole('region', { name: 'Última carga completa' });
    expect(strip.textContent).toContain('03-11-2026 ~ 09:02 · vecinos_c4.csv · Ana Ledesma');
    expect(within(strip).getByText('18.462')).toBeTruthy();
    expect(within(strip).getByRole('button', { name: 'Descargar filas rechazadas' })).toBeTruthy();
    expect(screen.queryByText(/Omitidas:/)).toBeNull();
    await user.click(within(strip).getByRole('button', { name: 'Ver el informe de la carga' }));
    expect(screen.getByText('Omitidas: 40 números a los que no se debe llamar, 8 llamados hace poco.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ocultar el informe' }));
    expect(screen.queryByText(/Omitidas:/)).toBeNull();
    expect(screen.getByText('18.462')).toBeTruthy();
  });

  test('the tabs tell about the campaign while the table stays, and the address keeps both', async () => {
    server.use(listing([anAudienceRow()], 40));
    const { user, router } = openPage('/campaign/detail/31?pageNumber=1');
    await screen.findByText('11 5550 2847');
    await user.click(screen.getByRole('tab', { name: 'Ubicación' }));
    expect(await screen.findByText('Distrito')).toBeTruthy();
    expect(router.state.location.search).toBe('?pageNumber=1&tab=place');
    expect(screen.getByText('11 5550 2847')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Script' }));
    expect(screen.getByText('La campaña no tiene scripts.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Formulario' }));
    expect(screen.getByText('La campaña no tiene formulario.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Información' }));
    expect(screen.getByText('Una campaña de prueba')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(router.state.location.search).toBe('?pageNumber=2&tab=information');
  });

  test('its count is loaded later and delays no row', async () => {
    let tell: (total: number) => void = () => undefined;
    server.use(
      listing(
        Array.from({ length: 10 }, (_, place) => anAudienceRow({ number: `115550${1000 + place}` })),
        null,
      ),
      reply(audience.count, async ({ query }) => {
        expect(Object.fromEntries(query)).toEqual({ callsMin: '2' });
        return { totalElementsCount: await new Promise<number>((resolve) => (tell = resolve)) };
      }),
    );
    openPage('/campaign/detail/31?callsMin=2');
    await screen.findByText('11 5550 1009');
    expect(screen.getByText('1–10 de …')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Página siguiente' }).disabled).toBe(false);
    tell(1234);
    expect(await screen.findByText('1–10 de 1.234')).toBeTruthy();
  });

  test('is empty or fails in the catalogue’s words', async () => {
    server.use(listing([]));
    const { unmount } = openPage('/campaign/detail/31?gender=X');
    expect(await screen.findByText('No se encontraron registros')).toBeTruthy();
    expect(screen.getByText('Género: x')).toBeTruthy();
    unmount();
    server.use(refuse(audience.list, 'BAD_REQUEST'));
    openPage('/campaign/detail/31?gender=F');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Hubo un fallo con el servidor. Por favor refresque la página e inténtelo de nuevo.',
    );
  });

  test('is updated after changes by others', async () => {
    let rows = [anAudienceRow()];
    server.use(reply(audience.list, () => anAudiencePage(rows)));
    openPage();
    await screen.findByText('11 5550 2847');
    await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
    rows = [anAudienceRow({ number: '1155509999' })];
    fakeSocket.fire('audience', {});
    expect(await screen.findByText('11 5550 9999')).toBeTruthy();
  });
});

describe('the filters', () => {
  /** Events fired directly: a person's every key and pointer move in a form this long takes many seconds. */
  const type = (dialog: HTMLElement, label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  async function choose(dialog: HTMLElement, label: string, ...options: string[]) {
    fireEvent.mouseDown(within(dialog).getByLabelText(label));
    const list = await screen.findByRole('listbox', { name: label });
    for (const name of options) fireEvent.click(within(list).getByText(name));
  }
  async function openFilters(path?: string) {
    const view = openPage(path);
    await screen.findByText('11 5550 2847');
    fireEvent.click(screen.getByRole('button', { name: /Filtros/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Filtros' });
    return { ...view, dialog, apply: within(dialog).getByRole('button', { name: 'Aplicar' }) };
  }

  test('send only filled fields, and a place is removed as a whole', async () => {
    const { dialog, apply, router } = await openFilters();
    expect(apply.getAttribute('aria-disabled')).toBe('true');
    await choose(dialog, 'Estados', 'Pendiente', 'Contactado');
    type(dialog, 'Cantidad de llamados, mínimo', '4');
    type(dialog, 'Cantidad de llamados, máximo', '0');
    expect(await within(dialog).findByText('El mínimo no puede superar al máximo.')).toBeTruthy();
    expect(apply.getAttribute('aria-disabled')).toBe('true');
    type(dialog, 'Cantidad de llamados, mínimo', '');
    type(dialog, 'Nacidos desde', '1950');
    await choose(dialog, 'Distrito', 'Ciudad Autónoma de Buenos Aires');
    await choose(dialog, 'Sección', 'Comuna 7');
    await waitFor(() => expect(apply.getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(apply);
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        pageNumber: '0',
        pageSize: '10',
        later: '1',
        states: '1,2',
        callsMax: '0',
        birthYearFrom: '1950',
        districtId: '02',
        sectionId: '02007',
      }),
    );
    expect(new URLSearchParams(router.state.location.search).get('states')).toBe('1,2');
    expect(screen.getByText('Estados: Pendiente, Contactado')).toBeTruthy();
    expect(screen.getByText('Nacidos desde 1950')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Quitar Ciudad Autónoma de Buenos Aires, Comuna 7'));
    await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('sectionId'));
    expect(asked.at(-1)).not.toHaveProperty('districtId');
  });

  test('a faulty value is said in the contract’s words', async () => {
    const { dialog, apply } = await openFilters('/campaign/detail/31?birthYearTo=1990');
    const emptyWord = (name: string) => within(dialog).getByRole('combobox', { name }).getAttribute('placeholder');
    expect(['Distrito', 'Sección', 'Subsección'].map(emptyWord)).toEqual(['Todos', 'Todas', 'Todas']);
    expect(screen.getByText('Nacidos hasta 1990')).toBeTruthy();
    type(dialog, 'Nacidos desde', '50');
    expect(await within(dialog).findByText('Ingrese un año entre 1900 y 2100.')).toBeTruthy();
    type(dialog, 'Número', 'abc');
    expect(await within(dialog).findByText(/Ingrese las primeras cifras/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Limpiar todo' }));
    await waitFor(() => expect(apply.getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(apply);
    await waitFor(() => expect(asked.at(-1)).toEqual({ pageNumber: '0', pageSize: '10', later: '1' }));
  });
});

describe('an operator', () => {
  test('has no tabs but two filters: mine and still to call unless asked otherwise', async () => {
    server.use(listing([anAudienceRow()], 1, audience.operatorList));
    const { user, router } = openPage('/campaign/detail/31?gender=F', 'Operador');
    await screen.findByText('11 5550 2847');
    expect(screen.queryByRole('tab')).toBeNull();
    expect(asked[0]).toEqual({ pageNumber: '0', pageSize: '10', assigned: '1', toCall: '1', later: '1' });
    for (const name of ['Filtros', 'Segmentar']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Asignar' })).toBeNull();

    const mine = screen.getByRole('group', { name: 'Estás asignado' });
    expect(within(mine).getByRole('button', { name: 'Sí' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(within(mine).getByRole('button', { name: 'Todos' }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ pageNumber: '0', pageSize: '10', toCall: '1', later: '1' }));
    await user.click(screen.getByRole('button', { name: 'Estado Por llamar' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Todos' }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ pageNumber: '0', pageSize: '10', later: '1' }));
    expect(router.state.location.search).toBe('?assigned=0&toCall=0');
    await user.click(screen.getByRole('button', { name: 'Estado Todos' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Pendiente' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ stateId: '1' }));
    expect(router.state.location.search).toBe('?stateId=1&assigned=0');
  });

  test('has the script one press away, and in place of the own name when each is to be called again', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-13T14:42:10Z'), shouldAdvanceTime: true, toFake: ['Date'] });
    server.use(
      reply(api.campaigns.detail, running({ scripts: [aScript(1, 'guion.pdf'), aScript(2, 'respuestas.pdf')] })),
      listing(
        [
          anAudienceRow({ id: 1, number: '1155502841', callbackAt: '2026-11-13T14:30:00.000Z' }),
          anAudienceRow({ id: 2, number: '1155502842', callbackAt: '2026-11-20T18:30:00.000Z' }),
          anAudienceRow({ id: 3, number: '1155502843' }),
        ],
        3,
        audience.operatorList,
      ),
    );
    const { user } = openPage('/campaign/detail/31', 'Operador');
    await screen.findByText('11 5550 2841');
    expect(
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => cellsOf(row)[3]),
    ).toEqual(['Hoy ~ 11:30 vencido3 llamados', '20-11 ~ 15:303 llamados', '3 llamados']);
    expect(screen.queryByRole('columnheader', { name: /^Operador/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Todos' }));
    expect(await screen.findByRole('columnheader', { name: /^Operador/ })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: /^Rellamado/ })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Script' }));
    await user.click(await screen.findByRole('menuitem', { name: 'respuestas.pdf' }));
    expect(await screen.findByRole('dialog', { name: 'respuestas.pdf' })).toBeTruthy();
    vi.useRealTimers();
  });

  test('without contacts sees a message and can show finished calls and those of all operators', async () => {
    server.use(listing([], 0, audience.operatorList));
    const { user } = openPage('/campaign/detail/31', 'Operador externo');
    expect(await screen.findByText('No le quedan contactos por llamar.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ver también los ya llamados' }));
    await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('toCall'));
    expect(await screen.findByText('No tiene contactos asignados en esta campaña.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ver todos los contactos' }));
    await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('assigned'));
  });

  describe('the way to begin', () => {
    const CONTACT = '/campaign/detail/31/contact/902/1155509134';
    const begin = () => screen.findByRole('button', { name: 'Empezar a llamar' });

    test.each([
      ['the button', (user: ReturnType<typeof openPage>['user'], button: HTMLElement) => user.click(button)],
      ['the key of the next contact', (user: ReturnType<typeof openPage>['user']) => user.keyboard('{Alt>}s{/Alt}')],
    ])('%s takes the first contact and opens it', async (_way, press) => {
      const { world, handlers } = aContactWorld();
      server.use(...handlers, listing([anAudienceRow()], 1, audience.operatorList));
      const { user, router } = openPage('/campaign/detail/31', 'Operador');
      await press(user, await begin());
      await waitFor(() => expect(router.state.location.pathname).toBe(CONTACT));
      expect(world.nexts).toContain(0);
    });

    test('says why there is nothing to begin, and waits while the campaign is paused', async () => {
      const dates = { startDate: '2020-01-01T12:00:00.000Z', endDate: '2099-01-01T12:00:00.000Z' };
      server.use(
        listing([], 0, audience.operatorList),
        reply(api.campaigns.detail, running(dates)),
        refuse(api.calls.next, 'NO_MORE_CONTACTS'),
      );
      const { user, unmount } = openPage('/campaign/detail/31', 'Operador');
      await user.click(await begin());
      expect(await screen.findByText('No hay más contactos para llamar.')).toBeTruthy();
      unmount();
      queryClient.clear();
      server.use(reply(api.campaigns.detail, running({ ...dates, status: 'PAUSADA', paused: true })));
      openPage('/campaign/detail/31', 'Operador');
      const button = await begin();
      expect(button.getAttribute('aria-disabled')).toBe('true');
      expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toContain('en pausa');
    });

    test('is not for managers', async () => {
      openPage();
      await screen.findByRole('heading', { level: 1 });
      expect(screen.queryByRole('button', { name: 'Empezar a llamar' })).toBeNull();
    });
  });
});

describe('while a further audience loads', () => {
  const loading = (parts = {}) =>
    server.use(reply(api.campaigns.detail, running({ status: 'CARGANDO AUDIENCIA', ...parts })));
  beforeEach(() => server.use(reply(loads.last, aRunningLoad()), listing([anAudienceRow()], 1, audience.operatorList)));

  test.each([
    ['Segmentar', { assigned: false }, 'Coordinador'],
    ['Asignar', { assigned: true }, 'Coordinador'],
    ['Segmentar', { assigned: false }, 'Coordinador externo'],
  ])('%s waits and says why, beside the list and the progress (%o, %s)', async (name, parts, role) => {
    loading(parts);
    const { user } = openPage('/campaign/detail/31', role);
    await screen.findByText('11 5550 2847');
    expect(await screen.findByRole('progressbar', { name: 'Carga de la audiencia' })).toBeTruthy();
    const waiting = screen.getByRole('button', { name });
    expect(waiting.getAttribute('aria-disabled')).toBe('true');
    expect(waiting.getAttribute('aria-describedby')).toBeTruthy();
    expect(document.getElementById(waiting.getAttribute('aria-describedby')!)?.textContent).toBe(
      'Espere a que termine la carga de la audiencia.',
    );
    await user.click(waiting);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Más acciones' }));
    const moving = await screen.findByRole('menuitem', { name: /^Rebalancear/ });
    expect(moving.getAttribute('aria-disabled')).toBe('true');
    expect(moving.textContent).toContain('Espere a que termine la carga de la audiencia.');
    await user.click(moving);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('with audience.load the next load is shown waiting, too', async () => {
    loading();
    const { user, router } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Más acciones' }));
    const more = await screen.findByRole('menuitem', { name: /^Cargar más audiencia/ });
    expect(more.getAttribute('aria-disabled')).toBe('true');
    await user.click(more);
    expect(router.state.location.pathname).toBe('/campaign/detail/31');
  });

  test('an operator sees the list as ever', async () => {
    loading();
    const { router } = openPage('/campaign/detail/31', 'Operador');
    await screen.findByText('11 5550 2847');
    expect(router.state.location.pathname).toBe('/campaign/detail/31');
    expect(screen.queryByRole('progressbar', { name: 'Carga de la audiencia' })).toBeNull();
  });

  test('once it is over they are there again', async () => {
    let status: 'CARGANDO AUDIENCIA' | 'EN CURSO' = 'CARGANDO AUDIENCIA';
    server.use(reply(api.campaigns.detail, () => running({ status })));
    openPage();
    expect((await screen.findByRole('button', { name: 'Segmentar' })).getAttribute('aria-disabled')).toBe('true');
    await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
    status = 'EN CURSO';
    fakeSocket.fire('campaign', { id: 31, status });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Segmentar' }).getAttribute('aria-disabled')).toBeNull(),
    );
    expect(screen.queryByRole('progressbar', { name: 'Carga de la audiencia' })).toBeNull();
  });
});

describe('while the campaign is being processed', () => {
  beforeEach(() =>
    server.use(
      reply(api.campaigns.list, aCampaignPage([])),
      refuse(audience.list, 'CAMPAIGN_PROCESSING'),
      refuse(audience.operatorList, 'CAMPAIGN_PROCESSING'),
    ),
  );

  test.each([['Coordinador externo'], ['Operador']])('a %s is warned and led to the campaigns', async (role) => {
    const { router } = openPage('/campaign/detail/31', role);
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
    expect((await screen.findAllByText('La campaña está siendo procesada. Por favor espere')).length).toBe(1);
  });

  test('audience.load leads to the load’s progress', async () => {
    const { router } = openPage();
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaign/detail/31/assign'));
  });
});

describe('a finished campaign', () => {
  test.each([['FINALIZADA' as const], ['FINALIZANDO' as const]])(
    'in %s has its marker and nothing to hand out',
    async (status) => {
      server.use(reply(api.campaigns.detail, running({ status })));
      const { user } = openPage();
      expect(await screen.findByText(status)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Segmentar' })).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Más acciones' }));
      const menu = await screen.findByRole('menu');
      expect(within(menu).queryByText('Rebalancear')).toBeNull();
      expect(within(menu).queryByText('Cargar más audiencia')).toBeNull();
    },
  );
});

describe('its form', () => {
  test('shows its places in the header, and the refresh locks', async () => {
    let enrolled = 342;
    server.use(
      reply(
        api.campaigns.detail,
        running({ formId: '7', formName: 'Taller', formUrl: 'https://formularios.example/7' }),
      ),
      reply(api.forms.campaignCapacity, () => ({ slots: 500, enrolled, status: 'ABIERTO' })),
    );
    const { user } = openPage();
    expect(await screen.findByText('342 / 500')).toBeTruthy();
    enrolled = 500;
    const refresh = screen.getByRole('button', { name: 'Actualizar los cupos' });
    await user.click(refresh);
    expect(await screen.findByText('Cupos: completo')).toBeTruthy();
    expect(refresh.getAttribute('aria-disabled')).toBe('true');
  });

  test('an unknown form is reported', async () => {
    server.use(
      reply(api.campaigns.detail, running({ formId: '7' })),
      refuse(api.forms.campaignCapacity, 'FORM_UNKNOWN'),
    );
    openPage();
    expect(await screen.findByText('Formulario no encontrado')).toBeTruthy();
  });
});
