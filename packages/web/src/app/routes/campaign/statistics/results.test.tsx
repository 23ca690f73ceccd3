import { api } from '@campanero/contract';
import { formatDateTime } from '@campanero/contract/shared/dates';
import type { QuestionResult, SurveyRates, SurveyResults } from '@campanero/contract/surveys/results-schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { publishActivity } from '../../../../lib/live/activity.ts';
import { aCampaign } from '../../../../test/campaign-world.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage } from '../../../../test/render.tsx';
import { refuse, reply, server } from '../../../../test/server.ts';

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
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe: () => void;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.observe = () => tell([{ isIntersecting: true }]);
      }
      disconnect = () => undefined;
    },
  );
});

const question = (id: number, kind: QuestionResult['kind'], parts: Partial<QuestionResult> = {}): QuestionResult => ({
  id,
  kind,
  text: `Pregunta ${id}`,
  section: 'Su barrio',
  isRetired: false,
  unit: '',
  answered: 0,
  unknown: 0,
  skipped: 0,
  options: [],
  distribution: null,
  classes: [],
  periods: [],
  ...parts,
});
const option = (id: number, text: string, count: number, isRetired = false) => ({ id, text, count, isRetired });

const RESULTS: SurveyResults = {
  at: '2026-11-13T14:42:00.000Z',
  survey: { id: 3, name: 'Barrio' },
  begun: 200,
  complete: 150,
  channels: [
    { channel: 'phone', begun: 160, complete: 120 },
    { channel: 'mail', begun: 30, complete: 20 },
    { channel: 'whatsapp', begun: 10, complete: 10 },
  ],
  days: [
    { date: '2026-11-10', begun: 120, complete: 100 },
    { date: '2026-11-12', begun: 80, complete: 50 },
  ],
  questions: [
    question(2, 'choice', {
      text: '¿Qué le hace falta?',
      answered: 160,
      unknown: 30,
      skipped: 10,
      options: [
        option(1, 'Luz', 120),
        option(2, 'Árboles', 36),
        option(3, 'Bancos', 4, true),
        option(4, 'Nada', 0, true),
      ],
    }),
    question(4, 'scale', {
      text: '¿Qué nota le pone?',
      answered: 3,
      options: [option(0, '', 1), option(1, 'Muy buena', 2)],
      distribution: { mean: 2 / 3, median: 1, deviation: 0.577_35, min: 0, max: 1 },
    }),
    question(7, 'short', { text: '¿Qué mejoraría?', answered: 21 }),
    question(9, 'date', {
      text: '¿Desde cuándo?',
      answered: 3,
      periods: [
        { period: '2020-11', count: 1 },
        { period: '2021-01', count: 2 },
      ],
    }),
    question(8, 'yesNo', {
      text: '¿Volvería?',
      isRetired: true,
      answered: 1,
      options: [option(1, 'Sí', 1), option(2, 'No', 0)],
    }),
  ],
};
const RATES: SurveyRates = {
  counts: { I: 300, P: 50, R: 120, NC: 80, O: 50, UH: 200, UO: 50, NE: 150 },
  states: [{ id: 9, name: 'No desea participar', class: 'R', calls: 120, complete: 0, begun: 0 }],
};

const NONE = { totalCalls: 0, totalCalled: 0, totalReCalled: 0, contacted: 0, effective: 0 };
const NO_LINKS = { sent: 0, answered: 0 };
/** The tab beside it, which is open first. */
const statistics = () => [
  reply(api.campaignStatistics.campaign, {
    ...NONE,
    pending: 0,
    participate: 0,
    takeoverByMail: 0,
    takeoverByWhatsapp: 0,
    affinity: { positive: 0, neutral: 0, negative: 0 },
  }),
  reply(api.campaignStatistics.days, []),
  reply(api.campaignStatistics.own, NONE),
  reply(api.campaignStatistics.ownDays, []),
  reply(api.campaignStatistics.ownToday, { at: RESULTS.at, callsMade: 0, contacted: 0, usual: null }),
  reply(api.surveys.linkCounts, { mail: NO_LINKS, whatsapp: NO_LINKS }),
];

