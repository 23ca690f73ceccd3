import { later } from '../../components/later.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useIdentityQuestion } from '../../lib/identity.ts';
import { endLostSession } from '../../lib/api.ts';
import { now, onClockSet } from '../../lib/clock.ts';
import { prolongSession, useIsAdmitted, useSessionCheck } from '../../lib/session-api.ts';
import { useSession } from '../../lib/session.ts';
import { openSocket } from '../../lib/live/socket.ts';
import { afterTyping } from '../../lib/browser/typing.ts';

const SessionEndDialog = later(async () => (await import('./session-end-dialog.tsx')).SessionEndDialog);
const IdentityDialog = later(async () => (await import('../../features/auth/identity-dialog.tsx')).IdentityDialog);
const IdleWatch = later(async () => (await import('./idle-watch.tsx')).IdleWatch);

/** Lives as long as somebody is signed in: prolongs on navigation, announces the end, keeps the live connection. */
export function SessionKeeper() {
  const session = useSession();
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const userId = session?.userId;
  const phase = useSessionPhase(session?.expires);

  // Refresh happens on navigation within the last hour, outside the sign-in pages.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the new address is the reason, not an input
  useEffect(() => void prolongSession(), [pathname]);

  // Not before the server would let it in: with a password or second factor still to be set it refuses sockets like requests.
  const isAdmitted = useIsAdmitted();
  useEffect(() => {
    if (userId === undefined || !isAdmitted) return undefined;
    return openSocket(queryClient);
  }, [userId, isAdmitted, queryClient]);

  const token = session?.token;
  useEffect(() => {
    if (phase === 'over' && token !== undefined) endLostSession(token);
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
  return <SessionEndDialog session={session} />;
}

/** Asks for password or code where the server wants it, and watches the idle limit where there is one. */
export function IdentityKeeper() {
  const question = useIdentityQuestion();
  const minutes = useSessionCheck().data?.idleMinutes ?? null;
  return (
    <>
      {minutes !== null && <IdleWatch minutes={minutes} />}
      {question && <IdentityDialog question={question} />}
    </>
  );
}

/** How long before its end a session announces it. */
const ANNOUNCE_SECONDS = 120;

/** A timer that fires too early would find the old phase, and nothing would look again. */
const LATE_MS = 50;

type SessionPhase = 'none' | 'running' | 'ending' | 'over';

const secondsUntil = (expires: number) => expires - now() / 1000;

function phaseOf(expires: number | undefined): SessionPhase {
  if (expires === undefined) return 'none';
  const left = secondsUntil(expires);
  if (left <= 0) return 'over';
  return left <= ANNOUNCE_SECONDS ? 'ending' : 'running';
}

/** Where the session stands by the clock: it changes at the announcement and at the end. */
function useSessionPhase(expires: number | undefined): SessionPhase {
  const subscribe = useCallback(
    (look: () => void) => {
      if (expires === undefined) return () => {};
      let timers: ReturnType<typeof setTimeout>[] = [];
      const wait = () => {
        timers.forEach(clearTimeout);
        const left = secondsUntil(expires);
        timers = [left - ANNOUNCE_SECONDS, left]
          .filter((seconds) => seconds > 0)
          .map((seconds) => setTimeout(look, seconds * 1000 + LATE_MS));
      };
      wait();
      const lookAndWait = () => {
        look();
        wait();
      };
      // A sleeping machine stops timers: coming back to the tab looks at the clock again, and so does setting the clock.
      document.addEventListener('visibilitychange', lookAndWait);
      const forget = onClockSet(lookAndWait);
      return () => {
        timers.forEach(clearTimeout);
        document.removeEventListener('visibilitychange', lookAndWait);
        forget();
      };
    },
    [expires],
  );
  return useSyncExternalStore(subscribe, () => phaseOf(expires));
}
