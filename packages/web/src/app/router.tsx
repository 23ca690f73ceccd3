import Box from '@mui/material/Box';
import { type ComponentType, lazy, Suspense } from 'react';
import { createBrowserRouter, matchPath, Navigate, type RouteObject, useRouteError } from 'react-router';
import { ErrorState } from '../components/page/messages.tsx';
import { PageSkeleton } from '../components/page/page-header.tsx';
import { errorText } from '../lib/errors.ts';
import { usePageTitle } from '../lib/page.ts';
import { Home, RequireAccess, RequireIds } from './guards.tsx';
import { type Page as PageEntry, type PageId, PAGES, paths } from './pages.ts';
import { PageRoot, Root, SignedInRoot } from './roots.tsx';
import { CampaignsPage } from './routes/campaigns.tsx';

type PageCode = () => Promise<{ default: ComponentType }>;

/**
 * One chunk per page; a page of the table without its code does not compile. The list of campaigns, which everybody sees first,
 * comes with the app itself: as a page apart it was fifty small files, a sixth heavier in all.
 */
const PAGE_CODE: Record<PageId, PageCode> = {
  campaigns: async () => ({ default: CampaignsPage }),
  campaign: () => import('./routes/campaign/view/view.tsx').then((module) => ({ default: module.CampaignPage })),
  campaignEdit: () =>
    import('./routes/campaign/edit/edit.tsx').then((module) => ({ default: module.CampaignEditPage })),
  campaignCreate: () =>
    import('./routes/campaign/create/create.tsx').then((module) => ({ default: module.CampaignCreatePage })),
  campaignDetail: () =>
    import('./routes/campaign/audience/detail.tsx').then((module) => ({ default: module.AudiencePage })),
  campaignAssign: () =>
    import('./routes/campaign/assign/assign.tsx').then((module) => ({ default: module.CampaignAssignPage })),
  campaignStatistics: () =>
    import('./routes/campaign/statistics/statistics.tsx').then((module) => ({
      default: module.CampaignStatisticsPage,
    })),
  contact: () => import('./routes/campaign/contact/contact.tsx').then((module) => ({ default: module.ContactPage })),
  callbacks: () => import('./routes/callbacks.tsx').then((module) => ({ default: module.CallbacksPage })),
  export: () => import('./routes/export.tsx').then((module) => ({ default: module.ExportPage })),
  statistics: () => import('./routes/statistics.tsx').then((module) => ({ default: module.StatisticsPage })),
  users: () => import('./routes/users/users.tsx').then((module) => ({ default: module.UsersPage })),
  userCreate: () => import('./routes/users/user.tsx').then((module) => ({ default: module.UserCreatePage })),
  user: () => import('./routes/users/user.tsx').then((module) => ({ default: module.UserPage })),
  userEdit: () => import('./routes/users/user.tsx').then((module) => ({ default: module.UserEditPage })),
  audit: () => import('./routes/audit.tsx').then((module) => ({ default: module.AuditPage })),
  configGeneral: () => import('./routes/config/general.tsx').then((module) => ({ default: module.ConfigGeneralPage })),
  configCreate: () => import('./routes/config/editor.tsx').then((module) => ({ default: module.ConfigCreatePage })),
  configEdit: () => import('./routes/config/editor.tsx').then((module) => ({ default: module.ConfigEditPage })),
  configActions: () => import('./routes/config/editor.tsx').then((module) => ({ default: module.ConfigActionsPage })),
  mail: () => import('./routes/mail.tsx').then((module) => ({ default: module.MailPage })),
  monitorLive: () => import('./routes/monitor/live.tsx').then((module) => ({ default: module.MonitorLivePage })),
  monitorGeneral: () =>
    import('./routes/monitor/general.tsx').then((module) => ({ default: module.MonitorGeneralPage })),
  monitorSingle: () => import('./routes/monitor/single.tsx').then((module) => ({ default: module.MonitorSinglePage })),
  profile: () => import('./routes/profile.tsx').then((module) => ({ default: module.ProfilePage })),
};

/** Sign-in, recover and reset: no navbar, toolbar or footer. */
const GUEST_CODE: Record<string, PageCode> = {
  [paths.signIn]: () => import('./routes/guest.tsx').then((module) => ({ default: module.SignInPage })),
  [paths.recover]: () => import('./routes/guest.tsx').then((module) => ({ default: module.RecoverPage })),
  [paths.reset]: () => import('./routes/guest.tsx').then((module) => ({ default: module.ResetPage })),
};

const NotFoundPage = lazy(() =>
  import('./routes/aside-pages.tsx').then((module) => ({ default: module.NotFoundPage })),
);
const LoadingPage = lazy(() => import('./routes/aside-pages.tsx').then((module) => ({ default: module.LoadingPage })));

const CODE_BY_PATH: [path: string, code: PageCode][] = [
  ...Object.entries(GUEST_CODE),
  ...(Object.keys(PAGES) as PageId[]).map((id): [string, PageCode] => [PAGES[id].path, PAGE_CODE[id]]),
];

/** Fetches the code of the page at an address ahead of its first render, while the session is still being checked. */
export function preloadPage(pathname: string): void {
  const code = CODE_BY_PATH.find(([path]) => matchPath(path, pathname))?.[1];
  // A failure shows when the page is drawn.
  code?.().catch(() => undefined);
}

function guestRoute([path, code]: [string, PageCode]): RouteObject {
  const Page = lazy(code);
  return {
    path,
    element: (
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    ),
  };
}

function pageRoute(id: PageId): RouteObject {
  const { path, title, access, of }: PageEntry = PAGES[id];
  const Page = lazy(PAGE_CODE[id]);
  return {
    path,
    errorElement: <RouteError />,
    element: (
      <RequireAccess access={access} title={title}>
        <Suspense fallback={<PageSkeleton />}>
          {of ? (
            <RequireIds of={of}>
              <Page />
            </RequireIds>
          ) : (
            <Page />
          )}
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
      { path: paths.home, element: <Home /> },
      ...Object.entries(GUEST_CODE).map(guestRoute),
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

const FAILED = 'Hubo un fallo con el servidor. Por favor refresque la página e inténtelo de nuevo.';

/**
 * Something broke while drawing, or a page's code did not arrive (after an update its old name is gone):
 * a fresh load cures both.
 */
function RouteError() {
  const error = useRouteError();
  usePageTitle('Error');
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
      <ErrorState message={errorText(error, FAILED)} onRetry={() => window.location.reload()} />
    </Box>
  );
}
