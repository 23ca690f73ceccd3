import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '@campanero/contract';
import { getSession } from '../../lib/session.ts';
import { aCampaignPage } from '../../test/campaigns.ts';
import { aSession } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';

const NOW = new Date('2026-11-16T18:00:00Z');
const inSeconds = (seconds: number) => NOW.getTime() / 1000 + seconds;

beforeEach(() => {
  // Fake timers advance with the real clock from a fixed hour, so that the app, MSW and React keep working.
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  server.use(reply(api.auth.sessions, []), reply(api.campaigns.list, aCampaignPage([])));
});
afterEach(() => vi.useRealTimers());

const open = (expires: number) => renderApp('/pages/profile', { as: aSession(['Coordinador'], { expires }) });
const loaded = () => screen.findByRole('heading', { level: 1, name: 'Mi perfil' });

test('navigating in the last hour prolongs the session', async () => {
  server.use(reply(api.auth.refresh, { token: 'renewed', expires: inSeconds(8 * 3600) }));
  open(inSeconds(3000));
  await waitFor(() => expect(getSession()).toMatchObject({ token: 'renewed', expires: inSeconds(8 * 3600) }));
  expect(localStorage.getItem('userDetails')).toBe('renewed');
  expect(await screen.findByText('23:00')).toBeTruthy();
});

test('before the last hour nothing is asked', async () => {
  // An undeclared request would fail the test.
  open(inSeconds(3700));
  await loaded();
  expect(getSession()?.token).toBe('token-of-ana');
});

test('two minutes before the end one key goes on', async () => {
  server.use(refuse(api.auth.refresh, 'UNAVAILABLE'));
  const { user } = open(inSeconds(300));
  await loaded();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(185_000));
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'Termina a las 15:05. ¿Desea seguir conectado?',
  );
  server.use(reply(api.auth.refresh, { token: 'renewed', expires: inSeconds(8 * 3600) }));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Su sesión sigue abierta.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('at the ceiling it says that it cannot be prolonged, and does not ask again', async () => {
  const refreshed = vi.fn(() => ({ token: 'renewed', expires: inSeconds(100) }));
  server.use(reply(api.auth.refresh, refreshed));
  const { router } = open(inSeconds(100));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('ya no se puede prolongar');
  await act(() => router.navigate('/campaigns'));
  await act(() => router.navigate('/pages/profile'));
  expect(refreshed).toHaveBeenCalledOnce();
});

test('when the time is over the session ends and the page is remembered', async () => {
  server.use(refuse(api.auth.refresh, 'UNAVAILABLE'));
  const { router } = open(inSeconds(60));
  await screen.findByRole('alertdialog');
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
  expect(router.state.location.state).toEqual({ from: '/pages/profile' });
  expect(await screen.findByText('El token ha caducado. Por favor inicie sesión nuevamente.')).toBeTruthy();
  expect(localStorage.getItem('userInfo')).toBeNull();
});
