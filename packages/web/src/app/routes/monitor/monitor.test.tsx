import { api } from '@campanero/contract';
import type { OperatorDay, OperatorDetail } from '@campanero/contract/monitor/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCampaignPage } from '../../../test/campaigns.ts';
import { aSession } from '../../../test/people.ts';
import { renderPage } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';
import { fakeSocket } from '../../../test/socket.ts';

// 11:42 of a Friday at UTC-3.
const NOW = Date.parse('2026-11-13T14:42:10Z');
beforeEach(() => vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const GROUPS = ['Efectivos', 'Contactados', 'Volver a llamar', 'Sin contacto', 'Inválidos'];
const aDay = (names: string[], columns: number[][], ids = names.map((_, place) => place + 1)): OperatorDay => ({
  categories: names,
  operatorIds: ids,
  series: [
    ...GROUPS.map((name, group) => ({ name, data: columns.map((column) => column[group]!) })),
    { name: 'Total', data: columns.map((column) => column.reduce((sum, n) => sum + n, 0)) },
  ],
});
const nobody = aDay([], []);

const open = (path: string) => renderPage(path, { as: aSession(['Coordinador']) });
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

test('an operator may open neither page', async () => {
  server.use(reply(api.campaigns.list, aCampaignPage([])));
  for (const path of ['/monitor/general', '/monitor/single']) {
    const { router, unmount } = renderPage(path, { as: aSession(['Operador']) });
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
    unmount();
  }
});

test('today by operator, as bars and as a table with the same numbers, without the server’s total', async () => {
  server.use(
    reply(
      api.monitor.day,
      aDay(
        ['Daniela Sosa', 'Romina Acosta'],
        [
          [24, 31, 14, 38, 3],
          [1, 0, 0, 3, 0],
        ],
      ),
    ),
  );
  const { user } = open('/monitor/general');
  expect(await screen.findByText('Actualizado 11:42')).toBeTruthy();
  expect(screen.getByText('Hoy, 13-11-2026')).toBeTruthy();
  const series = screen.getByRole('group', { name: 'Series' });
  expect(
    within(series)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Efectivos25', 'Contactados31', 'Volver a llamar14', 'Sin contacto41', 'Inválidos3']);
  await user.click(screen.getByRole('button', { name: 'Ver tabla' }));
  const rows = () => screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows()[0]).toBe('OperadorEfectivosContactadosVolver a llamarSin contactoInválidosTotal');
  expect(rows()[1]).toBe('Daniela Sosa243114383110');
  await user.click(box('Porcentaje'));
  expect(rows()[2]).toBe('Romina Acosta25,0 %0,0 %0,0 %75,0 %0,0 %4');
});

test('the switch shows the other side, and who has called nobody is told so', async () => {
  const sides: (string | null)[] = [];
  server.use(
    reply(api.monitor.day, ({ query }) => {
      sides.push(query.get('external'));
      return nobody;
    }),
  );
  const { user, router } = open('/monitor/general');
  expect(await screen.findByText(/^Todavía no hay llamados registrados hoy por operadores internos/)).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: 'Interno' }));
  expect(await screen.findByText(/^Todavía no hay llamados registrados hoy por operadores externos/)).toBeTruthy();
  expect(sides).toEqual(['0', '1']);
  expect(router.state.location.search).toBe('?external=true');
});

test('new calls change the bars; a failed request leaves them and says since when', async () => {
  server.use(reply(api.monitor.day, aDay(['Daniela Sosa'], [[1, 0, 0, 0, 0]])));
  open('/monitor/general');
  const total = () => screen.getByText('Total').textContent;
  await waitFor(() => expect(total()).toBe('Total 1'));
  await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
  server.use(reply(api.monitor.day, aDay(['Daniela Sosa'], [[2, 0, 0, 0, 0]])));
  fakeSocket.fire('activity', { campaignIds: [7] });
  await waitFor(() => expect(total()).toBe('Total 2'));
  server.use(refuse(api.monitor.day, 'BAD_REQUEST'));
  fakeSocket.fire('activity', { campaignIds: [7] });
  expect(await screen.findByText('Sin actualizar desde las 11:42')).toBeTruthy();
  expect(total()).toBe('Total 2');
});

