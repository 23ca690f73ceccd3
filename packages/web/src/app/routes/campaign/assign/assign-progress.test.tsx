import { api } from '@campanero/contract';
import { loads } from '@campanero/contract/loads/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aCampaign, campaignLookups } from '../../../../test/campaign-world.ts';
import { aCampaignPage, aCampaignRow } from '../../../../test/campaigns.ts';
import { aLoad, aRunningLoad } from '../../../../test/loads.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage } from '../../../../test/render.tsx';
import { refuse, reply, server } from '../../../../test/server.ts';
import { untilAllAnswered } from '../../../../test/waiting.ts';

vi.setConfig({ testTimeout: 30_000 });

const openPage = (path = '/campaign/detail/31/assign', role = 'Coordinador') =>
  renderPage(path, { as: aSession([role]) });
const loading = () => reply(api.campaigns.detail, aCampaign({ status: 'CARGANDO AUDIENCIA' }));
beforeEach(() =>
  server.use(...campaignLookups(), reply(api.campaigns.detail, aCampaign({ status: 'AUDIENCIA PROCESADA' }))),
);

describe('while an audience loads', () => {
  test('the page shows percentage, figures and ignored columns instead of the tabs', async () => {
    server.use(loading(), reply(loads.last, aRunningLoad({ ignoredColumns: ['Obra social', 'Piso'] })));
    openPage();
    const bar = await screen.findByRole('progressbar', { name: 'Carga de la audiencia' });
    expect(bar.getAttribute('aria-valuenow')).toBe('64');
    const panel = screen.getByRole('region', { name: 'Cargando audiencia' });
    expect(within(panel).getByText('64 %')).toBeTruthy();
    for (const text of ['11.816 leídas', '11.430 válidas', '214 duplicadas', '142 rechazadas', '30 omitidas'])
      expect(panel.textContent).toContain(text);
    expect(screen.getByText('Obra social').parentElement?.parentElement?.textContent).toBe(
      '2 columnas no reconocidas se ignoran: Obra social, Piso. Los contactos nuevos aparecen cuando termina la carga. Hasta entonces no se puede segmentar, rebalancear ni cargar otra audiencia en esta campaña.',
    );
    expect(screen.queryByRole('tab')).toBeNull();
  });

  test('a waiting load shows its place in the queue and no time left', async () => {
    server.use(loading(), reply(loads.last, aRunningLoad({ progress: 0.4, ahead: 2 })));
    openPage();
    const panel = await screen.findByRole('region', { name: 'Cargando audiencia' });
    expect(within(panel).getAllByText('Espera su turno: 2 antes')).toHaveLength(2);
    expect(panel.textContent).toContain('Otras cargas van primero.');
    expect(panel.textContent).not.toContain('queda');
  });

  test('it is polled until the end, and then the exact report is shown', async () => {
    let asked = 0;
    server.use(
      reply(api.campaigns.detail, () =>
        aCampaign({ status: asked < 2 ? 'CARGANDO AUDIENCIA' : 'AUDIENCIA PROCESADA' }),
      ),
      reply(loads.last, () => (++asked < 2 ? aRunningLoad() : aLoad({ ignoredColumns: ['Piso'] }))),
    );
    openPage();
    await screen.findByText('Cargando audiencia');
    const report = await screen.findByRole('region', { name: 'Carga completa con 198 filas rechazadas' });
    const figures = within(report)
      .getAllByRole('definition')
      .map((value) => value.textContent);
    expect(figures).toEqual(['18.462', '17.905', '311', '198', '48']);
    expect(
      within(report).getByText('Omitidas: 40 números a los que no se debe llamar, 8 llamados hace poco.'),
    ).toBeTruthy();
    expect(report.textContent).toContain('1 columna no reconocida se ignora: Piso.');
    expect(await screen.findByRole('tab', { name: 'Subir Audiencia' })).toBeTruthy();
  });

  test('Cancelar carga works at once, without a question', async () => {
    let isCancelled = false;
    server.use(
      reply(api.campaigns.detail, () => aCampaign({ status: isCancelled ? 'PENDIENTE' : 'CARGANDO AUDIENCIA' })),
      reply(loads.last, () => (isCancelled ? aLoad({ status: 'CANCELLED', loaded: 0 }) : aRunningLoad())),
      reply(loads.cancel, () => {
        isCancelled = true;
        return aLoad({ status: 'CANCELLED', loaded: 0 });
      }),
    );
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Cancelar carga' }));
    expect(await screen.findByText('La carga fue cancelada: no quedó nada de ella.')).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'La última carga se canceló' })).toBeTruthy();
  });

  test('a cancel that comes too late says why and shows the end', async () => {
    server.use(loading(), reply(loads.last, aRunningLoad()), refuse(loads.cancel, 'LOAD_NOT_RUNNING'));
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Cancelar carga' }));
    expect(await screen.findByText('No hay ninguna carga en marcha.')).toBeTruthy();
  });
});

