import { type ComponentType, lazy, Suspense } from 'react';
import { createBrowserRouter, matchPath, Navigate, type RouteObject, useRouteError } from 'react-router';
import { Centered } from '../components/layout.tsx';
import { ErrorState } from '../components/page/messages.tsx';
import { PageSkeleton } from '../components/page/page-header.tsx';
import { errorText } from '../lib/errors.ts';
import { usePageTitle } from '../lib/page.ts';
import { Home, RequireAccess, RequireIds } from './guards.tsx';
import { PAGE_IDS, type PageId, PAGES, paths } from './pages.ts';
import { PageRoot, Root, SignedInRoot } from './roots.tsx';
import { CampaignsPage } from './routes/campaigns.tsx';

type PageCode = () => Promise<ComponentType>;

/** The campaign list, usually the first page, is part of the main bundle: as a chunk it was a sixth larger in all. */
const codeOf = (id: PageId): PageCode => PAGES[id].code ?? (async () => CampaignsPage);

const lazyPage = (code: PageCode) => lazy(async () => ({ default: await code() }));

/** Sign-in, recover and reset: no navbar, toolbar or footer. */
const GUEST_CODE: Record<string, PageCode> = {
  [paths.signIn]: () => import('./routes/guest.tsx').then((module) => module.SignInPage),
  [paths.recover]: () => import('./routes/guest.tsx').then((module) => module.RecoverPage),
  [paths.reset]: () => import('./routes/guest.tsx').then((module) => module.ResetPage),
};

const NotFoundPage = lazyPage(() => import('./routes/standalone-pages.tsx').then((module) => module.NotFoundPage));
const LoadingPage = lazyPage(() => import('./routes/standalone-pages.tsx').then((module) => module.LoadingPage));

const CODE_BY_PATH: [path: string, code: PageCode][] = [
  ...Object.entries(GUEST_CODE),
  ...PAGE_IDS.map((id): [string, PageCode] => [PAGES[id].path, codeOf(id)]),
];

/** Fetches the code of the page at an address ahead of its first render, while the session is still being checked. */
export function preloadPage(pathname: string): void {
  const code = CODE_BY_PATH.find(([path]) => matchPath(path, pathname))?.[1];
  // A failure shows when the page is drawn.
  code?.().catch(() => undefined);
}

function guestRoute([path, code]: [string, PageCode]): RouteObject {
  const Page = lazyPage(code);
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
  const { path, title, access, of } = PAGES[id];
  const Page = lazyPage(codeOf(id));
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
      { element: <SignedInRoot />, children: PAGE_IDS.map(pageRoute) },
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
