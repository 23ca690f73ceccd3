import type { Access } from '@campanero/contract/roles';
import { ID_MAX } from '@campanero/contract/shared/paging';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { later } from '../components/later.tsx';
import { PageSkeleton } from '../components/page/page-header.tsx';
import { returnState } from '../features/auth/directory-return.ts';
import { mayAccess, primaryOf } from '../lib/can.ts';
import { idOf, useDefaultPageTitle } from '../lib/page.ts';
import { useSessionCheck } from '../lib/session-api.ts';
import { type StoredSession, useSession, useSessionEnd } from '../lib/session.ts';
import { getSettings } from '../lib/settings.ts';
import { startPagesFor } from './navigation.ts';
import { type AddressedEntity, paths } from './pages.ts';
import { NotFound } from './routes/page-state.tsx';

/** Where refused pages redirect; guests have only the profile (rule roles/redirects). */
const fallbackOf = (session: StoredSession) => (primaryOf(session) === undefined ? paths.profile : paths.campaigns);

/** The root address: the chosen start page while the user may open it. Without a session it is not remembered. */
export function Home() {
  const session = useSession();
  if (!session) return <Navigate to={paths.signIn} replace />;
  const { startPage } = getSettings().preferences;
  const home = startPagesFor(session).find(({ id }) => id === startPage)?.url ?? fallbackOf(session);
  // Who chose a start page knows the product.
  if (!mayAccess('users', session) || startPage) return <Navigate to={home} replace />;
  return <FirstDayStart to={paths.firstDay} otherwise={home} />;
}
const FirstDayStart = later(() => import('../features/installation/first-day.tsx').then((m) => m.FirstDayStart));

/** Without a session redirects to sign-in and remembers the page, except after signing out. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const ended = useSessionEnd();
  const location = useLocation();
  if (session) return children;
  const from = ended === 'signed-out' ? undefined : `${location.pathname}${location.search}${location.hash}`;
  return <Navigate to={paths.signIn} replace state={{ from }} />;
}

/** Validates the stored session before any other request; what must be fixed first redirects to the profile. */
export function RequireChecked({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const check = useSessionCheck();
  if (check.isPending) return <PageSkeleton />;
  if (check.data?.mustSetSecondFactor && pathname !== paths.profile) return <Navigate to={paths.profile} replace />;
  return children;
}

export function RequireAccess({ access, title, children }: { access: Access; title: string; children: ReactNode }) {
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
  const from = returnState.safeParse(location.state).data?.from;
  return <Navigate to={from ?? paths.home} replace />;
}

/** Shows an invalid id (`abc`, `0`) as not found, without a request. */
export function RequireIds({ of, children }: { of: AddressedEntity | undefined; children: ReactNode }) {
  const { id, campaignId = id, callId } = useParams();
  if (!of) return children;
  const first = idOf(campaignId);
  if (first === undefined || first > ID_MAX) return <NotFound what={of} />;
  if (callId !== undefined && idOf(callId) === undefined) return <NotFound what="contact" campaignId={first} />;
  return children;
}
