import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { createBrowserRouter, matchPath, Navigate, type RouteObject, useRouteError } from 'react-router';
import { Centered } from '../components/layout.tsx';
import { ErrorState } from '../components/page/messages.tsx';
import { PageSkeleton } from '../components/page/page-header.tsx';
import { whileLoading } from '../components/page/page-progress.tsx';
import { errorText } from '../lib/errors.ts';
import { usePageTitle } from '../lib/page.ts';
import { Home, RequireAccess, RequireIds } from './guards.tsx';
import { PAGE_IDS, type PageId, pageIdOf, PAGES, paths } from './pages.ts';
import { PageRoot, Root, SignedInRoot } from './roots.tsx';
import { CampaignsPage } from './routes/campaigns.tsx';

type PageCode = () => Promise<ComponentType>;

/** One chunk per page, except the campaign list, usually the first page: as a chunk it was a sixth larger in all. */
const CODE: Record<PageId, PageCode> = {
  campaigns: async () => CampaignsPage,
  campaignCreate: () => import('./routes/campaign/create/create.tsx').then((module) => module.CampaignCreatePage),
  campaignEdit: () => import('./routes/campaign/edit/edit.tsx').then((module) => module.CampaignEditPage),
  campaign: () => import('./routes/campaign/view/view.tsx').then((module) => module.CampaignPage),
  campaignDetail: () => import('./routes/campaign/audience/detail.tsx').then((module) => module.AudiencePage),
  campaignAssign: () => import('./routes/campaign/assign/assign.tsx').then((module) => module.CampaignAssignPage),
  campaignStatistics: () =>
    import('./routes/campaign/statistics/statistics.tsx').then((module) => module.CampaignStatisticsPage),
  contact: () => import('./routes/campaign/contact.tsx').then((module) => module.ContactPage),
  callbacks: () => import('./routes/callbacks.tsx').then((module) => module.CallbacksPage),
  questions: () => import('./routes/questions.tsx').then((module) => module.QuestionsPage),
  export: () => import('./routes/export.tsx').then((module) => module.ExportPage),
  statistics: () => import('./routes/statistics.tsx').then((module) => module.StatisticsPage),
  users: () => import('./routes/users/users.tsx').then((module) => module.UsersPage),
  firstDay: () => import('./routes/first-day.tsx').then((module) => module.FirstDayPage),
  userCreate: () => import('./routes/users/user.tsx').then((module) => module.UserCreatePage),
  userDirectory: () => import('./routes/users/directory.tsx').then((module) => module.UserDirectoryPage),
  userImport: () => import('./routes/users/import.tsx').then((module) => module.UserImportPage),
  serviceAccounts: () => import('./routes/users/services.tsx').then((module) => module.ServiceAccountsPage),
  serviceAccount: () => import('./routes/users/service.tsx').then((module) => module.ServiceAccountPage),
  user: () => import('./routes/users/user.tsx').then((module) => module.UserPage),
  userEdit: () => import('./routes/users/user.tsx').then((module) => module.UserEditPage),
  callingRules: () => import('./routes/calling-rules.tsx').then((module) => module.CallingRulesPage),
  blockLists: () => import('./routes/block-lists.tsx').then((module) => module.BlockListsPage),
  events: () => import('./routes/events/events.tsx').then((module) => module.EventsPage),
  subscription: () => import('./routes/events/subscription.tsx').then((module) => module.SubscriptionPage),
  personalData: () => import('./routes/personal-data/find.tsx').then((module) => module.PersonalDataPage),
  personalDataPerson: () => import('./routes/personal-data/person.tsx').then((module) => module.PersonalDataPersonPage),
  dataRequests: () => import('./routes/personal-data/requests.tsx').then((module) => module.DataRequestsPage),
  dataRequest: () => import('./routes/personal-data/request.tsx').then((module) => module.DataRequestPage),
  retention: () => import('./routes/retention.tsx').then((module) => module.RetentionPage),
  status: () => import('./routes/status.tsx').then((module) => module.StatusPage),
  audit: () => import('./routes/audit.tsx').then((module) => module.AuditPage),
  configGeneral: () => import('./routes/config/general.tsx').then((module) => module.ConfigGeneralPage),
  configCreate: () => import('./routes/config/editor.tsx').then((module) => module.ConfigCreatePage),
  configEdit: () => import('./routes/config/editor.tsx').then((module) => module.ConfigEditPage),
  configActions: () => import('./routes/config/editor.tsx').then((module) => module.ConfigActionsPage),
  surveys: () => import('./routes/config/surveys.tsx').then((module) => module.SurveysPage),
  surveyCreate: () => import('./routes/config/survey.tsx').then((module) => module.SurveyCreatePage),
  survey: () => import('./routes/config/survey.tsx').then((module) => module.SurveyPage),
  monitorLive: () => import('./routes/monitor/live.tsx').then((module) => module.MonitorLivePage),
  monitorGeneral: () => import('./routes/monitor/general.tsx').then((module) => module.MonitorGeneralPage),
  monitorSingle: () => import('./routes/monitor/single.tsx').then((module) => module.MonitorSinglePage),
  profile: () => import('./routes/profile.tsx').then((module) => module.ProfilePage),
  mail: () => import('./routes/mail.tsx').then((module) => module.MailPage),
};

