import type { ComponentType } from 'react';
import { lazy, Suspense } from 'react';
import type { RouteObject } from 'react-router';
import { createBrowserRouter, matchPath, Navigate } from 'react-router';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { RequireAccess } from './guards.tsx';
import { PAGES } from './pages.ts';
import type { PageId } from './pages.ts';
import { paths } from './paths.ts';
import { GuestRoot, PageRoot, Root, SignedInRoot } from './roots.tsx';
import { RouteError } from './route-error.tsx';

/** One chunk per page; a page of the table without its code does not compile. */
const PAGE_CODE: Record<PageId, () => Promise<{ default: ComponentType }>> = {
  campaigns: () => import('./routes/campaigns.tsx').then((module) => ({ default: module.CampaignsPage })),
  profile: () => import('./routes/profile.tsx').then((module) => ({ default: module.ProfilePage })),
};

/** Fetches the code of the page at an address ahead of its first render, while the session is still being checked. */
export function preloadPage(pathname: string): void {
  const id = (Object.keys(PAGES) as PageId[]).find((known) => matchPath(PAGES[known].path, pathname));
  // A failure shows when the page is drawn.
  if (id) PAGE_CODE[id]().catch(() => undefined);
}

const SignInPage = lazy(() => import('./routes/signin.tsx').then((module) => ({ default: module.SignInPage })));
const RecoverPage = lazy(() => import('./routes/recover.tsx').then((module) => ({ default: module.RecoverPage })));
const ResetPage = lazy(() => import('./routes/reset.tsx').then((module) => ({ default: module.ResetPage })));
const NotFoundPage = lazy(() => import('./routes/not-found.tsx').then((module) => ({ default: module.NotFoundPage })));
const LoadingPage = lazy(() => import('./routes/loading.tsx').then((module) => ({ default: module.LoadingPage })));

function pageRoute(id: PageId): RouteObject {
  const { path, title, access } = PAGES[id];
  const Page = lazy(PAGE_CODE[id]);
  return {
    path,
    errorElement: <RouteError />,
    element: (
      <RequireAccess access={access} title={title}>
        <Suspense fallback={<PageSkeleton />}>
          <Page />
        </Suspense>
      </RequireAccess>
    ),
  };
}

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    children: [
      { path: paths.home, element: <Navigate to={paths.campaigns} replace /> },
      {
        element: <GuestRoot />,
        children: [
          { path: paths.signIn, element: <SignInPage /> },
          { path: paths.recover, element: <RecoverPage /> },
          { path: paths.reset, element: <ResetPage /> },
        ],
      },
      { element: <SignedInRoot />, children: (Object.keys(PAGES) as PageId[]).map(pageRoute) },
      {
        element: <PageRoot />,
        children: [
          { path: paths.notFound, element: <NotFoundPage /> },
          { path: paths.loading, element: <LoadingPage /> },
        ],
      },
      { path: '*', element: <Navigate to={paths.notFound} replace /> },
    ],
  },
];

export const createAppRouter = () => createBrowserRouter(routes);
