import './lib/zod-without-eval.ts';
import '@fontsource-variable/inter/opsz.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createStyleCache, Providers } from './app/providers.tsx';
import { paths } from './app/pages.ts';
import { createAppRouter, preloadPage } from './app/router.tsx';
import { openLanguage } from './i18n/i18n.ts';
import { readPageTime } from './lib/clock.ts';
import { openFontSize } from './lib/browser/font-size.ts';
import { queryClient } from './lib/query-client.ts';
import { getSession, openSessionStore } from './lib/session.ts';
import { sessionCheckQuery } from './lib/session-api.ts';
import { openSettings } from './lib/settings.ts';
import { openDirection } from './theme/direction.ts';

readPageTime();
openSessionStore();
openSettings();
openFontSize();
const session = getSession();
// Asked while the page is still being drawn: everything else waits for the answer.
if (session) void queryClient.prefetchQuery(sessionCheckQuery(session.userId));
// Without a session the sign-in page is shown, unless the link in a mail leads to the reset.
const isReset = window.location.pathname.startsWith('/reset/');
preloadPage(session || isReset ? window.location.pathname : paths.signIn);

// Not awaited at the top level: chunks import this one, and would wait for it for ever. A transition: the first drawing is
// cut into short pieces, between which the browser can handle typing and clicks.
void Promise.all([openLanguage(), openDirection()]).then(() =>
  startTransition(() =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <Providers queryClient={queryClient} styleCache={createStyleCache()}>
          <RouterProvider router={createAppRouter()} />
        </Providers>
      </StrictMode>,
    ),
  ),
);
