import { lazy, Suspense } from 'react';
import { useIdentityQuestion } from '../../lib/identity.ts';
import { useSessionCheck } from '../../lib/session-api.ts';

const IdentityDialog = lazy(() =>
  import('../../features/auth/identity-dialog.tsx').then((module) => ({ default: module.IdentityDialog })),
);
const IdleWatch = lazy(() => import('./idle-watch.tsx').then((module) => ({ default: module.IdleWatch })));

/** Asks for password or code where the server wants it, and watches the idle limit where there is one. */
export function IdentityKeeper() {
  const question = useIdentityQuestion();
  const minutes = useSessionCheck().data?.idleMinutes ?? null;
  return (
    <Suspense fallback={null}>
      {minutes !== null && <IdleWatch minutes={minutes} />}
      {question && <IdentityDialog question={question} />}
    </Suspense>
  );
}
