import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { SESSION_EXPIRED_TEXT } from '@campanero/contract/errors';
import { endSession, useSession } from '../lib/session.ts';
import { prolongSession } from '../lib/session-refresh.ts';
import { notify } from '../lib/snackbar.ts';
import { openSocket } from '../lib/socket.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** Two minutes before the end it is announced, with one key to go on (UX-26). */
const ANNOUNCE_SECONDS = 120;

const SessionEndDialog = lazy(() =>
  import('./session-end-dialog.tsx').then((module) => ({ default: module.SessionEndDialog })),
);

/** Lives as long as somebody is signed in: prolongs on navigation, announces the end, keeps the live connection. */
export function SessionKeeper() {
  const session = useSession();
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const userId = session?.userId;
  const left = useSecondsLeft(session?.expires, ANNOUNCE_SECONDS);

  // Refresh happens on navigation within the last hour, outside the sign-in pages (spec 4).
  useEffect(() => void prolongSession(), [pathname]);

  useEffect(() => {
    if (userId === undefined) return undefined;
    return openSocket(queryClient);
  }, [userId, queryClient]);

  const isOver = left !== undefined && left <= 0;
  useEffect(() => {
    if (!isOver) return;
    endSession('expired');
    notify.warning(SESSION_EXPIRED_TEXT);
  }, [isOver]);

  if (!session || left === undefined || isOver) return null;
  return (
    <Suspense fallback={null}>
      <SessionEndDialog session={session} />
    </Suspense>
  );
}
