import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { SESSION_EXPIRED_TEXT } from '@campanero/contract/errors';
import { endSession, useSession } from '../lib/session.ts';
import { prolongSession } from '../lib/session-refresh.ts';
import { notify } from '../lib/snackbar.ts';
import { openSocket } from '../lib/socket.ts';
import { useSessionPhase } from './use-session-phase.ts';

const SessionEndDialog = lazy(() =>
  import('./session-end-dialog.tsx').then((module) => ({ default: module.SessionEndDialog })),
);

/** Lives as long as somebody is signed in: prolongs on navigation, announces the end, keeps the live connection. */
export function SessionKeeper() {
  const session = useSession();
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const userId = session?.userId;
  const phase = useSessionPhase(session?.expires);

  // Refresh happens on navigation within the last hour, outside the sign-in pages (spec 4).
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the new address is the reason, not an input
  useEffect(() => void prolongSession(), [pathname]);

  useEffect(() => {
    if (userId === undefined) return undefined;
    return openSocket(queryClient);
  }, [userId, queryClient]);

  useEffect(() => {
    if (phase !== 'over') return;
    endSession('expired');
    notify.warning(SESSION_EXPIRED_TEXT);
  }, [phase]);

  if (!session || phase !== 'ending') return null;
  return (
    <Suspense fallback={null}>
      <SessionEndDialog session={session} />
    </Suspense>
  );
}
