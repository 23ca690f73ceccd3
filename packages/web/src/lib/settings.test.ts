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

test('sends only the change, so that changes of another device stay', async () => {
  enter();
  shell.record.settings = { theme: { main: 'tilo' } };
  changeSettings({ customScrollbars: false });
  await expect.poll(() => shell.sent).toEqual([{ settings: { customScrollbars: false } }]);
  await expect.poll(getSettings).toMatchObject({ theme: { main: 'tilo' }, customScrollbars: false });
});

test('a failed save is reported and repeated with the next change', async () => {
  enter();
  server.use(fail(api.shell.update));
  changeSettings({ direction: 'rtl' });
  await expect.poll(async () => (await shownTexts()).length).toBe(1);
  expect(getSettings().direction).toBe('rtl');
  server.use(shell.saves());
  changeSettings({ customScrollbars: false });
  await expect.poll(() => shell.sent).toEqual([{ settings: { direction: 'rtl', customScrollbars: false } }]);
});

test('an unknown setting is reported and not sent again', async () => {
  enter();
  server.use(refuse(api.shell.update, 'VALIDATION'));
  changeSettings({ direction: 'rtl' });
  await expect.poll(async () => (await shownTexts()).length).toBe(1);
  server.use(shell.saves());
  changeSettings({ customScrollbars: false });
  await expect.poll(() => shell.sent).toEqual([{ settings: { customScrollbars: false } }]);
});

test('a reload restores the settings and saves unsaved changes', async () => {
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

test('an invalid copy is ignored', () => {
  enter();
  for (const damaged of ['{', '[]', '{"userId":7}', 'null']) {
    localStorage.setItem('shell', damaged);
    reload();
  }
  expect(getSettings().theme.main).toBe('default');
});

test('signing out restores the initial settings', () => {
  shell.record.settings = { direction: 'rtl' };
  enter();
  expect(getSettings().direction).toBe('rtl');
  endSession('signed-out');
  expect(getSettings().direction).toBe('ltr');
  expect(localStorage.getItem('shell')).toBeNull();
});

test('the settings of a guest stay in the browser, also after signing out', async () => {
  enter([]);
  changeSettings({ theme: { main: 'celeste' } });
  endSession('signed-out');
  expect(getSettings().theme.main).toBe('default');
  enter([]);
  expect(getSettings().theme.main).toBe('celeste');
  await seeNothingHappen(400);
  expect(shell.sent).toEqual([]);
});

test('the session check applies settings of another device', async () => {
  enter();
  server.use(reply(api.auth.check, aCheck(aSession(undefined, { settings: { direction: 'rtl' } }))));
  await queryClient.fetchQuery(sessionCheckQuery(7));
  expect(getSettings().direction).toBe('rtl');
});
