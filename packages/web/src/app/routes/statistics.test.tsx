import { api } from '@campanero/contract';
import type { GlobalFigures, MonthlyMetrics, MonthlySeries } from '@campanero/contract/statistics/global-endpoints';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aSession } from '../../test/people.ts';
import { renderApp, renderPage } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { fakeSocket } from '../../test/socket.ts';

// 12:00 of a Friday at UTC-3.
const NOON = Date.parse('2026-11-13T15:00:00Z');
const SECOND = 1000;
beforeEach(() => vi.useFakeTimers({ now: NOON, shouldAdvanceTime: true, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const objectives = Array.from({ length: 12 }, (_, n) => ({ name: `Objetivo ${n + 1}`, count: 12 - n }));
const campaigns = {
  total: 78,
  calls: { total: 412_870 },
  operatorCalls: { total: 268_114 },
  status: [
    { name: 'EN CURSO' as const, count: 7 },
    { name: 'FINALIZADA' as const, count: 71 },
  ],
  objectives,
};
const figures = (changes: Partial<GlobalFigures> = {}): GlobalFigures => ({
  campaigns: {
    general: campaigns,
    internal: { ...campaigns, total: 50, calls: { total: 300_000 }, objectives: objectives.slice(0, 2) },
    external: { ...campaigns, total: 28, calls: { total: 112_870 }, status: [], objectives: [] },
  },
  operators: { general: { total: 12 }, internal: { total: 8 }, external: { total: 4 } },
  updatedAt: '2026-11-13T14:30:00.000Z',
  expires: NOON / SECOND - 60,
  ...changes,
});
const months = [4, 5, 6, 7, 8, 9, 10, 11].map((month) => ({ month, year: 2026 }));
const series: MonthlySeries = months.map((month, n) => ({
  ...month,
  internalCampaigns: n,
  externalCampaigns: 1,
  internalCalls: 0,
  externalCalls: 0,
  internalOperatorCalls: 1000 * n,
  externalOperatorCalls: 500,
}));
const rate = (contactability: number | null) => ({ total: 10, contactability, effectiveness: contactability });
const metrics: MonthlyMetrics = months.map((month, n) => ({
  ...month,
  ...rate(50),
  internal: rate(n === 3 ? null : 61.4),
  external: rate(49.3),
}));

function serve(shown = figures()) {
  server.use(
    reply(api.globalStatistics.view, shown),
    reply(api.globalStatistics.grouped, series),
    reply(api.globalStatistics.metrics, metrics),
  );
}
const open = (path = '/statistics') => renderPage(path, { as: aSession(['Coordinador']) });
const button = () => screen.findByRole('button', { name: 'Actualizar Estadísticas' });

test('totals, months and objectives; the running month is marked', async () => {
  serve();
  const { user } = open();
  expect(await screen.findByText('412.870')).toBeTruthy();
  expect(screen.getByText('Última actualización: 13-11-2026 ~ 11:30')).toBeTruthy();
  expect(screen.getByText('50 internas · 28 externas')).toBeTruthy();
  expect(screen.getByText('8 internos · 4 externos')).toBeTruthy();
  expect(screen.getByText('EN CURSO').textContent).toBe('EN CURSO7');
  const calls = screen.getByRole('region', { name: 'Llamados por mes' });
  await user.click(within(calls).getByRole('button', { name: 'Ver tabla' }));
  const rows = within(calls).getAllByRole('row');
  expect([...rows.at(-1)!.children].map((cell) => cell.textContent)).toEqual([
    'Noviembre 2026 · en curso',
    '7.000',
    '500',
    '7.500',
  ]);
  const reached = screen.getByRole('region', { name: 'Contactabilidad' });
  await user.click(within(reached).getByRole('button', { name: 'Ver tabla' }));
  expect(within(reached).getByRole('row', { name: 'Julio 2026 — 49,3 %' })).toBeTruthy();
});

test('calls that were loaded instead of registered; none is said in words', async () => {
  serve();
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Qué llamados registrados' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'cargados' }));
  expect(await screen.findByText('No se cargaron contactos en los últimos 8 meses.')).toBeTruthy();
});

test('one side only; the address keeps it', async () => {
  serve();
  const { user, router } = open();
  await user.click(await screen.findByRole('button', { name: 'Tipo Generales' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Internas' }));
  expect(await screen.findByText('300.000')).toBeTruthy();
  expect(router.state.location.search).toBe('?type=internal');
  const calls = screen.getByRole('region', { name: 'Llamados por mes' });
  expect(within(calls).queryByRole('button', { name: 'Externas' })).toBeNull();
  await user.click(within(calls).getByRole('button', { name: 'Ver tabla' }));
  expect(within(calls).getByRole('row', { name: 'Noviembre 2026 · en curso 7.000' })).toBeTruthy();
});

test('a side without campaigns says so', async () => {
  serve(figures());
  open('/statistics?type=external');
  expect(await screen.findByText('Todavía no hay campañas. La primera se crea en Campañas.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('NaN');
});

test('ten objectives, then all', async () => {
  serve();
  const { user } = open();
  const card = await screen.findByRole('region', { name: 'Campañas por objetivo' });
  expect(within(card).queryByText('Objetivo 11')).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'Ver todos (12)' }));
  expect(within(card).getAllByText('Objetivo 11').length).toBeGreaterThan(0);
  await user.click(within(card).getByRole('button', { name: 'Ver los 10 primeros' }));
  expect(within(card).queryByText('Objetivo 11')).toBeNull();
});

test('asking locks the button with the hour; new figures come with the event', async () => {
  let shown = figures();
  let asked = 0;
  const expires = NOON / SECOND + 600;
  serve();
  server.use(
    reply(api.globalStatistics.view, () => shown),
    reply(api.globalStatistics.refresh, () => {
      asked += 1;
      shown = { ...shown, expires };
      return { expires };
    }),
  );
  const { user } = open();
  await user.click(await button());
  expect(await screen.findByText('Actualizando…')).toBeTruthy();
  await waitFor(async () => expect((await button()).getAttribute('aria-disabled')).toBe('true'));
  await user.hover(await button());
  expect(await screen.findByRole('tooltip', { name: 'Se podrá actualizar a las 13-11-2026 ~ 12:10' })).toBeTruthy();
  await user.click(await button());
  expect(asked).toBe(1);

  shown = {
    ...shown,
    updatedAt: '2026-11-13T15:00:05.000Z',
    operators: { ...shown.operators, general: { total: 99 } },
  };
  await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
  act(() => fakeSocket.fire('statistics', { updatedAt: shown.updatedAt }));
  expect(await screen.findByText('Última actualización: 13-11-2026 ~ 12:00')).toBeTruthy();
  expect(screen.getByText('99')).toBeTruthy();
});

test('at the expiry the button is free again by itself', async () => {
  serve(figures({ expires: NOON / SECOND + 2 }));
  open();
  const ask = await button();
  expect(ask.getAttribute('aria-disabled')).toBe('true');
  await waitFor(() => expect(ask.getAttribute('aria-disabled')).toBe('false'));
  expect(screen.queryByText(/^Se podrá actualizar/)).toBeNull();
});

test('somebody else asked a moment before: the refusal says so and the hour is shown', async () => {
  let shown = figures();
  serve();
  server.use(
    reply(api.globalStatistics.view, () => shown),
    refuse(api.globalStatistics.refresh, 'STATISTICS_LOCKED', { retryAfter: 540 }),
  );
  const { user } = open();
  const ask = await button();
  shown = figures({ expires: NOON / SECOND + 540 });
  await user.click(ask);
  expect(await screen.findByText(/^Las estadísticas se actualizaron hace poco/)).toBeTruthy();
  await waitFor(() => expect(ask.getAttribute('aria-disabled')).toBe('true'));
});

test('a failure has the catalogue’s sentence and another try', async () => {
  serve();
  server.use(refuse(api.globalStatistics.metrics, 'INTERNAL'));
  const { user } = open();
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  expect(screen.getByText('Hubo un fallo con el servidor, inténtelo de nuevo o contacte con el soporte.')).toBeTruthy();
  serve();
  await user.click(retry);
  expect(await screen.findByText('412.870')).toBeTruthy();
});

test('who may not see it is led elsewhere, and has no entry', async () => {
  const { router } = renderApp('/statistics', { as: aSession(['Operador']) });
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/statistics'));
  expect(screen.queryByRole('link', { name: 'Estadísticas' })).toBeNull();
});
