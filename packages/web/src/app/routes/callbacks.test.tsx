import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { groupOf, shortWhen, whenInWords } from '../../features/callbacks/callbacks.ts';
import { aCampaignPage } from '../../test/campaigns.ts';
import { aCallback } from '../../test/contacts.ts';
import { aSession } from '../../test/people.ts';
import { renderApp, renderPage } from '../../test/render.tsx';
import { fail, reply, server } from '../../test/server.ts';

// 12:00 of a Tuesday at UTC-3.
const NOON = Date.parse('2026-11-10T15:00:00Z');
const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(NOON + minutes * MINUTE_MS).toISOString();
beforeEach(() => vi.useFakeTimers({ now: NOON, shouldAdvanceTime: true, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const open = () => renderPage('/callbacks', { as: aSession(['Operador']) });
const table = () => screen.findByRole('table', { name: 'Mis rellamados' });
const numbersIn = (rows: HTMLElement[]) => rows.map((row) => row.querySelector('td:nth-child(2)')?.textContent);

test('late ones, today’s and the rest, each with what was noted last; a row opens the contact', async () => {
  server.use(
    reply(api.calls.callbacks, [
      aCallback({ callId: 47, number: '1155502847', callbackAt: inMinutes(-25), observations: 'Atiende a la tarde.' }),
      aCallback({ callId: 48, number: '1155502848', callbackAt: inMinutes(-5) }),
      aCallback({ callId: 49, number: '1155502849', callbackAt: inMinutes(20) }),
      aCallback({ callId: 50, number: '1155502850', callbackAt: inMinutes(3 * 24 * 60) }),
    ]),
  );
  renderApp('/callbacks', { as: aSession(['Operador']) });
  const groups = await within(await table()).findAllByRole('rowheader');
  expect(groups.map((title) => title.textContent)).toEqual(['Vencidos 2', 'Hoy 1', 'Próximos 1']);
  const rows = groups.map((title) => within(title.closest('tbody')!).getAllByRole('row').slice(1));
  expect(rows.map(numbersIn)).toEqual([['11 5550 2847', '11 5550 2848'], ['11 5550 2849'], ['11 5550 2850']]);
  expect(rows[0]![0]!.textContent).toContain('11:35hace 25 min');
  expect(rows[0]![0]!.textContent).toContain('Atiende a la tarde.');
  expect(rows[1]![0]!.textContent).toContain('12:20en 20 min');
  expect(rows[1]![0]!.textContent).toContain('Relevamiento de vecinos—');
  expect(rows[2]![0]!.textContent).toContain('12:00vie 13-11');
  expect(screen.getByRole('link', { name: '11 5550 2849' }).getAttribute('href')).toBe(
    '/campaign/detail/31/contact/49/1155502849',
  );
  expect(screen.getByText('4 pactados')).toBeTruthy();
  const entry = await screen.findByRole('link', { name: /^Mis rellamados 2 vencidos$/ });
  expect(entry.getAttribute('aria-current')).toBe('page');
});

test('only what is due, and can be called, has Llamar', async () => {
  server.use(
    reply(api.calls.callbacks, [
      aCallback({ number: '1155502847', callbackAt: inMinutes(-25), openForCalls: false }),
      aCallback({ callId: 48, number: '1155502848', callbackAt: inMinutes(-5) }),
      aCallback({ number: '1155502849', callbackAt: inMinutes(1) }),
    ]),
  );
  open();
  const [button, ...others] = await within(await table()).findAllByRole('link', { name: /^Llamar/ });
  expect(button?.getAttribute('href')).toBe('/campaign/detail/31/contact/48/1155502848');
  expect(button?.textContent).toBe('Llamar al 11 5550 2848');
  expect(others).toEqual([]);
});

test('found by number or person, and by campaign where there are several', async () => {
  server.use(
    reply(api.calls.callbacks, [
      aCallback({ number: '1155502847', name: 'Iñaki Peña', callbackAt: inMinutes(1) }),
      aCallback({ number: '1144440000', campaignId: 32, campaignName: 'Colonias', callbackAt: inMinutes(2) }),
    ]),
  );
  const { user, router } = open();
  const shown = async () => (await within(await table()).findAllByRole('link')).map(({ textContent }) => textContent);
  await waitFor(async () => expect(await shown()).toHaveLength(2));
  const field = screen.getByRole('searchbox', { name: 'Buscar número o persona' });
  await user.type(field, 'pena');
  await waitFor(async () => expect(await shown()).toEqual(['11 5550 2847']));
  await user.clear(field);
  await user.type(field, '4444-0');
  await waitFor(async () => expect(await shown()).toEqual(['11 4444 0000']));
  await user.clear(field);
  await user.type(field, 'nadie');
  expect(await screen.findByText('Ningún rellamado coincide con lo buscado.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Limpiar búsqueda' }));
  await user.click(screen.getByRole('button', { name: 'Campaña Todas las campañas' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Colonias' }));
  await waitFor(async () => expect(await shown()).toEqual(['11 4444 0000']));
  expect(router.state.location.search).toBe('?campaignId=32');
});

test('an empty list says how callbacks are created', async () => {
  open();
  expect(await screen.findByText('No tiene rellamados con fecha')).toBeTruthy();
  expect(screen.getByText('Al registrar un llamado con un estado de rellamado puede acordar día y hora.')).toBeTruthy();
});

test('a failure can be tried again', async () => {
  server.use(fail(api.calls.callbacks));
  const { user } = open();
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  server.use(reply(api.calls.callbacks, [aCallback({ callbackAt: inMinutes(30) })]));
  await user.click(retry);
  expect(await screen.findByText('1 pactado')).toBeTruthy();
});

test.each([
  ['with callbacks of their own', [aCallback()], 1],
  ['never without', [], 0],
])('a manager finds the entry %s', async (_which, callbacks, entries) => {
  let asked = 0;
  server.use(
    reply(api.campaigns.list, aCampaignPage([])),
    reply(api.calls.callbacks, () => {
      asked += 1;
      return callbacks;
    }),
  );
  renderApp('/campaigns', { as: aSession(['Coordinador']) });
  await screen.findByText('No se encontraron registros');
  await waitFor(() => expect(asked).toBe(1));
  await waitFor(() => expect(screen.queryAllByRole('link', { name: /^Mis rellamados/ })).toHaveLength(entries));
});

test.each([
  ['2026-11-10T14:59:30Z', 'due', 'ahora', '11:59'],
  ['2026-11-10T14:01:00Z', 'due', 'hace 59 min', '11:01'],
  ['2026-11-10T14:00:00Z', 'due', 'hace 1 h', '11:00'],
  ['2026-11-09T14:00:00Z', 'due', 'hace 1 día', '09-11 ~ 11:00'],
  ['2026-11-07T15:00:00Z', 'due', 'hace 3 días', '07-11 ~ 12:00'],
  ['2026-11-10T15:20:00Z', 'today', 'en 20 min', '12:20'],
  // The product's day ends at 03:00 UTC.
  ['2026-11-11T02:30:00Z', 'today', 'en 11 h', '23:30'],
  ['2026-11-11T03:00:00Z', 'later', 'mié 11-11', '11-11 ~ 00:00'],
  ['2026-11-16T18:30:00Z', 'later', 'lun 16-11', '16-11 ~ 15:30'],
])('%s is %s: %s, in short %s', (at, group, words, short) => {
  expect([groupOf(at, NOON), whenInWords(at, NOON), shortWhen(at, NOON)]).toEqual([group, words, short]);
});
