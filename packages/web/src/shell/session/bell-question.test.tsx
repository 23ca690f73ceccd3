import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { paths } from '../../app/pages.ts';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { aBell, aNotification } from '../../test/notifications.ts';
import { aSession } from '../../test/people.ts';
import { renderPiece } from '../../test/render.tsx';
import { server } from '../../test/server.ts';
import { fakeSocket } from '../../test/socket.ts';
import { SessionKeeper } from './session-keeper.tsx';

afterEach(() => {
  vi.useRealTimers();
  fakeSocket.isLetThrough = true;
});

// Without a page: the bell is rendered before the connection is open, as in a browser.
test('notifications are requested once when a page is opened, after the connection is established', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fakeSocket.isLetThrough = false;
  const { bell, handlers } = aBell(aNotification());
  server.use(...handlers);
  const person = aSession(['Coordinador']);
  renderPiece(
    <>
      <SessionKeeper />
      <NotificationBell userId={person.id} links={paths} />
    </>,
    { as: person },
  );
  await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
  expect(bell.asked).toBe(0);
  act(() => fakeSocket.fire('connect'));
  await screen.findByRole('button', { name: 'Notificaciones, 1 sin leer' });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(bell.asked).toBe(1);
});
