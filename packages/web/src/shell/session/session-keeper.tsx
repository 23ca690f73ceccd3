import { auth } from '@campanero/contract/auth/endpoints';
import { identity } from '@campanero/contract/auth/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { later } from '../../components/later.tsx';
import { call, endLostSession } from '../../lib/api.ts';
import { idleSeconds } from '../../lib/browser/idle.ts';
import { afterTyping } from '../../lib/browser/typing.ts';
import { now, useValueAt } from '../../lib/clock.ts';
import { isIdentityAsked, useIdentityQuestion } from '../../lib/identity.ts';
import { openSocket } from '../../lib/live/socket.ts';
import { prolongSession, useIsAdmitted, useSessionCheck } from '../../lib/session-api.ts';
import { useSession } from '../../lib/session.ts';

const SessionEndDialog = later(async () => (await import('./session-end-dialog.tsx')).SessionEndDialog);
const IdentityDialog = later(async () => (await import('../../features/auth/identity-dialog.tsx')).IdentityDialog);

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
    const cancel = afterTyping(() => setAnnounced(true));
    return () => {
      cancel();
      setAnnounced(false);
    };
  }, [phase]);

  if (!session || !isAnnounced) return null;
  return <SessionEndDialog session={session} />;
}

/** Asks for password or code when required, and watches the idle limit. */
export function IdentityKeeper() {
  const question = useIdentityQuestion();
  useIdleWatch(useSessionCheck().data?.idleMinutes ?? null);
  return question && <IdentityDialog question={question} />;
}

const ANNOUNCE_SECONDS = 120;

type SessionPhase = 'none' | 'running' | 'ending' | 'over';

const secondsUntil = (expires: number) => expires - now() / 1000;

function phaseOf(expires: number | undefined): SessionPhase {
  if (expires === undefined) return 'none';
  const left = secondsUntil(expires);
  if (left <= 0) return 'over';
  return left <= ANNOUNCE_SECONDS ? 'ending' : 'running';
}

function useSessionPhase(expires: number | undefined): SessionPhase {
  const moments = expires === undefined ? [] : [expires - ANNOUNCE_SECONDS, expires];
  return useValueAt(
    moments.map((seconds) => seconds * 1000),
    () => phaseOf(expires),
  );
}

const CHECK_MS = 30_000;

/** Reports activity without requests (typing) to the server, and at the limit lets the server lock the session. */
function useIdleWatch(minutes: number | null) {
  useEffect(() => {
    if (minutes === null) return undefined;
    const check = () => {
      if (isIdentityAsked()) return;
      const idle = idleSeconds();
      // Ignored: the page's own requests show failures.
      if (idle > minutes * 60) call(auth.check).catch(() => undefined);
      else if (idle * 1000 < CHECK_MS) call(identity.activity).catch(() => undefined);
    };
    const timer = setInterval(check, CHECK_MS);
    return () => clearInterval(timer);
  }, [minutes]);
}
