import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Access } from '@campanero/contract/roles';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { mayAccess, primaryOf } from '../lib/can.ts';
import { useDefaultPageTitle } from '../lib/page-title.ts';
import { sessionCheckQuery } from '../lib/session-check.ts';
import type { StoredSession } from '../lib/session.ts';
import { useSession, useSessionEnd } from '../lib/session.ts';
import { paths } from './pages.ts';
import { returnPathOf } from './return-path.ts';

/** Where a person belongs who asks for nothing in particular: a guest has the profile only (decisions 3). */
export const homeOf = (session: StoredSession) => (primaryOf(session) === undefined ? paths.profile : paths.campaigns);

/** Without a session: to sign-in, remembering the page, unless one left on purpose. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const ended = useSessionEnd();
  const location = useLocation();
  if (session) return children;
  const from = ended === 'signed-out' ? undefined : `${location.pathname}${location.search}`;
  return <Navigate to={paths.signIn} replace state={{ from }} />;
}

/** The stored session is validated before anything is asked with it; a password given by others is changed first. */
export function RequireChecked({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname } = useLocation();
  const check = useQuery({ ...sessionCheckQuery(session?.userId ?? 0), enabled: session !== null });
  if (check.isPending) return <PageSkeleton />;
  if (check.data?.mustChangePassword && pathname !== paths.profile) return <Navigate to={paths.profile} replace />;
  return children;
}

interface RequireAccessProps {
  access: Access;
  /** The page's, for the document; pages that show one thing may put its name there later. */
  title: string;
  children: ReactNode;
}

export function RequireAccess({ access, title, children }: RequireAccessProps) {
  const session = useSession();
  useDefaultPageTitle(title);
  if (!session || mayAccess(access, session)) return children;
  return <Navigate to={homeOf(session)} replace />;
}

/** Whoever is signed in already has no business at the sign-in page (spec 2). */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  if (!session) return children;
  return <Navigate to={returnPathOf(location.state) ?? homeOf(session)} replace />;
}
