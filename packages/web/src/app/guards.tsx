import type { Access } from '@campanero/contract/roles';
import { ID_MAX } from '@campanero/contract/shared/paging';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { PageSkeleton } from '../components/page/page-header.tsx';
import { mayAccess, primaryOf } from '../lib/can.ts';
import { idOf, useDefaultPageTitle } from '../lib/page.ts';
import { mustFixProfile, useSessionCheck } from '../lib/session-api.ts';
import { type StoredSession, useSession, useSessionEnd } from '../lib/session.ts';
import { getSettings } from '../lib/settings.ts';
import { startPagesFor } from './navigation.ts';
import { type AddressedThing, paths } from './pages.ts';
import { NotFound } from './routes/not-found.tsx';

/** Where a page leads that one may not open; a guest has the profile only (rule roles/where-refusals-lead). */
const fallbackOf = (session: StoredSession) => (primaryOf(session) === undefined ? paths.profile : paths.campaigns);

/** Where a person begins who asks for nothing in particular: the page they chose, while they may open it. */
const homeOf = (session: StoredSession) => {
  const { startPage } = getSettings().preferences;
  return startPagesFor(session).find(({ id }) => id === startPage)?.url ?? fallbackOf(session);
};

/** The bare address. Without a session it is not remembered: signing in leads to the user's first page. */
export function Home() {
  const session = useSession();
  return <Navigate to={session ? homeOf(session) : paths.signIn} replace />;
}

/** Without a session: to sign-in, remembering the page, unless one left on purpose. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const ended = useSessionEnd();
  const location = useLocation();
  if (session) return children;
  const from = ended === 'signed-out' ? undefined : `${location.pathname}${location.search}`;
  return <Navigate to={paths.signIn} replace state={{ from }} />;
}

/** The stored session is validated before anything is asked with it; what must be set right first is done in the profile. */
export function RequireChecked({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const check = useSessionCheck();
  if (check.isPending) return <PageSkeleton />;
  if (mustFixProfile(check.data) && pathname !== paths.profile) return <Navigate to={paths.profile} replace />;
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
  return <Navigate to={fallbackOf(session)} replace />;
}

/** Signed-in users are redirected from the sign-in page. */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  if (!session) return children;
  return <Navigate to={returnPathOf(location.state) ?? homeOf(session)} replace />;
}

/** The page to return to after sign-in, from the navigation state; only addresses of our own (no //host, no scheme). */
function returnPathOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined;
}

/** An address whose id is no id (`abc`, `undefined`, `0`) shows what an unknown one shows, and asks the server nothing. */
export function RequireIds({ of, children }: { of: AddressedThing; children: ReactNode }) {
  const { id, campaignId = id, callId } = useParams();
  const first = idOf(campaignId);
  if (first === undefined || first > ID_MAX) return <NotFound what={of} />;
  if (callId !== undefined && idOf(callId) === undefined) return <NotFound what="contact" campaignId={first} />;
  return children;
}