describe('the report', () => {
  const reasons = {
    looked: 150,
    moreReasons: 2,
    columns: ['telefono', 'piso', 'nombre'],
    reasons: [
      {
        reason: 'El teléfono «…» no es un número argentino válido.',
        count: 40,
        rows: [2, 1_007].map((line) => ({ fileNo: 1, line, cells: ['123', '', 'Ana'] })),
      },
      {
        reason: 'La fila no tiene teléfono ni celular.',
        count: 1,
        rows: [{ fileNo: 2, line: 9, cells: ['', '', 'Eva'] }],
      },
    ],
  };

  test('groups rejected rows by reason, with the first of each', async () => {
    server.use(reply(loads.last, aLoad()), reply(loads.reasons, reasons));
    openPage();
    const table = await screen.findByRole('table', { name: 'Motivos de rechazo' });
    const rows = within(table).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Líneatelefononombre',
      '40 filas · El teléfono «…» no es un número argentino válido. Las primeras 2:',
      '1.º archivo, 2123Ana',
      '1.º archivo, 1.007123Ana',
      '1 fila · La fila no tiene teléfono ni celular.',
      '2.º archivo, 9—Eva',
    ]);
    const notes = 'Se contaron las primeras 150 filas rechazadas. Hay 2 motivos más: el CSV tiene todas las filas.';
    expect(screen.getByText(notes)).toBeTruthy();
  });

  test('of a failed load says why, and its rejected rows can be had as a file', async () => {
    const asked: (string | null)[] = [];
    server.use(
      reply(loads.last, aLoad({ status: 'ERROR', loaded: 0, read: 198, failure: 'Los campos del csv son inválidos' })),
      http.get('*/api/campaign/31/audience/load/rejected', ({ request }) => {
        asked.push(request.headers.get('authorization'));
        return HttpResponse.text('telefono;linea;motivo\n');
      }),
    );
    const { user } = openPage();
    expect(await screen.findByText('Los campos del csv son inválidos. No se cargó ningún contacto.')).toBeTruthy();
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await user.click(screen.getByRole('button', { name: 'Descargar filas rechazadas' }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect((save.mock.contexts[0] as HTMLAnchorElement).download).toBe('filas-rechazadas-31.csv');
    save.mockRestore();
    expect(asked).toEqual(['Bearer token-of-ana']);
  });

  test('says until when rejected rows are kept', async () => {
    server.use(reply(loads.last, aLoad({ rejectedUntil: '2026-12-03T12:02:00.000Z' })));
    openPage();
    expect(await screen.findByText('Las filas rechazadas se conservan hasta el 03-12-2026.')).toBeTruthy();
  });

  test('offers no file of rejected rows once they are gone', async () => {
    server.use(reply(loads.last, aLoad({ rejectedUntil: null })));
    openPage();
    expect(await screen.findByText('Las filas rechazadas ya se eliminaron: se conservan 30 días.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Descargar filas rechazadas' })).toBeNull();
  });

  test('without rejected rows offers nothing to correct', async () => {
    server.use(reply(loads.last, aLoad({ rejected: 0, rejectedUntil: null })));
    openPage();
    await screen.findByRole('region', { name: 'Última carga completa' });
    expect(screen.queryByRole('button', { name: 'Descargar filas rechazadas' })).toBeNull();
  });
});

describe('on other pages', () => {
  const list = () =>
    reply(api.campaigns.list, aCampaignPage([aCampaignRow({ id: 31, name: 'Veredas', status: 'CARGANDO AUDIENCIA' })]));

  test('the campaign list has a line under PROCESANDO for those who may load', async () => {
    server.use(list(), reply(loads.last, aRunningLoad()));
    openPage('/campaigns');
    const bar = await screen.findByRole('progressbar', { name: 'Carga de Veredas' });
    expect(bar.getAttribute('aria-valuenow')).toBe('64');
    expect(screen.getByText('PROCESANDO')).toBeTruthy();
    expect(screen.getByText('64 %')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ver progreso de Veredas' }).getAttribute('href')).toBe(
      '/campaign/detail/31/assign',
    );
  });

  test('where it waits, the line says for how many', async () => {
    server.use(list(), reply(loads.last, aRunningLoad({ ahead: 1 })));
    openPage('/campaigns');
    expect(await screen.findByText('En espera: 1 antes')).toBeTruthy();
    expect(screen.queryByRole('progressbar', { name: 'Carga de Veredas' })).toBeNull();
  });

  test('and asks for nothing on behalf of anybody else', async () => {
    let asked = 0;
    server.use(
      list(),
      reply(loads.last, () => {
        asked++;
        return aRunningLoad();
      }),
    );
    openPage('/campaigns', 'Coordinador externo');
    await screen.findByText('PROCESANDO');
    await untilAllAnswered();
    expect(asked).toBe(0);
  });

  test("the campaign's page shows the progress to those who may load, and a word of patience to the others", async () => {
    server.use(
      loading(),
      reply(loads.last, aRunningLoad()),
      reply(api.campaigns.progress, { total: 0, called: 0, pending: 0, unassigned: 0, reserve: 0, states: [] }),
      reply(api.campaigns.events, []),
    );
    const { unmount } = openPage('/campaign/31');
    expect(await screen.findByRole('progressbar', { name: 'Carga de la audiencia' })).toBeTruthy();
    unmount();
    openPage('/campaign/31', 'Operador');
    expect(await screen.findByText('La campaña está siendo procesada. Por favor espere')).toBeTruthy();
    expect(screen.queryByRole('progressbar', { name: 'Carga de la audiencia' })).toBeNull();
  });

  test('the page of a campaign with an audience does not redirect', async () => {
    server.use(
      loading(),
      reply(api.campaigns.progress, { total: 200, called: 0, pending: 200, unassigned: 0, reserve: 0, states: [] }),
      reply(api.campaigns.events, []),
    );
    openPage('/campaign/31', 'Operador');
    const note = 'Se está cargando más audiencia: los contactos que ya tiene siguen disponibles.';
    expect(await screen.findByText(note)).toBeTruthy();
  });
});
