import { useQuery } from '@tanstack/react-query';
import { callbacksQuery } from '../features/callbacks/api/callbacks.ts';
import { isDue } from '../features/callbacks/callback-words.ts';
import { mayAccess } from '../lib/can.ts';
import { sessionCheckQuery } from '../lib/session-check.ts';
import { useSession } from '../lib/session.ts';
import { useNow } from '../lib/use-now.ts';

/** How many callbacks the person promised, and how many of them are late; none until known. */
export function useOwnCallbacks(): { promised: number; late: number } {
  const session = useSession();
  // Nothing is asked with a session that is not checked yet, nor while the password has to be changed first.
  const check = useQuery({ ...sessionCheckQuery(session?.userId ?? 0), enabled: session !== null });
  const isReady = mayAccess('staff', session) && !check.isPending && check.data?.mustChangePassword !== true;
  const { data = [] } = useQuery({ ...callbacksQuery(), enabled: isReady });
  const now = useNow().getTime();
  return { promised: data.length, late: data.filter(({ callbackAt }) => isDue(callbackAt, now)).length };
}