let asked: string[];
function open(options: { role?: string; path?: string; hasSurvey?: boolean; results?: () => SurveyResults } = {}) {
  const { role = 'Coordinador', path = '?tab=results', hasSurvey = true, results = () => RESULTS } = options;
  asked = [];
  const survey = hasSurvey ? { id: 3, name: 'Barrio' } : null;
  server.use(
    ...statistics(),
    reply(api.campaigns.detail, aCampaign({ id: 31, status: 'EN CURSO', survey })),
    reply(api.surveyResults.results, ({ query }) => {
      asked.push(query.toString());
      return results();
    }),
    reply(api.surveyResults.rates, RATES),
    reply(api.surveys.quotas, { version: 1, cells: [] }),
    reply(api.surveys.ofCampaign, { id: 3, name: 'Barrio', number: 1, items: [] }),
    reply(api.lookups.locations, []),
    reply(api.surveyResults.words, { texts: 20, words: [{ word: 'luz', count: 12 }] }),
    reply(api.surveyResults.texts, {
      texts: [
        { callId: 1, words: '<b>Más luz</b>', savedAt: '2026-11-12T14:00:00.000Z' },
        { callId: 2, words: '(borrado)', savedAt: '2026-11-11T14:00:00.000Z' },
      ],
      totalElementsCount: 21,
      page: 0,
    }),
    reply(api.audience.assigned, { operators: [], workingWeekdays: [] }),
    reply(api.lookups.locations, []),
  );
  return renderPage(`/campaign/stats/31${path}`, { as: aSession([role]) });
}

const rowsOf = (card: HTMLElement) =>
  within(within(card).getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('of a campaign with a survey there is a tab beside the statistics', async () => {
  const { user } = open({ path: '' });
  await user.click(await screen.findByRole('tab', { name: 'Resultados' }));
  expect(await screen.findByRole('region', { name: 'Entrevistas' })).toBeTruthy();
  expect(document.title).toContain('Resultados de Veredas de Flores');
});

test.each([
  ['without a survey', { hasSurvey: false }],
  ['for an operator', { role: 'Operador' }],
])('%s there is none', async (_what, parts) => {
  open(parts);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('tab')).toBeNull();
  expect(asked).toEqual([]);
});

test('how many were begun and completed, by channel and by day', async () => {
  const { user } = open();
  const strip = await screen.findByRole('region', { name: 'Entrevistas' });
  expect(
    within(strip)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling!.textContent]),
  ).toEqual([
    ['Comenzadas', '200100,0 %'],
    ['Completas', '15075,0 %'],
    ['Por teléfono', '16080,0 %'],
    ['Por mail', '3015,0 %'],
    ['Por WhatsApp', '105,0 %'],
  ]);
  const days = screen.getByRole('region', { name: 'Entrevistas por día' });
  await user.click(within(days).getByRole('button', { name: 'Ver tabla' }));
  expect(rowsOf(days)).toEqual([
    ['Día', 'Completas', 'Sin terminar', 'Total'],
    ['10-11-2026', '100', '20', '120'],
    ['11-11-2026', '0', '0', '0'],
    ['12-11-2026', '50', '30', '80'],
  ]);
});

test('shares are of those who answered; the others stand apart, and options that are gone say so', async () => {
  const { user } = open();
  const card = await screen.findByRole('region', { name: '¿Qué le hace falta?' });
  expect(within(card).getByRole('img', { name: /Luz: 120, 75,0 %; Árboles: 36, 22,5 %/ })).toBeTruthy();
  expect(card.textContent).toContain('160 respondieron · 30 no sabe / no contesta · 10 sin responder');
  await user.click(within(card).getByRole('button', { name: 'Ver tabla' }));
  expect(rowsOf(card)).toEqual([
    ['Respuesta', 'Cantidad', 'Porcentaje'],
    ['Luz', '120', '75,0 %'],
    ['Árboles', '36', '22,5 %'],
    ['Bancos (ya no se ofrece)', '4', '2,5 %'],
    ['No sabe / No contesta', '30', '—'],
    ['Sin responder', '10', '—'],
  ]);
});

