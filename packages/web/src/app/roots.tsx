import { Box } from '@mui/material';
import { useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { later } from '../components/later.tsx';
import { PageProgress } from '../components/page/page-progress.tsx';
import { SnackbarHost } from '../components/snackbar/snackbar-host.tsx';
import { useSessionCheck } from '../lib/session-api.ts';
import { useSession } from '../lib/session.ts';
import { useSettings } from '../lib/settings.ts';
import { FrameStyles } from '../shell/layout/frame-parts.tsx';
import { IdentityKeeper, SessionKeeper } from '../shell/session/session-keeper.tsx';
import { ShellLayout } from '../shell/layout/shell-layout.tsx';
import { PendingRegistrations } from './operator/calling.tsx';
import { RequireChecked, RequireSession } from './guards.tsx';

export const Root = () => (
  <>
    <FrameStyles />
    <SnackbarHost />
    <PageProgress />
    <ScrollRestoration />
    <Outlet />
  </>
);

/** Changes only until the first session check is answered; later something may have been typed on the page. */
function useFrameKey(): string {
  const { isPending } = useSessionCheck();
  const { layout, direction } = useSettings();
  const present = JSON.stringify([layout, direction]);
  const [frame, setFrame] = useState({ key: present, isPending });
  // The render that first has the answer still uses the new layout: an earlier render may not have been painted.
  if (frame.isPending && (!isPending || frame.key !== present)) setFrame({ key: present, isPending });
  return frame.key;
}

const ForcedPassword = later(() => import('./routes/guest.tsx').then((m) => m.ForcedPasswordPage));

export function SignedInRoot() {
  const frameKey = useFrameKey();
  const mustChangePassword = useSessionCheck().data?.mustChangePassword;
  if (mustChangePassword)
    return (
      <RequireSession>
        <SessionKeeper />
        <ForcedPassword />
      </RequireSession>
    );
  return (
    <RequireSession>
      <SessionKeeper />
      <IdentityKeeper />
      <PendingRegistrations />
      <ShellLayout key={frameKey}>
        <RequireChecked>
          <Outlet />
        </RequireChecked>
      </ShellLayout>
    </RequireSession>
  );
}

/** Pages without sign-in: inside the shell when signed in, bare otherwise. */
export function PageRoot() {
  const session = useSession();
  if (!session)
    return (
      <Box component="main" sx={{ minHeight: '100vh', display: 'grid', alignItems: 'center', p: 4 }}>
        <Outlet />
      </Box>
    );
  return (
    <>
      <SessionKeeper />
      <IdentityKeeper />
      <ShellLayout>
        <Outlet />
      </ShellLayout>
    </>
  );
}
