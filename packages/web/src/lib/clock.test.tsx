import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '@campanero/contract';
import { aCampaignPage } from '../test/campaigns.ts';
import { aCheck, aSession } from '../test/people.ts';
import { renderApp } from '../test/render.tsx';
import { reply, server } from '../test/server.ts';
import { now, readAnswerTime, readPageTime } from './clock.ts';
import { getSession, openSessionStore } from './session.ts';

const HOUR_MS = 3_600_000;
/** What the PC believes, and the server's hour. */
const PC = Date.parse('2026-11-16T18:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now: PC, shouldAdvanceTime: true }));
afterEach(() => {
  document.head.querySelectorAll('meta').forEach((meta) => meta.remove());
  vi.useRealTimers();
});

const answerAt = (at: number) => new Response(null, { headers: { date: new Date(at).toUTCString() } });
const writePageTime = (content: string) => {
  document.head.insertAdjacentHTML('beforeend', `<meta name="server-time" content="${content}">`);
  readPageTime();
};
const isNear = (at: number) => Math.abs(now() - at) < 2000;

describe('the source of the time', () => {
  test('the time of the PC until the server answers', () => {
    expect(isNear(PC)).toBe(true);
  });

  test('is read from the page', () => {
    writePageTime(String(PC - 9 * HOUR_MS));
    expect(isNear(PC - 9 * HOUR_MS)).toBe(true);
  });

  test('is not in a page of the development server', () => {
    writePageTime('__SERVER_TIME__');
    expect(isNear(PC)).toBe(true);
  });

  test('is corrected by an answer, and does not follow the clock of the PC', () => {
    writePageTime(String(PC));
    readAnswerTime(answerAt(PC + 24 * HOUR_MS), performance.now());
    expect(isNear(PC + 24 * HOUR_MS)).toBe(true);
    vi.setSystemTime(PC - 3 * HOUR_MS);
    expect(isNear(PC + 24 * HOUR_MS)).toBe(true);
  });

  test('a slow answer does not move a correct clock', async () => {
    writePageTime(String(PC));
    const askedAt = performance.now();
    await vi.advanceTimersByTimeAsync(20_000);
    const before = now();
    // Written early, received late.
    readAnswerTime(answerAt(PC + 5000), askedAt);
    expect(now() - before).toBeLessThan(1000);
  });

  test('an answer without a date is ignored', () => {
    writePageTime(String(PC));
    readAnswerTime(new Response(null), performance.now());
    expect(isNear(PC)).toBe(true);
  });
});

describe('a session under a wrong clock', () => {
  const stored = (expires: number) => {
    const { id, email, token, name, permissions, roles } = aSession();
    localStorage.setItem('userInfo', JSON.stringify({ userId: id, mail: email, name, permissions, roles, expires }));
    localStorage.setItem('userDetails', token);
  };

  test('a stored session is used on a PC nine hours ahead', () => {
    stored((PC - HOUR_MS) / 1000);
    writePageTime(String(PC - 9 * HOUR_MS));
    openSessionStore()();
    expect(getSession()).not.toBeNull();
  });

  test('an expired session is not used on a PC nine hours behind', () => {
    stored((PC + HOUR_MS) / 1000);
    writePageTime(String(PC + 9 * HOUR_MS));
    openSessionStore()();
    expect(getSession()).toBeNull();
  });

  test('signing in works on a PC nine hours ahead', async () => {
    const session = aSession(['Coordinador'], { expires: (PC - HOUR_MS) / 1000 });
    server.use(
      http.post('*/api/login', () =>
        HttpResponse.json(session, { headers: { date: new Date(PC - 9 * HOUR_MS).toUTCString() } }),
      ),
      reply(api.auth.check, aCheck(session)),
      reply(api.auth.sessions, []),
      reply(api.campaigns.list, aCampaignPage([])),
    );
    const { user, router } = renderApp('/signin');
    await user.type(await screen.findByLabelText('Correo'), 'ana@demo.gob.ar');
    await user.type(screen.getByLabelText('Contraseña'), 'secreto-largo');
    await user.click(screen.getByRole('button', { name: 'Ingresar' }));
    await screen.findByRole('heading', { level: 1, name: 'Campañas' });
    expect(router.state.location.pathname).toBe('/campaigns');
  });

  test('the end is announced when an answer corrects the clock', async () => {
    server.use(reply(api.auth.sessions, []));
    renderApp('/pages/profile', { as: aSession(['Coordinador'], { expires: (PC + 9 * HOUR_MS + 60_000) / 1000 }) });
    await screen.findByRole('heading', { level: 1, name: 'Mi perfil' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    server.use(reply(api.auth.refresh, { token: 'same', expires: (PC + 9 * HOUR_MS + 60_000) / 1000 }));
    act(() => readAnswerTime(answerAt(PC + 9 * HOUR_MS), performance.now()));
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(62_000));
    await waitFor(() => expect(getSession()).toBeNull());
  });
});
