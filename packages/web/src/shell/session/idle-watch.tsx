import { auth } from '@campanero/contract/auth/endpoints';
import { identity } from '@campanero/contract/auth/identity';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { idleSeconds } from '../../lib/browser/idle.ts';
import { isIdentityAsked } from '../../lib/identity.ts';

const LOOK_MS = 30_000;

/** Reports activity without requests (typing) to the server, and at the limit lets the server lock the session. */
export function IdleWatch({ minutes }: { minutes: number }) {
  useEffect(() => {
    const look = () => {
      if (isIdentityAsked()) return;
      const idle = idleSeconds();
      // Ignored: the page's own requests show failures.
      if (idle > minutes * 60) call(auth.check).catch(() => undefined);
      else if (idle * 1000 < LOOK_MS) call(identity.activity).catch(() => undefined);
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [minutes]);
  return null;
}
