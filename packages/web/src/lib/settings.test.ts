import { api } from '@campanero/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCheck, aSession } from '../test/people.ts';
import { fail, refuse, reply, server } from '../test/server.ts';
import { aShellRecord } from '../test/shell-record.ts';
import { seeNothingHappen } from '../test/waiting.ts';
import { queryClient } from './query-client.ts';
import { enterSession, sessionCheckQuery } from './session-api.ts';
import { endSession } from './session.ts';
import { changeSettings, changeShortcuts, getSettings, openSettings, applyShellRecord } from './settings.ts';

let shell: ReturnType<typeof aShellRecord>;
const shownTexts = async () => {
  const { useSnackbars } = await import('./snackbar.ts');
  const { renderHook } = await import('@testing-library/react');
  return renderHook(useSnackbars).result.current.map(({ text }) => text);
};

beforeEach(() => {
  shell = aShellRecord();
  server.use(shell.saves());
});
afterEach(() => vi.useRealTimers());
const enter = (roles = ['Coordinador']) => enterSession(aSession(roles, shell.record));
/** Reads the browser's copy again, as after a reload. */
const reload = () => openSettings()();

test('several changes within 300 ms are shown at once and saved together', async () => {
  enter();
  changeSettings({ theme: { main: 'ceibo' } });
  expect(getSettings().theme.main).toBe('ceibo');
  changeSettings({ theme: { footer: 'grafito' }, direction: 'rtl' });
  changeShortcuts(['mail']);
  expect(shell.sent).toEqual([]);
  await expect
    .poll(() => shell.sent)
    .toEqual([{ settings: { theme: { main: 'ceibo', footer: 'grafito' }, direction: 'rtl' }, shortcuts: ['mail'] }]);
  await expect.poll(shownTexts).toEqual(['User data saved to campanero']);
});

test('what another device changed stays: only the change is sent', async () => {
  enter();
  shell.record.settings = { theme: { main: 'tilo' } };
  changeSettings({ customScrollbars: false });
  await expect.poll(() => shell.sent).toEqual([{ settings: { customScrollbars: false } }]);
  await expect.poll(getSettings).toMatchObject({ theme: { main: 'tilo' }, customScrollbars: false });
});

test('a failed save says why, keeps the change on screen and goes along with the next one', async () => {
  enter();
  server.use(fail(api.shell.update));
  changeSettings({ direction: 'rtl' });
  await expect.poll(async () => (await shownTexts()).length).toBe(1);
  expect(getSettings().direction).toBe('rtl');
  server.use(shell.saves());
  changeSettings({ customScrollbars: false });
  await expect.poll(() => shell.sent).toEqual([{ settings: { direction: 'rtl', customScrollbars: false } }]);
});

test('a change that the server does not know is said and not sent again', async () => {
  enter();
  server.use(refuse(api.shell.update, 'VALIDATION'));
  changeSettings({ direction: 'rtl' });
  await expect.poll(async () => (await shownTexts()).length).toBe(1);
  server.use(shell.saves());
  changeSettings({ customScrollbars: false });
  await expect.poll(() => shell.sent).toEqual([{ settings: { customScrollbars: false } }]);
});

test('a reload begins with what was there, and saves what was not saved yet', async () => {
  enter();
  changeSettings({ theme: { main: 'palermo' } });
  applyShellRecord({ userId: 8, roles: [] }, { settings: {}, shortcuts: [], photoURL: null });
  localStorage.setItem(
    'shell',
    JSON.stringify({ userId: 7, settings: {}, shortcuts: [], unsaved: { settings: { theme: { main: 'palermo' } } } }),
  );
  expect(getSettings().theme.main).toBe('default');
  reload();
  expect(getSettings().theme.main).toBe('palermo');
  await expect.poll(() => shell.sent).toEqual([{ settings: { theme: { main: 'palermo' } } }]);
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
  shell.record.settings = { direction: 'rtl' };
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
  await seeNothingHappen(400);
  expect(shell.sent).toEqual([]);
});

test('the session’s check brings what another device saved', async () => {
  enter();
  server.use(reply(api.auth.check, aCheck(aSession(undefined, { settings: { direction: 'rtl' } }))));
  await queryClient.fetchQuery(sessionCheckQuery(7));
  expect(getSettings().direction).toBe('rtl');
});
