import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '@campanero/contract';
import { aCheck, aSession } from '../../test/people.ts';
import { renderPage } from '../../test/render.tsx';
import { reply, server } from '../../test/server.ts';
import { endLostSession } from '../api.ts';
import { beginSession, getSession } from '../session.ts';
import { afterTyping } from './typing.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

const press = (key: string, options: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...options }));

test('runs at once when the user is not typing', () => {
  const run = vi.fn();
  press('Enter');
  press('s', { ctrlKey: true });
  press('l', { altKey: true });
  afterTyping(run);
  expect(run).toHaveBeenCalledOnce();
});

test('runs at the first pause in typing', () => {
  const run = vi.fn();
  press('a');
  afterTyping(run);
  for (let letter = 0; letter < 20; letter += 1) {
    vi.advanceTimersByTime(400);
    press('a');
  }
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1500);
  expect(run).toHaveBeenCalledOnce();
});

test('keys that waited for a busy page count before the pause does', () => {
  const run = vi.fn();
  const begun = performance.now.bind(performance);
  let busy = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => begun() + busy);
  press('a');
  afterTyping(run);
  busy = 3000;
  vi.advanceTimersByTime(1500);
  expect(run).not.toHaveBeenCalled();
  press('b');
  vi.advanceTimersByTime(1400);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(run).toHaveBeenCalledOnce();
  clock.mockRestore();
});

test('a key held down delays it for a limited time only', () => {
  const run = vi.fn();
  press('a');
  afterTyping(run);
  for (let waited = 0; waited < 31_000; waited += 500) {
    vi.advanceTimersByTime(500);
    press('a');
  }
  expect(run).toHaveBeenCalledOnce();
});

test('a session that ends while typing keeps every letter, and none goes to Correo', async () => {
  const session = aSession(['Administrador']);
  server.use(reply(api.lookups.roles, [{ id: 2, name: 'Operador' }]));
  const { user, router } = renderPage('/users/create', { as: session });
  await user.click(await screen.findByLabelText('Nombre'));
  await user.keyboard('Mar');
  act(() => endLostSession(session.token));
  act(() => endLostSession(session.token));
  await user.keyboard('ía Inés');
  expect(router.state.location.pathname).toBe('/users/create');
  expect(getSession()).not.toBeNull();

  await act(() => vi.advanceTimersByTimeAsync(1600));
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
  const mail = await screen.findByLabelText<HTMLInputElement>('Correo');
  expect(mail.value).toBe('');
  await waitFor(() => expect(document.activeElement).toBe(mail));

  server.use(reply(api.auth.check, aCheck(session)));
  act(() => beginSession({ ...session, token: 'anew' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Nombre')).value).toBe('María Inés');
});
