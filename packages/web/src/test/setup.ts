import { cleanup, configure, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { forgetTime } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { endSession, getSession, openSessionStore } from '../lib/session.ts';
import { clearSnackbars } from '../lib/snackbar.ts';
import { forgetTyping } from '../lib/browser/typing.ts';
import { server } from './server.ts';

vi.mock('socket.io-client', async () => {
  const { fakeSocket } = await import('./socket.ts');
  return { io: fakeSocket.io };
});

// A page's code is loaded on first sight; on a busy machine that takes its time.
configure({ asyncUtilTimeout: 20_000, getElementError });

/**
 * Without the page, which the library prints into the error of every miss, also each time that a test looks again while it waits:
 * a fifteenth of all time. Here the page is printed once, when a test has failed.
 */
function getElementError(message: string | null): Error {
  const error = Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  // The line of the test comes first.
  Error.captureStackTrace(error, getElementError);
  return error;
}

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(({ task }) => {
  if (task.result?.state === 'fail') screen.debug();
  cleanup();
  if (getSession()) endSession('signed-out');
  queryClient.clear();
  clearSnackbars();
  forgetTime();
  forgetTyping();
  localStorage.clear();
  // As after a fresh load: nobody signed in, and nobody who left.
  openSessionStore()();
  server.resetHandlers();
});
afterAll(() => server.close());
