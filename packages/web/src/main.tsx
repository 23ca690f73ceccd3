import './lib/zod-without-eval.ts';
import '@fontsource-variable/inter/opsz.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createStyleCache, Providers } from './app/providers.tsx';
import { createAppRouter, preloadPage } from './app/router.tsx';
import { queryClient } from './lib/query-client.ts';
import { getSession, openSessionStore } from './lib/session.ts';

openSessionStore();
if (getSession()) preloadPage(window.location.pathname);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers queryClient={queryClient} styleCache={createStyleCache()}>
      <RouterProvider router={createAppRouter()} />
    </Providers>
  </StrictMode>,
);
