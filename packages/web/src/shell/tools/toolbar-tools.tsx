import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { mayAccess } from '../../lib/can.ts';
import { useSession } from '../../lib/session.ts';
import { UserMenu } from './user-menu.tsx';

/**
 * What the toolbar holds; the frames know only its three places (shell 3, 4): at the start the shortcuts, in the middle the
 * search field of layout3, at the end the tools. A place that is empty takes no room.
 */
export function ToolbarTools({ at }: { at: 'start' | 'middle' | 'end' }) {
  if (at !== 'end') return null;
  return (
    <>
      <Tools />
      <Box
        aria-hidden
        sx={{ display: { xs: 'none', md: 'block' }, width: '1px', height: 28, mx: 2, bgcolor: 'line.soft' }}
      />
      <UserMenu />
    </>
  );
}

/** After the page itself: nothing on screen waits for them, and they push nothing aside when they come. */
const StaffTools = lazy(async () => ({ default: (await import('./staff-tools.tsx')).StaffTools }));

/** A guest has nobody to look for and nothing that could ring. */
function Tools() {
  const session = useSession();
  if (!session || !mayAccess('staff', session)) return null;
  return (
    <Suspense fallback={null}>
      <StaffTools userId={session.userId} />
    </Suspense>
  );
}