test('a server in trouble: the catalogue’s sentence, and the switch stays', async () => {
  server.use(refuse(api.monitor.day, 'BAD_REQUEST'));
  open('/monitor/general');
  const text = 'Hubo un fallo con el servidor, inténtelo de nuevo o contacte con el soporte.';
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('switch', { name: 'Interno' })).toBeTruthy();
});

const DAYS = 12;
const days = Array.from({ length: DAYS }, (_, place) => `2026-11-${String(13 - place).padStart(2, '0')}`);
const aDetail: OperatorDetail = {
  categories: days,
  series: GROUPS.map((name, group) => ({ name, data: days.map(() => group + 1) })),
  dataValues: days.map((date) => ({
    date,
    callsMade: 15,
    effectiveness: 6.7,
    contactability: 20,
    firstCall: '09:02',
    lastCall: '11:41',
  })),
};
const asked: URLSearchParams[] = [];

function workOf(detail: OperatorDetail, campaigns: { id: number; name: string }[] = []) {
  asked.length = 0;
  server.use(
    reply(api.lookups.operators, {
      internals: [{ id: 9, name: 'Daniela Sosa' }],
      externals: [{ id: 20, name: 'Emiliano Vera' }],
    }),
    reply(api.lookups.userCampaigns, campaigns),
    reply(
      api.monitor.day,
      aDay(
        ['Emiliano Vera', 'Daniela Sosa'],
        [
          [1, 0, 2, 0, 0],
          [0, 0, 0, 1, 0],
        ],
        [20, 9],
      ),
    ),
    reply(api.monitor.detail, ({ query }) => {
      asked.push(query);
      return detail;
    }),
  );
}
const campaignsField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Campañas' });
const isDisabled = (label: string) =>
  within(screen.getByRole('group', { name: label }))
    .getAllByRole('spinbutton')[0]!
    .getAttribute('aria-disabled') === 'true';

test('nothing can be chosen before an operator is', async () => {
  workOf(aDetail);
  const { user } = open('/monitor/single');
  expect(await screen.findByText('Seleccione un Operador')).toBeTruthy();
  await screen.findByRole('group', { name: 'Hasta' });
  expect([campaignsField(), box('Tabla'), box('Porcentaje')].map(({ disabled }) => disabled)).toEqual([
    true,
    true,
    true,
  ]);
  expect([isDisabled('Desde'), isDisabled('Hasta')]).toEqual([true, true]);
  expect(asked).toEqual([]);

  await user.type(screen.getByRole('combobox', { name: 'Selecciona un Operador' }), 'sosa');
  await user.click(await screen.findByRole('option', { name: 'Daniela Sosa' }));
  expect(await screen.findByText('12 días con llamados')).toBeTruthy();
  expect([campaignsField(), box('Tabla'), box('Porcentaje')].map(({ disabled }) => disabled)).toEqual([
    false,
    false,
    false,
  ]);
  expect([isDisabled('Desde'), isDisabled('Hasta')]).toEqual([false, false]);
  // Up to now: the field says until when the figures reach, and the server is asked for no end.
  expect(screen.getByRole('group', { name: 'Hasta' }).textContent?.replace(/[^\d:/ ]/g, '')).toContain('13/11/2026');
  expect([...asked[0]!.keys()]).toEqual([]);
  await user.click(campaignsField());
  expect(await screen.findByText('No hay campañas para mostrar.')).toBeTruthy();
});

