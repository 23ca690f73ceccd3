import { api } from '@campanero/contract';
import type { Live, LiveCampaign, LiveOperator } from '@campanero/contract/live/endpoints';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCampaignPage } from '../../../test/campaigns.ts';
import { aSession } from '../../../test/people.ts';
import { renderApp, renderPage } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';
import { fakeSocket } from '../../../test/socket.ts';
import { wordsOf } from '../../../test/words.ts';

// 11:42 of a Friday at UTC-3.
const NOW = Date.parse('2026-11-13T14:42:10Z');
/** With room for the table beside the navbar. */
const setWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport({ width });
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  setWidth(1440);
});
afterEach(() => {
  vi.useRealTimers();
  setWidth(1024);
});

const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const anOperator = (parts: Partial<LiveOperator>): LiveOperator => ({
  id: 1,
  name: 'Lucas Ferreyra',
  state: 'active',
  onPhone: null,
  campaignName: 'Recordatorio de turnos',
  lastActivityAt: minutesAgo(0),
  lastHour: { calls: 9, contacted: 4 },
  tenMinutes: [3, 2, 3, 1, 0, 0],
  pending: 298,
  overdueCallbacks: 0,
  callbacksToday: 0,
  ...parts,
});
const aCampaign = (parts: Partial<LiveCampaign>): LiveCampaign => ({
  id: 7,
  name: 'Recordatorio de turnos · Hospital Piñero',
  total: 9412,
  called: 6052,
  pending: 3360,
  neverCalled: 3010,
  endDate: '2026-11-27T23:00:00.000Z',
  pace: 210,
  forecastDay: '2026-11-29',
  daysLate: 2,
  lastActivityAt: minutesAgo(14),
  isInactive: false,
  closed: null,
  ...parts,
});
const NOTHING = { calls: 0, contacted: 0 };
const aBoard = (parts: Partial<Live> = {}): Live => ({
  at: new Date(NOW).toISOString(),
  alertMinutes: 10,
  callingHours: { isLearned: true, isOpen: true, today: { from: 9, to: 18 } },
  lastHour: { calls: 136, contacted: 74 },
  hourBefore: { calls: 124, contacted: 60 },
  today: { calls: 520, contacted: 250 },
  pending: 12_560,
  overdueCallbacks: 23,
  oldestCallbackAt: '2026-11-13T13:15:00.000Z',
  questions: { open: 0, oldestAt: null },
  operators: [
    anOperator({ state: 'inactive', lastActivityAt: minutesAgo(14), overdueCallbacks: 2, callbacksToday: 1 }),
    anOperator({ id: 2, name: 'Daniela Sosa', state: 'calling', lastActivityAt: minutesAgo(3) }),
    anOperator({ id: 3, name: 'Florencia Duarte', lastActivityAt: minutesAgo(1) }),
    anOperator({ id: 4, name: 'Valeria Núñez', state: 'finished', lastActivityAt: minutesAgo(75), lastHour: NOTHING }),
    anOperator({ id: 5, name: 'Ezequiel Paz', state: 'offline', lastActivityAt: null, lastHour: NOTHING }),
  ],
  campaigns: [aCampaign({})],
  ...parts,
});

const open = (path = '/monitor/live') => renderPage(path, { as: aSession(['Coordinador']) });
/** A figure by its name: number and note. */
const figure = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).parentElement!.textContent.replace(name, '');
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

test('an operator may not open it; for a coordinator it is the first entry of Monitor', async () => {
  server.use(reply(api.campaigns.list, aCampaignPage([])));
  const { router, unmount } = renderApp('/monitor/live', { as: aSession(['Operador']) });
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
  unmount();
  server.use(reply(api.live.view, aBoard()));
  renderApp('/monitor/live', { as: aSession(['Coordinador']) });
  const entries = await screen.findAllByRole('link', { name: /^(En vivo|Monitoreo|Individual)$/ });
  expect(entries.map((entry) => entry.textContent)).toEqual(['En vivo', 'Monitoreo', 'Individual']);
});

