import { api } from '@campanero/contract';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import type { CampaignFigures, OwnToday } from '@campanero/contract/statistics/campaign-endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { publishActivity } from '../../../../lib/live/activity.ts';
import { aCampaign } from '../../../../test/campaign-world.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage } from '../../../../test/render.tsx';
import { A_DIAL, fail, refuse, reply, server } from '../../../../test/server.ts';
import { wordsOf } from '../../../../test/words.ts';

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
});

const FIGURES: CampaignFigures = {
  totalCalls: 17_905,
  totalCalled: 11_665,
  pending: 6_240,
  totalReCalled: 3_182,
  contacted: 7_004,
  effective: 2_551,
  participate: 1_246,
  takeoverByMail: 388,
  takeoverByWhatsapp: 917,
  affinity: { positive: 3_902, neutral: 2_410, negative: 692 },
};
const NOTHING: CampaignFigures = {
  ...(Object.fromEntries(Object.keys(FIGURES).map((key) => [key, 0])) as Omit<CampaignFigures, 'affinity'>),
  affinity: { positive: 0, neutral: 0, negative: 0 },
};
const DAYS = [
  { date: '2026-11-02', callsMade: 15, contacted: 9, effective: 4, contactedOnly: 5 },
  { date: '2026-11-04', callsMade: 3, contacted: 1, effective: 1, contactedOnly: 0 },
];

const TODAY = {
  at: '2026-11-13T14:42:00.000Z',
  callsMade: 18,
  contacted: 9,
  usual: { days: 4, isSameWeekday: true, callsMade: 22, contacted: 10, wholeDay: 61 },
};

/** The searches that the figures were asked with. */
let asked: string[];
function open(
  options: {
    status?: CampaignStatus;
    role?: string;
    path?: string;
    figures?: () => CampaignFigures;
    ownToday?: OwnToday;
    survey?: { id: number; name: string } | null;
  } = {},
) {
  const {
    status = 'EN CURSO',
    role = 'Coordinador',
    path = '',
    figures = () => FIGURES,
    ownToday = TODAY,
    survey = null,
  } = options;
  asked = [];
  server.use(
    reply(api.campaigns.detail, aCampaign({ id: 31, status, survey })),
    reply(api.campaignStatistics.campaign, ({ query }) => {
      asked.push(query.toString());
      return figures();
    }),
    reply(api.campaignStatistics.days, figures().totalCalled > 0 ? DAYS : []),
    reply(api.campaignStatistics.ownDays, DAYS),
    reply(api.campaignStatistics.ownToday, ownToday),
    reply(api.campaignStatistics.own, ({ query }) => {
      asked.push(query.toString());
      return FIGURES;
    }),
  );
  return renderPage(`/campaign/stats/31${path}`, { as: aSession([role]) });
}

/** The words of one block's cards. */
const cardsOf = (block: HTMLElement) =>
  within(block)
    .getAllByRole('term')
    .map((name) => [name.textContent, ...wordsOf(name.nextElementSibling!)]);

test('with a survey the cards say how many answered by their link', async () => {
  open({ survey: { id: 3, name: 'Barrio' } });
  server.use(reply(api.surveys.linkCounts, { mail: { sent: 380, answered: 1 }, whatsapp: { sent: 0, answered: 0 } }));
  expect(await screen.findByText('Respondieron 1 de 380 enlaces')).toBeTruthy();
  expect(screen.queryByText(/de 0 enlaces/)).toBeNull();
});

test('a manager sees the cards in three blocks, with shares of the base, the funnel and the days', async () => {
  open();
  expect(cardsOf(await screen.findByRole('region', { name: 'Llamados' }))).toEqual([
    ['Base total', '17.905', '100,0 %'],
    ['Llamados realizados', '11.665', '65,1 %'],
    ['Llamados pendientes', '6.240', '34,9 %'],
    ['Rellamados', '3.182', '17,8 %'],
  ]);
  expect(cardsOf(screen.getByRole('region', { name: 'Resultados' }))).toEqual([
    ['Contactados', '7.004', '39,1 %'],
    ['Efectivos', '2.551', '14,2 %'],
    ['Participa', '1.246', '7,0 %'],
    ['Relevamiento por mail', '388', '2,2 %'],
    ['Relevamiento por WhatsApp', '917', '5,1 %'],
  ]);
  const communication = screen.getByRole('region', { name: 'Comunicación' });
  expect(communication.textContent).toContain('7.004 con afinidad');
  const affinities = ['Positivo', '3.902', '21,8 %', 'Neutral', '2.410', '13,5 %', 'Negativo', '692', '3,9 %'];
  expect(wordsOf(communication).slice(-affinities.length)).toEqual(affinities);
  expect(screen.getByRole('img', { name: /^Del contacto al resultado\. .*Efectivos: 2\.551, 14,2 %/ })).toBeTruthy();
  expect(document.title).toContain('Estadísticas de Veredas de Flores');
});