function lazyPage(code: PageCode, fallback: ReactNode = <PageSkeleton />) {
  const Page = lazy(() => whileLoading(async () => ({ default: await code() })));
  return (
    <Suspense fallback={fallback}>
      <Page />
    </Suspense>
  );
}

/** Sign-in, recover and reset: no navbar, toolbar or footer. */
const GUEST_CODE: Record<string, PageCode> = {
  [paths.signIn]: () => import('./routes/guest.tsx').then((module) => module.SignInPage),
  [paths.directoryReturn]: () => import('./routes/guest.tsx').then((module) => module.DirectoryReturnPage),
  [paths.signInLink]: () => import('./routes/guest.tsx').then((module) => module.SignInLinkPage),
  [paths.recover]: () => import('./routes/guest.tsx').then((module) => module.RecoverPage),
  [paths.reset]: () => import('./routes/guest.tsx').then((module) => module.ResetPage),
};

const notFoundPage = lazyPage(() => import('./routes/standalone-pages.tsx').then((module) => module.NotFoundPage));
const loadingPage = lazyPage(() => import('./routes/standalone-pages.tsx').then((module) => module.LoadingPage));

/** Fetches the code of the page at an address ahead of its first render, while the session is still being checked. */
export function preloadPage(pathname: string): void {
  const id = pageIdOf(pathname);
  const code = id ? CODE[id] : Object.entries(GUEST_CODE).find(([path]) => matchPath(path, pathname))?.[1];
  // A failure shows when the page is drawn.
  code?.().catch(() => undefined);
}

function pageRoute(id: PageId): RouteObject {
  const { path, title, access, of } = PAGES[id];
  return {
    path,
    errorElement: <RouteError />,
    element: (
      <RequireAccess access={access} title={title}>
        <RequireIds of={of}>{lazyPage(CODE[id])}</RequireIds>
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
      ...Object.entries(GUEST_CODE).map(([path, code]) => ({ path, element: lazyPage(code, null) })),
      { element: <SignedInRoot />, children: PAGE_IDS.map(pageRoute) },
      {
        element: <PageRoot />,
        children: [
          { path: paths.notFound, element: notFoundPage },
          { path: paths.loading, element: loadingPage },
        ],
      },
      { path: '*', element: <Navigate to={paths.notFound} replace /> },
    ],
  },
];

export const createAppRouter = () => createBrowserRouter(routes);

const FAILED = 'Hubo un fallo con el servidor. Por favor refresque la página e inténtelo de nuevo.';

/** Rendering failed, or a page's code could not be loaded, for example after an update: reloading helps in both cases. */
function RouteError() {
  const error = useRouteError();
  usePageTitle('Error');
  return (
    <Centered sx={{ minHeight: '60vh' }}>
      <ErrorState message={errorText(error, FAILED)} onRetry={() => window.location.reload()} />
    </Centered>
  );
}