test('a scale has mean, median and spread; a date its months, empty ones too', async () => {
  const { user } = open();
  const scale = await screen.findByRole('region', { name: '¿Qué nota le pone?' });
  expect(scale.textContent).toContain('Media 0,67 · Mediana 1 · Desvío estándar 0,58 · De 0 a 1');
  await user.click(within(scale).getByRole('button', { name: 'Ver tabla' }));
  expect(rowsOf(scale).slice(0, 3)).toEqual([
    ['Puntaje', 'Respuestas'],
    ['0', '1'],
    ['1 (Muy buena)', '2'],
  ]);
  const date = screen.getByRole('region', { name: '¿Desde cuándo?' });
  await user.click(within(date).getByRole('button', { name: 'Ver tabla' }));
  expect(rowsOf(date).slice(0, 4)).toEqual([
    ['Mes', 'Respuestas'],
    ['11-2020', '1'],
    ['12-2020', '0'],
    ['01-2021', '2'],
  ]);
});

test('what is not asked any more stays, under its title', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Ya no se preguntan' })).toBeTruthy();
  expect(screen.getByRole('region', { name: '¿Volvería?' }).textContent).toContain('Ya no se pregunta');
});

test('texts: the words that occur most, and one press away all of them as they were said', async () => {
  const { user } = open();
  const card = await screen.findByRole('region', { name: '¿Qué mejoraría?' });
  expect(await within(card).findByText('Palabras de 20 respuestas')).toBeTruthy();
  expect(within(card).getByRole('img', { name: /luz: 12, 60,0 %/ })).toBeTruthy();
  await user.click(within(card).getByRole('button', { name: 'Leer las respuestas' }));
  const list = await within(card).findByRole('list', { name: 'Respuestas a: ¿Qué mejoraría?' });
  expect(within(list).getByText('<b>Más luz</b>')).toBeTruthy();
  expect(within(list).getByText(formatDateTime('2026-11-12T14:00:00.000Z'))).toBeTruthy();
  expect(within(list).getByText('(borrado)')).toBeTruthy();
  expect(card.textContent).toContain('1–20 de 21');
});

test('texts of another filter begin with their first page', async () => {
  const { user, router } = open();
  const pages: string[] = [];
  server.use(
    reply(api.surveyResults.texts, ({ query }) => {
      const page = Number(query.get('pageNumber'));
      pages.push(`${query.get('channel') ?? 'all'} ${page}`);
      return { texts: [], totalElementsCount: 45, page };
    }),
  );
  const card = await screen.findByRole('region', { name: '¿Qué mejoraría?' });
  await user.click(within(card).getByRole('button', { name: 'Leer las respuestas' }));
  await user.click(await within(card).findByRole('button', { name: 'Página siguiente' }));
  await waitFor(() => expect(pages.at(-1)).toBe('all 1'));
  await act(() => router.navigate('/campaign/stats/31?tab=results&channel=mail'));
  await waitFor(() => expect(pages.at(-1)).toBe('mail 0'));
});

test('the rates say formula, e and the numbers of each class', async () => {
  open();
  const card = await screen.findByRole('region', { name: 'Tasas de respuesta (AAPOR)' });
  expect(card.textContent).toContain('e = 0,8');
  const rates = within(card).getByRole('table', { name: 'Tasas' });
  expect(within(rates).getByRole('row', { name: /^RR1 Respuesta/ }).textContent).toBe(
    'RR1 RespuestaI / (I + P + R + NC + O + UH + UO)35,3 %',
  );
  expect(within(rates).getByRole('row', { name: /^RR3/ }).textContent).toContain('37,5 %');
  const classes = within(card).getByRole('table', { name: 'Clases' });
  expect(within(classes).getByRole('row', { name: /^R Rechazo/ }).textContent).toContain(
    'Sin entrevista: No desea participar120',
  );
});