test('where an exchange tells, a card adds up the time on the phone by operator and outcome', async () => {
  const [ana, luis] = [
    { id: 7, name: 'Ana Ledesma' },
    { id: 8, name: 'Luis Paz' },
  ];
  const state = { id: 3, name: 'No contesta', color: '#d84315' };
  server.use(
    reply(api.phone.dial, { ...A_DIAL, hasEvents: true }),
    reply(api.phone.times, [
      { operator: ana, state, calls: 4, answered: 0, ringSeconds: 100, talkSeconds: 0 },
      { operator: ana, state: null, calls: 1, answered: 1, ringSeconds: 10, talkSeconds: 65 },
      { operator: luis, state, calls: 1, answered: 0, ringSeconds: 25, talkSeconds: 0 },
    ]),
  );
  const { user } = open();
  const card = await screen.findByRole('region', { name: 'Tiempo en el teléfono' });
  const rows = () =>
    within(card)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  const ofAna = ['Ana Ledesma', '5', '1', '1 min 50 s', '1 min 5 s', '1 min 5 s'];
  const ofLuis = ['Luis Paz', '1', '0', '25 s', '0 s', '—'];
  expect(rows()).toEqual([ofAna, ofLuis]);
  await user.click(within(card).getByRole('button', { name: 'Ana Ledesma' }));
  expect(rows()).toEqual([
    ofAna,
    ['No contesta', '4', '0', '1 min 40 s', '0 s', '—'],
    ['Sin registro', '1', '1', '10 s', '1 min 5 s', '1 min 5 s'],
    ofLuis,
  ]);
});

test('the time on the phone that could not be added up says so, beside figures that were', async () => {
  server.use(reply(api.phone.dial, { ...A_DIAL, hasEvents: true }), fail(api.phone.times));
  open();
  const card = await screen.findByRole('region', { name: 'Tiempo en el teléfono' });
  expect(within(card).getByText(/elija fechas/)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Llamados' })).toBeTruthy();
});

test('the days are a chart and, one press away, a table with the same numbers, empty days included', async () => {
  const { user } = open();
  const days = await screen.findByRole('region', { name: 'Llamados por día' });
  await user.click(within(days).getByRole('button', { name: 'Ver tabla' }));
  const rows = within(within(days).getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Día', 'Efectivos', 'Otros contactados', 'Sin contacto', 'Total'],
    ['02-11-2026', '4', '5', '6', '15'],
    ['03-11-2026', '0', '0', '0', '0'],
    ['04-11-2026', '1', '0', '2', '3'],
  ]);
});

test('an operator sees five cards of their own, their days and today against their usual, and nothing else', async () => {
  open({ role: 'Operador' });
  const own = await screen.findByRole('region', { name: 'Mis llamados' });
  expect(cardsOf(own).map(([name]) => name)).toEqual([
    'Base total',
    'Llamados realizados',
    'Rellamados',
    'Contactados',
    'Efectivos',
  ]);
  for (const name of ['Llamados', 'Resultados', 'Comunicación', 'Llamados por día'])
    expect(screen.queryByRole('region', { name })).toBeNull();
  const days = await screen.findByRole('region', { name: 'Mis llamados por día' });
  expect(within(days).getByRole('button', { name: 'Ver tabla' })).toBeTruthy();
  const today = within(await screen.findByRole('region', { name: 'Hoy, hasta las 11:42' }));
  expect(today.getByRole('img', { name: /Hoy: 18; Habitual a esta hora: 22; Habitual en el día: 61/ })).toBeTruthy();
  expect(today.getByText(/llamados menos/).parentElement!.textContent).toBe(
    '4 llamados menos que lo habitual a esta hora (promedio de 4 viernes). Contactados: 9; lo habitual, 10.',
  );
});

