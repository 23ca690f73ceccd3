import { api } from '@campanero/contract';
import { mergeSettings } from '@campanero/contract/settings/schemas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCheck, aSession } from '../test/people.ts';
import { fail, reply, server } from '../test/server.ts';
import { queryClient } from './query-client.ts';
import { enterSession, sessionCheckQuery } from './session-api.ts';
import { endSession } from './session.ts';
import { changeSettings, changeShortcuts, getSettings, openSettings, takeShell } from './settings.ts';

/** The server's record, and every change it was sent. */
let record: { settings: Record<string, unknown>; shortcuts: string[] };
let sent: unknown[];
const saves = () =>
  reply(api.shell.update, async ({ request }) => {
    const { data } = ((await request.json()) as { user: { data: Partial<typeof record> } }).user;
    sent.push(data);
    record = { ...record, ...data, settings: mergeSettings(record.settings, data.settings) };
    const person = { displayName: 'Ana', photoURL: null, email: 'ana@demo.gob.ar' };
    return { uuid: '7', role: [], from: 'campanero', data: { ...person, ...record } };
  });
const shownTexts = async () => {
  const { useSnackbars } = await import('./snackbar.ts');
  const { renderHook } = await import('@testing-library/react');
  return renderHook(useSnackbars).result.current.map(({ text }) => text);
};

beforeEach(() => {
  record = { settings: {}, shortcuts: [] };
  sent = [];
  server.use(saves());
});
afterEach(() => vi.useRealTimers());
const enter = (roles = ['Coordinador']) => enterSession(aSession(roles, record));
/** Reads the browser's copy again, as after a reload. */
const reload = () => openSettings()();

test('several changes within 300 ms are shown at once and saved together', async () => {
  enter();
  changeSettings({ theme: { main: 'ceibo' } });
  expect(getSettings().theme.main).toBe('ceibo');
  changeSettings({ theme: { footer: 'grafito' }, direction: 'rtl' });
  changeShortcuts(['mail']);
  expect(sent).toEqual([]);
  await expect
    .poll(() => sent)
    .toEqual([{ settings: { theme: { main: 'ceibo', footer: 'grafito' }, direction: 'rtl' }, shortcuts: ['mail'] }]);
  await expect.poll(shownTexts).toEqual(['User data saved to campanero']);
});

test('what another device changed stays: only the change is sent', async () => {
  enter();
  record.settings = { theme: { main: 'tilo' } };
  changeSettings({ customScrollbars: false });
  await expect.poll(() => sent).toEqual([{ settings: { customScrollbars: false } }]);
  await expect.poll(getSettings).toMatchObject({ theme: { main: 'tilo' }, customScrollbars: false });
});

test('a failed save says why, keeps the change on screen and goes along with the next one', async () => {
  enter();
  server.use(fail(api.shell.update));
  changeSettings({ direction: 'rtl' });
  await expect.poll(async () => (await shownTexts()).length).toBe(1);
  expect(getSettings().direction).toBe('rtl');
  server.use(saves());
  changeSettings({ customScrollbars: false });
  await expect.poll(() => sent).toEqual([{ settings: { direction: 'rtl', customScrollbars: false } }]);
});

test('a reload begins with what was there, and saves what was not saved yet', async () => {
  enter();
  changeSettings({ theme: { main: 'palermo' } });
  takeShell({ userId: 8, roles: [] }, { settings: {}, shortcuts: [] });
  localStorage.setItem(
    'shell',
    JSON.stringify({ userId: 7, settings: {}, shortcuts: [], unsaved: { settings: { theme: { main: 'palermo' } } } }),
  );
  expect(getSettings().theme.main).toBe('default');
  reload();
  expect(getSettings().theme.main).toBe('palermo');
  await expect.poll(() => sent).toEqual([{ settings: { theme: { main: 'palermo' } } }]);
});

test('a damaged copy counts as none', () => {
  enter();
  for (const damaged of ['{', '[]', '{"userId":7}', 'null']) {
    localStorage.setItem('shell', damaged);
    reload();
  }
  expect(getSettings().theme.main).toBe('default');
});

test('signing out returns to the initial settings and leaves nothing', () => {
  record.settings = { direction: 'rtl' };
  enter();
  expect(getSettings().direction).toBe('rtl');
  endSession('signed-out');
  expect(getSettings().direction).toBe('ltr');
  expect(localStorage.getItem('shell')).toBeNull();
});

test('a guest’s settings stay in this browser, over sign-outs too', async () => {
  enter([]);
  changeSettings({ theme: { main: 'celeste' } });
  endSession('signed-out');
  expect(getSettings().theme.main).toBe('default');
  enter([]);
  expect(getSettings().theme.main).toBe('celeste');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(sent).toEqual([]);
});

test('the session’s check brings what another device saved', async () => {
  enter();
  server.use(reply(api.auth.check, aCheck(aSession(undefined, { settings: { direction: 'rtl' } }))));
  await queryClient.fetchQuery(sessionCheckQuery(7));
  expect(getSettings().direction).toBe('rtl');
});