test('says how many questions wait for a coordinator, and leads to them', async () => {
  server.use(reply(api.live.view, aBoard({ questions: { open: 2, oldestAt: minutesAgo(12) } })));
  open();
  expect(await screen.findByText(/2 consultas esperan a un coordinador \(la más antigua, hace 12 min\)/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver consultas' }).getAttribute('href')).toBe('/questions');
});

test('five figures, operators in the server’s order with what they do, and what is due', async () => {
  server.use(reply(api.live.view, aBoard()));
  open();
  expect(await figure('Trabajando ahora')).toBe('2 de 51 en llamado · 1 activo');
  expect(await figure('Llamados, última hora')).toBe('13612 más que la anterior');
  expect(await figure('Contactabilidad, última hora')).toBe('54,4 %Promedio de hoy: 48,1 %');
  expect(await figure('Por llamar')).toBe('12.560En 1 campaña en curso');
  expect(await figure('Rellamados vencidos')).toBe('23El más antiguo: 10:15');
  expect(screen.getByText('Actualizado 11:42')).toBeTruthy();
  expect(rows()).toEqual([
    ['LFLucas FerreyraRecordatorio de turnos', 'Sin actividad', '11:28hace 14 min', '9', '44 %', '2982 vencidos'],
    ['DSDaniela SosaRecordatorio de turnos', 'En llamado', '11:42ahora', '9', '44 %', '298'],
    ['FDFlorencia DuarteRecordatorio de turnos', 'Activo', '11:41hace 1 min', '9', '44 %', '298'],
    ['VNValeria NúñezRecordatorio de turnos', 'Nada por ahora', '10:27hace 1 h', '0', '—', '298'],
    ['EPEzequiel PazRecordatorio de turnos', 'Desconectado', '—', '0', '—', '298'],
  ]);
  expect(screen.getAllByRole('img', { name: 'Llamados por tramo de 10 minutos: 3, 2, 3, 1, 0, 0' })).toHaveLength(5);
  expect(screen.getByTitle('Rellamados: 2 vencidos, 1 hoy')).toBeTruthy();
});

test('says whose telephone rings and who is talking, whatever they did before', async () => {
  const operators = [
    anOperator({ id: 1, state: 'inactive', onPhone: 'ringing' }),
    anOperator({ id: 2, state: 'calling', onPhone: 'talking' }),
    anOperator({ id: 3, state: 'calling' }),
  ];
  server.use(reply(api.live.view, aBoard({ operators })));
  open();
  await screen.findByText('Hablando');
  expect(await figure('Trabajando ahora')).toBe('3 de 33 en llamado · 0 activos');
  expect(rows().map((cells) => cells[1])).toEqual(['Sonando', 'Hablando', 'En llamado']);
});

const FORECASTS: [Partial<LiveCampaign>, words: string][] = [
  [{}, 'Termina el 29-11, 2 días tarde'],
  [{ forecastDay: '2026-11-26', daysLate: -1 }, 'A tiempo: termina el 26-11, 1 día antes'],
  [{ forecastDay: '2026-11-27', daysLate: 0 }, 'A tiempo: termina el 27-11, el mismo día'],
  [{ neverCalled: 0, forecastDay: null, daysLate: null }, 'Todos los contactos se llamaron al menos una vez'],
  [{ pace: null, forecastDay: null, daysLate: null }, 'Nadie llamó contactos nuevos en las últimas dos semanas'],
];
test('campaigns: progress, pace, what is left, and when they will end', async () => {
  setWidth(1366);
  const campaigns = FORECASTS.map(([parts], id) => aCampaign({ id, ...parts }));
  server.use(reply(api.live.view, aBoard({ campaigns })));
  open();
  const list = within(await screen.findByRole('list', { name: 'Campañas en curso' }));
  const texts = list.getAllByRole('listitem').map((item) => item.textContent);
  for (const [place, [, words]] of FORECASTS.entries()) expect(texts[place]).toContain(words);
  expect(texts[0]).toContain('64,3 %210 nuevos/día3.360 por llamar · fin 27-11');
});

test('one warning a campaign, the worse one; the others wait behind a button that says how many', async () => {
  const onTime = { forecastDay: '2026-11-26', daysLate: -1 };
  const campaigns = [
    aCampaign({ id: 1, isInactive: true }),
    aCampaign({ id: 2, isInactive: true, ...onTime }),
    aCampaign({ id: 3, isInactive: true, ...onTime }),
    ...[4, 5, 6].map((id) => aCampaign({ id, ...onTime })),
    aCampaign({ id: 7, isInactive: true, lastActivityAt: null, ...onTime }),
  ];
  server.use(reply(api.live.view, aBoard({ campaigns })));
  const { user } = open();
  const list = within(await screen.findByRole('list', { name: 'Campañas en curso' }));
  const verdicts = () =>
    list.getAllByRole('listitem').map(({ textContent }) => textContent.slice(textContent.indexOf('27-11') + 5));
  const silent = 'Nadie registra llamados hace 14 min';
  const good = 'A tiempo: termina el 26-11, 1 día antes';
  const four = ['Termina el 29-11, 2 días tarde', silent, silent, good];
  expect(verdicts()).toEqual(four);
  const fold = screen.getByRole('button', { name: 'y 3 más, 1 con aviso', expanded: false });
  await user.click(fold);
  expect(verdicts()).toEqual([...four, good, good, 'Nadie registró llamados todavía']);
  await user.click(screen.getByRole('button', { name: 'Ver menos', expanded: true }));
  expect(verdicts()).toEqual(four);
});

test.each<[Live['callingHours'], words: string]>([
  [
    { isLearned: true, isOpen: false, today: { from: 9, to: 18 } },
    'Fuera del horario habitual (hoy de 9 a 18): sin alertas de inactividad',
  ],
  [
    { isLearned: false, isOpen: true, today: { from: 9, to: 20 } },
    'Primero los que piden atención · horario supuesto: lunes a viernes, 9 a 20',
  ],
])('the board says outside which hours it is silent, and when they are assumed: %j', async (callingHours, words) => {
  const operators = [anOperator({ state: 'offHours' })];
  server.use(reply(api.live.view, aBoard({ callingHours, operators })));
  open();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText('Fuera de horario')).toBeTruthy();
});

test('a centre where nothing happens has no figure that is no number', async () => {
  const nothing = { lastHour: NOTHING, hourBefore: NOTHING, today: NOTHING, pending: 0 };
  const empty = { overdueCallbacks: 0, oldestCallbackAt: null, operators: [], campaigns: [] };
  server.use(reply(api.live.view, aBoard({ ...nothing, ...empty })));
  open();
  expect(await figure('Contactabilidad, última hora')).toBe('—Promedio de hoy: —');
  expect(await figure('Llamados, última hora')).toBe('0Igual que la anterior');
  expect(await figure('Rellamados vencidos')).toBe('0Ninguno espera');
  expect(screen.getByText('Nadie tiene campañas en curso')).toBeTruthy();
  expect(screen.getByText('No hay campañas en curso')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/NaN|Infinity|undefined/);
});

test('minutes go on by the page’s clock; calls move the board, and so does a connection that came back', async () => {
  server.use(reply(api.live.view, aBoard()));
  open();
  await screen.findByText('hace 14 min');
  server.use(refuse(api.live.view, 'BAD_REQUEST'));
  await act(() => vi.advanceTimersByTimeAsync(75_000));
  expect(screen.getByText('hace 15 min')).toBeTruthy();
  expect(screen.getByText('Sin actualizar desde las 11:42')).toBeTruthy();

  await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
  act(() => fakeSocket.fire('connect'));
  const withCalls = (calls: number) => server.use(reply(api.live.view, aBoard({ lastHour: { calls, contacted: 1 } })));
  withCalls(137);
  act(() => fakeSocket.fire('activity', { campaignIds: [7] }));
  await waitFor(async () => expect(await figure('Llamados, última hora')).toMatch(/^137/));
  withCalls(138);
  act(() => fakeSocket.fire('disconnect', 'transport close'));
  act(() => fakeSocket.fire('connect'));
  await waitFor(async () => expect(await figure('Llamados, última hora')).toMatch(/^138/));
});

test('each side has its board', async () => {
  server.use(
    reply(api.live.view, ({ query }) =>
      aBoard({ operators: [anOperator({ name: query.get('external') === '1' ? 'Eva Externa' : 'Ana Interna' })] }),
    ),
  );
  const { user } = open();
  expect(await screen.findByText('Ana Interna')).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: 'Interno' }));
  expect(await screen.findByText('Eva Externa')).toBeTruthy();
  expect(screen.getByText('Hoy, 13-11-2026 · Externos')).toBeTruthy();
});