test.each([
  [{ ...TODAY, usual: null }, 'Todavía no hay otros días suyos en esta campaña con que comparar.'],
  [
    { ...TODAY, callsMade: 23, usual: { ...TODAY.usual, days: 1, isSameWeekday: false } },
    '1 llamado más que lo habitual a esta hora (su último día). Contactados: 9; lo habitual, 10.',
  ],
])('an operator’s first days have little to stand against: %#', async (ownToday, words) => {
  open({ role: 'Operador', ownToday });
  const today = await screen.findByRole('region', { name: 'Hoy, hasta las 11:42' });
  expect(today.textContent).toContain(words);
});

test('of a finished campaign there is no today', async () => {
  open({ role: 'Operador', status: 'FINALIZADA' });
  expect(await screen.findByRole('region', { name: 'Mis llamados por día' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: /^Hoy/ })).toBeNull();
});

test('a campaign without audience shows zeros and no share of nothing', async () => {
  open({ status: 'PENDIENTE', figures: () => NOTHING });
  const calls = await screen.findByRole('region', { name: 'Llamados' });
  expect(cardsOf(calls)[0]).toEqual(['Base total', '0', '—']);
  expect(document.body.textContent).not.toMatch(/NaN|Infinity/);
  expect(screen.getByText('Todavía no se registró ningún llamado.')).toBeTruthy();
});

test('the dates are in the address, are sent as they are there, and can be removed', async () => {
  const { user, router } = open({ path: '?fromdate=2026-11-03T12:00:00.000Z' });
  await screen.findByRole('region', { name: 'Llamados' });
  expect(asked).toEqual(['fromdate=2026-11-03T12%3A00%3A00.000Z']);
  expect(screen.getByText(/la base total y los pendientes son los de hoy/)).toBeTruthy();
  const until = await screen.findByRole('group', { name: 'Hasta' });
  await user.click(within(until).getAllByRole('spinbutton')[0]!);
  await user.keyboard('131120261200');
  await waitFor(() => expect(router.state.location.search).toContain('todate=2026-11-13T15%3A00%3A00.000Z'));
  await waitFor(() => expect(asked.at(-1)).toContain('todate=2026-11-13T15%3A00%3A00.000Z'));
  await user.click(screen.getByRole('button', { name: 'Quitar fechas' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.queryByRole('button', { name: 'Quitar fechas' })).toBeNull();
  await waitFor(() => expect(asked.at(-1)).toBe(''));
});

test('dates in the wrong order are not sent: the field says so', async () => {
  open({ path: '?fromdate=2026-11-13T12:00:00.000Z&todate=2026-11-03T12:00:00.000Z' });
  expect(await screen.findByText('La fecha Hasta debe ser posterior a la fecha Desde.')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('the cards move when the campaign does, and keep their place when asking again fails', async () => {
  let called = 11_665;
  open({ figures: () => ({ ...FIGURES, totalCalled: called }) });
  const calls = await screen.findByRole('region', { name: 'Llamados' });
  called = 11_666;
  publishActivity({ campaignIds: [8] });
  publishActivity({ campaignIds: [31] });
  await waitFor(() => expect(calls.textContent).toContain('11.666'));
  server.use(refuse(api.campaignStatistics.campaign, 'UNAVAILABLE'));
  publishActivity({ campaignIds: [31] });
  expect(calls).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a finished campaign says that its figures are those of its end', async () => {
  open({ status: 'FINALIZADA' });
  expect(await screen.findByText('Cifras del cierre de la campaña.')).toBeTruthy();
});

test('a failure says the catalogue’s sentence and offers to try again', async () => {
  const { user } = open();
  server.use(refuse(api.campaignStatistics.campaign, 'INTERNAL'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Hubo un fallo con el servidor, inténtelo de nuevo o contacte con el soporte.');
  server.use(reply(api.campaignStatistics.campaign, FIGURES));
  await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('region', { name: 'Llamados' })).toBeTruthy();
});