test('until an operator is chosen, everybody of the side stands there with today’s calls and is one press away', async () => {
  workOf(aDetail);
  const { user, router } = open('/monitor/single?external=true');
  expect(await screen.findByText('Seleccione un Operador')).toBeTruthy();
  expect(await screen.findByText('Actualizado 11:42')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Emiliano Vera 3 llamados hoy · 1 efectivo' }));
  expect(await screen.findByText('12 días con llamados')).toBeTruthy();
  expect(router.state.location.search).toBe('?external=true&operator=20');
  await user.click(screen.getByRole('switch', { name: 'Externo' }));
  expect(await screen.findByRole('button', { name: 'Daniela Sosa 1 llamado hoy · 0 efectivos' })).toBeTruthy();
  server.use(refuse(api.monitor.day, 'BAD_REQUEST'));
  fakeSocket.fire('activity', { campaignIds: [7] });
  expect(await screen.findByText('Sin actualizar desde las 11:42')).toBeTruthy();
});

test('Tabla pages the days in the browser; on a narrow screen it is shown alone and Porcentaje is disabled', async () => {
  workOf(aDetail);
  const { user, router } = open('/monitor/single?operator=9');
  await screen.findByText('12 días con llamados');
  // One switch for the table, and no second one in the card.
  expect(screen.queryByRole('button', { name: 'Ver tabla' })).toBeNull();
  await user.click(box('Tabla'));
  const table = await screen.findByRole('table', { name: 'Llamados por día' });
  const rows = () => within(table).getAllByRole('row').slice(1);
  expect(rows()).toHaveLength(10);
  expect(rows()[0]?.textContent).toBe('13-11-2026156,7 %20,0 %09:0211:41');
  expect(screen.getByText('1–10 de 12')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  expect(rows()).toHaveLength(2);
  expect(router.state.location.search).toBe('?operator=9&table=true&pageNumber=1');
  expect(asked).toHaveLength(1);
  // The test's window is no 1280 px wide.
  expect(box('Porcentaje').disabled).toBe(true);
});

test('campaigns and dates of the address are asked for; the other side forgets operator and campaigns', async () => {
  workOf(aDetail, [
    { id: 1287, name: 'Relevamiento' },
    { id: 1284, name: 'Recordatorio' },
  ]);
  const span = { fromdate: '2026-10-26T03:00:00.000Z', todate: '2026-11-10T03:00:00.000Z' };
  const { user, router } = open(
    `/monitor/single?${new URLSearchParams({ operator: '9', campaigns: '1287', ...span })}`,
  );
  await screen.findByText('12 días con llamados');
  expect(Object.fromEntries(asked[0]!)).toEqual({ campaigns: '1287', ...span });
  expect(await screen.findByText('1 de 2')).toBeTruthy();
  await user.click(campaignsField());
  await user.click(await screen.findByRole('option', { name: '1284 · Recordatorio' }));
  await waitFor(() => expect(asked.at(-1)?.get('campaigns')).toBe('1287,1284'));
  await user.click(screen.getByRole('switch', { name: 'Interno' }));
  expect(await screen.findByText('Seleccione un Operador')).toBeTruthy();
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({ external: 'true', ...span });
});

/** Without the tests' waiting for every drawing: as browsers do it, what can wait is drawn later. */
async function asInABrowser(act: () => Promise<void>) {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  await act();
  environment.IS_REACT_ACT_ENVIRONMENT = true;
}

test('two campaigns ticked at once are both kept, also before the page was drawn with the first', async () => {
  workOf(aDetail, [
    { id: 1287, name: 'Relevamiento' },
    { id: 1284, name: 'Recordatorio' },
  ]);
  const { user, router } = open('/monitor/single?operator=9');
  await screen.findByText('12 días con llamados');
  await user.click(campaignsField());
  const options = await screen.findAllByRole('option');
  await asInABrowser(async () => {
    options[0]!.click();
    // What must be shown at once is; a page that is drawn in the background is not yet.
    await Promise.resolve();
    options[1]!.click();
  });
  expect(new URLSearchParams(router.state.location.search).get('campaigns')).toBe('1287,1284');
  expect(await screen.findByText('2 de 2')).toBeTruthy();
});

test('a span that ends before it begins sends no request and says why', async () => {
  workOf(aDetail);
  open('/monitor/single?operator=9&fromdate=2026-11-10T03:00:00.000Z&todate=2026-11-09T03:00:00.000Z');
  expect(await screen.findAllByText('La fecha Hasta debe ser posterior a la fecha Desde.')).toHaveLength(2);
  expect(asked).toEqual([]);
});

test('no call in the span', async () => {
  workOf({ ...aDetail, categories: [], dataValues: [], series: GROUPS.map((name) => ({ name, data: [] })) });
  open('/monitor/single?operator=9');
  expect(await screen.findByText('No hay llamados registrados en ese período.')).toBeTruthy();
});
