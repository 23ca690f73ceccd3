import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { loseSession } from '../lib/api.ts';
import { useSession } from '../lib/session.ts';
import { prolongSession } from '../lib/session-refresh.ts';
import { openSocket } from '../lib/socket.ts';
import { afterTyping } from '../lib/typing.ts';
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

  const token = session?.token;
  useEffect(() => {
    if (phase === 'over' && token !== undefined) loseSession(token);
  }, [phase, token]);

  // The announcement takes the focus: not in the middle of a word.
  const [isAnnounced, setAnnounced] = useState(false);
  useEffect(() => {
    if (phase !== 'ending') return undefined;
    const callOff = afterTyping(() => setAnnounced(true));
    return () => {
      callOff();
      setAnnounced(false);
    };
  }, [phase]);

  if (!session || !isAnnounced) return null;
  return (
    <Suspense fallback={null}>
      <SessionEndDialog session={session} />
    </Suspense>
  );
}
