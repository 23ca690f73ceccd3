import { api } from '@campanero/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lateInWords, whenInWords } from '../../features/callbacks/callback-words.ts';
import { aSession } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fail, reply, server } from '../../test/server.ts';

const MINUTE_MS = 60_000;
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
const aCallback = (callId: number, callbackAt: string) => ({
  callId,
  campaignId: 31,
  campaignName: 'Relevamiento de vecinos',
  number: `11555028${callId}`,
  name: 'Graciela Fernández',
  callbackAt,
});
const open = () => renderApp('/callbacks', { as: aSession(['Operador']) });

test('soonest first, the overdue marked; a row opens the contact', async () => {
  server.use(
    reply(api.calls.callbacks, [aCallback(47, minutesFromNow(-25)), aCallback(48, minutesFromNow(3 * 24 * 60))]),
  );
  open();
  const table = await screen.findByRole('table', { name: 'Mis rellamados' });
  const [late, ahead] = await within(table).findAllByRole('link');
  expect(late?.getAttribute('href')).toBe('/campaign/detail/31/contact/47/1155502847');
  expect(late?.closest('tr')?.textContent).toContain('Vencido hace 25 min');
  expect(late?.closest('tr')?.textContent).toContain('Relevamiento de vecinos');
  expect(ahead?.textContent).toBe('11 5550 2848');
  expect(ahead?.closest('tr')?.textContent).not.toContain('Vencido');
  expect(screen.getByText('2 pendientes, 1 vencido')).toBeTruthy();
  const entry = screen.getByRole('link', { name: 'Mis rellamados' });
  expect(entry.getAttribute('aria-current')).toBe('page');
});

test('none says how one comes about', async () => {
  server.use(reply(api.calls.callbacks, []));
  open();
  expect(await screen.findByText('No tiene rellamados con fecha')).toBeTruthy();
  expect(screen.getByText('Al registrar un llamado con un estado de rellamado puede acordar día y hora.')).toBeTruthy();
});

test('a failure can be tried again', async () => {
  server.use(fail(api.calls.callbacks));
  const { user } = open();
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  server.use(reply(api.calls.callbacks, [aCallback(47, minutesFromNow(30))]));
  await user.click(retry);
  expect(await screen.findByText('1 pendiente')).toBeTruthy();
});

test.each([
  ['2026-11-10T18:30:00Z', 'Hoy ~ 15:30'],
  // The product's day ends at 03:00 UTC.
  ['2026-11-11T02:30:00Z', 'Hoy ~ 23:30'],
  ['2026-11-11T13:00:00Z', 'Mañana ~ 10:00'],
  ['2026-11-16T18:30:00Z', '16-11-2026 ~ 15:30'],
])('%s is told as %s', (at, words) => {
  expect(whenInWords(at, Date.parse('2026-11-10T15:00:00Z'))).toBe(words);
});

test.each([
  [0.5, 'ahora'],
  [59, 'hace 59 min'],
  [60, 'hace 1 h'],
  [25 * 60, 'hace 1 día'],
  [72 * 60, 'hace 3 días'],
])('%s minutes late', (minutes, words) => {
  const now = Date.parse('2026-11-10T15:00:00Z');
  expect(lateInWords(new Date(now - minutes * MINUTE_MS).toISOString(), now)).toBe(words);
});