test('filters are in the address, are sent, and can be removed', async () => {
  const { user, router } = open();
  await screen.findByRole('region', { name: 'Entrevistas' });
  await user.click(screen.getByRole('button', { name: /^Filtros/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Filtros' });
  await user.click(within(dialog).getByRole('button', { name: 'Mail' }));
  await user.click(within(dialog).getByRole('combobox', { name: 'Respuesta a otra pregunta' }));
  await user.click(await screen.findByRole('option', { name: '¿Qué le hace falta?' }));
  expect(within(dialog).getByText('Elija una o más de las respuestas de la pregunta.')).toBeTruthy();
  await user.click(within(dialog).getByRole('combobox', { name: 'Respondieron' }));
  await user.click(await screen.findByRole('option', { name: 'Luz' }));
  await user.click(await screen.findByRole('option', { name: 'No sabe / No contesta' }));
  await user.click(within(dialog).getByRole('button', { name: 'Aplicar' }));
  await waitFor(() => expect(asked.at(-1)).toBe('channel=mail&questionId=2&options=1%2Cns'));
  expect(router.state.location.search).toContain('tab=results');
  const tags = within(screen.getByRole('list', { name: 'Filtros activos' }));
  expect(tags.getByText('Canal: mail')).toBeTruthy();
  await user.click(tags.getByRole('button', { name: 'Quitar ¿Qué le hace falta?: Luz o No sabe / No contesta' }));
  await waitFor(() => expect(asked.at(-1)).toBe('channel=mail'));
  await user.click(screen.getByRole('button', { name: 'Limpiar' }));
  await waitFor(() => expect(router.state.location.search).toBe('?tab=results'));
});

test('dates in the wrong order are not sent: the field says so', async () => {
  open({ path: '?tab=results&fromdate=2026-11-13T12:00:00.000Z&todate=2026-11-03T12:00:00.000Z' });
  expect(await screen.findByText('La fecha Hasta debe ser posterior a la fecha Desde.')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('the figures move while people answer, and stay when asking again fails', async () => {
  let begun = 200;
  open({ results: () => ({ ...RESULTS, begun }) });
  const strip = await screen.findByRole('region', { name: 'Entrevistas' });
  begun = 201;
  publishActivity({ campaignIds: [8] });
  publishActivity({ campaignIds: [31] });
  await waitFor(() => expect(strip.textContent).toContain('201'));
  server.use(refuse(api.surveyResults.results, 'UNAVAILABLE'));
  publishActivity({ campaignIds: [31] });
  await waitFor(() => expect(strip.textContent).toContain('201'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the words of texts move with the number of their answers', async () => {
  let texts = 21;
  const questions = () => [question(7, 'short', { text: '¿Qué mejoraría?', answered: texts })];
  open({ results: () => ({ ...RESULTS, questions: questions() }) });
  server.use(reply(api.surveyResults.words, () => ({ texts, words: [{ word: 'luz', count: 12 }] })));
  const card = await screen.findByRole('region', { name: '¿Qué mejoraría?' });
  await within(card).findByText('Palabras de 21 respuestas');
  texts = 22;
  publishActivity({ campaignIds: [31] });
  expect(await within(card).findByText('Palabras de 22 respuestas')).toBeTruthy();
});

test('on paper words that were not counted yet say so, and are counted for the next print', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  open();
  const card = await screen.findByRole('region', { name: '¿Qué mejoraría?' });
  expect(within(card).queryByText(/^Palabras de/)).toBeNull();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(within(card).getByText('Las palabras se estaban contando: imprima de nuevo.')).toBeTruthy();
  expect(await within(card).findByText('Palabras de 20 respuestas')).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('afterprint')));
});

test('before the first answer each card says so', async () => {
  const nothing = { begun: 0, complete: 0, days: [], channels: [] };
  open({
    results: () => ({
      ...RESULTS,
      ...nothing,
      questions: [question(2, 'choice', { text: '¿Qué?' }), question(3, 'short'), question(4, 'date')],
    }),
  });
  expect(await screen.findByText('Todavía no hay entrevistas.')).toBeTruthy();
  expect(screen.getAllByText('Nadie respondió esta pregunta todavía.')).toHaveLength(3);
  expect(document.body.textContent).not.toMatch(/NaN|Infinity|undefined/);
});

test('a failure says the catalogue’s sentence and offers to try again', async () => {
  const { user } = open();
  server.use(refuse(api.surveyResults.results, 'LOOK_TOO_LONG'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('La búsqueda tardó demasiado y se detuvo.');
  server.use(reply(api.surveyResults.results, RESULTS));
  await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('region', { name: 'Entrevistas' })).toBeTruthy();
});
