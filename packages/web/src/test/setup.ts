import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { forgetTime } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { endSession, getSession, openSessionStore } from '../lib/session.ts';
import { clearSnackbars } from '../lib/snackbar.ts';
import { forgetTyping } from '../lib/typing.ts';
import { server } from './server.ts';

vi.mock('socket.io-client', async () => {
  const { fakeSocket } = await import('./socket.ts');
  return { io: fakeSocket.io };
});

// A page's code is loaded on first sight; on a busy machine that takes its time.
configure({ asyncUtilTimeout: 20_000 });

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
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
