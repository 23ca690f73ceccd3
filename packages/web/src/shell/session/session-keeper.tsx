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

/** Prolongs the session on navigation, announces its end, keeps the socket open. */
export function SessionKeeper() {
  const session = useSession();
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const userId = session?.userId;
  const phase = useSessionPhase(session?.expires);

  // Only within the last hour and outside the sign-in pages.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the new address is the reason, not an input
  useEffect(() => void prolongSession(), [pathname]);

  // The server refuses sockets while a password or second factor is still to be set.
  const isAdmitted = useIsAdmitted();
  useEffect(() => {
    if (userId === undefined || !isAdmitted) return undefined;
    return openSocket(queryClient);
  }, [userId, isAdmitted, queryClient]);

  const token = session?.token;
  useEffect(() => {
    if (phase === 'over' && token !== undefined) endLostSession(token);
  }, [phase, token]);

  // The dialog takes the focus: not while typing.
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

/** Asks for password or code when required, and watches the idle limit. */
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

const ANNOUNCE_SECONDS = 120;

/** A timer firing early would find the old phase. */
const LATE_MS = 50;

type SessionPhase = 'none' | 'running' | 'ending' | 'over';

const secondsUntil = (expires: number) => expires - now() / 1000;

function phaseOf(expires: number | undefined): SessionPhase {
  if (expires === undefined) return 'none';
  const left = secondsUntil(expires);
  if (left <= 0) return 'over';
  return left <= ANNOUNCE_SECONDS ? 'ending' : 'running';
}

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
      // Timers stop while a machine sleeps: checked again when the tab is visible or the clock is set.
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