test('on the wall only those in alert are named and nothing has decimals; Esc leaves it', async () => {
  server.use(reply(api.live.view, aBoard()));
  const { user, router } = open();
  await user.click(await screen.findByRole('button', { name: 'Pantalla completa' }));
  const wall = await screen.findByRole('dialog', { name: 'En vivo, pantalla completa' });
  expect(wall.textContent).toContain('Viernes 13-11-2026');
  const words = wordsOf(wall).join(' ');
  expect(words).toContain('Contactabilidad, última hora 54 % Promedio de hoy: 48 %');
  expect(words).toContain('Llamados, última hora 136 12 más que la hora anterior');
  expect(wall.textContent).toContain('64 %2 días tarde');
  expect(wall.textContent).toContain('Lucas Ferreyra · Sin actividad hace 14 min');
  expect(wall.textContent).toContain('El rellamado más antiguo espera desde las 10:15 · 1 campaña termina tarde');
  for (const name of ['Daniela Sosa', 'Florencia Duarte', 'Ezequiel Paz']) expect(wall.textContent).not.toContain(name);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toBe('');
});

test('a screen may be opened at the wall; several in alert share the bar, then what is late, and only then no alert', async () => {
  const inactiveOperators = ['Ana Paz', 'Eva Gil', 'Luz Sol', 'Ana Ríos'].map((name, place) =>
    anOperator({ id: place + 1, name, state: 'inactive', lastActivityAt: minutesAgo(20 - place) }),
  );
  server.use(reply(api.live.view, aBoard({ operators: inactiveOperators })));
  open('/monitor/live?wall=1');
  expect((await screen.findByRole('dialog')).textContent).toContain(
    'Sin actividad: Ana Paz 20 min · Eva Gil 19 min · Luz Sol 18 miny 1 más · El rellamado más antiguo espera desde las 10:15',
  );
  await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
  const shows = async (parts: Partial<Live>, bar: string) => {
    server.use(reply(api.live.view, aBoard({ operators: [], ...parts })));
    act(() => fakeSocket.fire('activity', { campaignIds: [7] }));
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toMatch(new RegExp(`${bar}$`)));
  };
  // Nobody in alert is no rest while calls are late.
  const noCallbacks = { overdueCallbacks: 0, oldestCallbackAt: null };
  const inTime = aCampaign({ forecastDay: '2026-11-26', daysLate: -1 });
  await shows({}, 'El rellamado más antiguo espera desde las 10:151 campaña termina tarde');
  await shows({ ...noCallbacks, campaigns: [{ ...inTime, isInactive: true }] }, '1 campaña sin registros');
  await shows({ ...noCallbacks, campaigns: [inTime] }, 'Sin alertas');
  const closed = { isLearned: true, isOpen: false, today: null };
  await shows({ ...noCallbacks, campaigns: [inTime], callingHours: closed }, 'Fuera del horario de llamados');
});

test('a server in trouble is said, and asked again at a press', async () => {
  server.use(refuse(api.live.view, 'BAD_REQUEST'));
  const { user } = open();
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  server.use(reply(api.live.view, aBoard()));
  await user.click(retry);
  expect(await screen.findByText('Lucas Ferreyra')).toBeTruthy();
});
