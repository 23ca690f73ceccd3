import { api } from '@campanero/contract';
import type { Session } from '@campanero/contract/auth/schemas';
import { mergeSettings, type SettingsPatch } from '@campanero/contract/settings/schemas';
import createCache from '@emotion/cache';
import { render } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import type { ReactNode } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { Providers } from '../app/providers.tsx';
import { routes } from '../app/router.tsx';
import { SnackbarHost } from '../components/snackbar/snackbar-host.tsx';
import { queryClient } from '../lib/query-client.ts';
import { enterSession } from '../lib/session-api.ts';
import { aCheck } from './people.ts';
import { quickUser } from './quick-user.ts';
import { reply, server } from './server.ts';

/**
 * Styles go nowhere: no test looks at them, and every query by role would compute them anew for every element,
 * which made the suite several times slower.
 */
const styleCache = createCache({ key: 'css', container: document.createElement('div') });

interface RenderOptions {
  /** Who is signed in; nobody by default. */
  as?: Session;
  mustChangePassword?: boolean;
  mustSetSecondFactor?: boolean;
  /** What the session check answers, when it is not simply that person. */
  check?: RequestHandler;
}

function start(routeTable: RouteObject[], path: string, { as, check, ...pending }: RenderOptions) {
  if (as) {
    enterSession(as);
    server.use(check ?? reply(api.auth.check, aCheck(as, pending.mustChangePassword, pending.mustSetSecondFactor)));
  }
  const router = createMemoryRouter(routeTable, { initialEntries: [path] });
  const view = render(
    <Providers queryClient={queryClient} styleCache={styleCache}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { ...view, router, user: quickUser() };
}

/** Opens an address of the whole app, as a person would. */
export const renderApp = (path: string, options: RenderOptions = {}) => start(routes, path, options);

const NO_BARS: SettingsPatch = {
  layout: {
    style: 'layout1',
    config: { navbar: { display: false }, toolbar: { display: false }, footer: { display: false } },
  },
};

/** The same for somebody who has put all bars away: tests of a page need not draw the shell, which was a quarter of their time. */
export const renderPage = (path: string, { as, ...options }: RenderOptions & { as: Session }) =>
  renderApp(path, { ...options, as: { ...as, settings: mergeSettings(NO_BARS, as.settings) } });

/** Draws one piece under the app's providers, at an address of its own. */
export const renderPiece = (piece: ReactNode, options: RenderOptions & { path?: string } = {}) =>
  start(
    [
      {
        path: '*',
        element: (
          <>
            <SnackbarHost />
            {piece}
          </>
        ),
      },
    ],
    options.path ?? '/',
    options,
  );
