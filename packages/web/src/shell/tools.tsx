import { lazy, Suspense } from 'react';
import { mayAccess } from '../lib/can.ts';
import { useSession } from '../lib/session.ts';

/** After the page itself: nothing on screen waits for them, and they push nothing aside when they come. */
const StaffTools = lazy(async () => ({ default: (await import('./staff-tools.tsx')).StaffTools }));

/** A guest has nobody to look for and nothing that could ring. */
export function Tools() {
  const session = useSession();
  if (!session || !mayAccess('staff', session)) return null;
  return (
    <Suspense fallback={null}>
      <StaffTools userId={session.userId} />
    </Suspense>
  );
}
