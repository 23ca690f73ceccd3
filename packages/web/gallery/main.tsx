import '../src/lib/zod-without-eval.ts';
import '@fontsource-variable/inter/opsz.css';
import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { createStyleCache, Providers } from '../src/app/providers.tsx';
import { Muted, Spread, Stacked } from '../src/components/layout.tsx';
import { SnackbarHost } from '../src/components/snackbar/snackbar-host.tsx';
import { queryClient } from '../src/lib/query-client.ts';
import { applyShellRecord, getSettings, useSettings } from '../src/lib/settings.ts';
import { EXAMPLES } from './examples.tsx';

/** Applies a settings record as if it came from the server; nothing is sent. */
const showDirection = (direction: 'ltr' | 'rtl') =>
  applyShellRecord(
    { userId: 0, roles: [{ id: 5, name: 'Administrador' }] },
    { settings: { ...getSettings(), direction }, shortcuts: [], photoURL: null },
  );

/** Each component with its states, at http://localhost:5173/gallery/ of `npm run dev`. Light or dark as the system says. Not built. */
function Gallery() {
  const { direction } = useSettings();
  return (
    <Box component="main" sx={{ maxWidth: 1200, mx: 'auto', p: 6 }}>
      <Spread sx={{ mb: 6 }}>
        <Typography variant="h1">Galería de componentes</Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="Dirección"
          value={direction}
          onChange={(_event, next: 'ltr' | 'rtl' | null) => next && showDirection(next)}
        >
          <ToggleButton value="ltr">LTR</ToggleButton>
          <ToggleButton value="rtl">RTL</ToggleButton>
        </ToggleButtonGroup>
      </Spread>
      {EXAMPLES.map(({ name, file, states }) => (
        <Box component="section" key={name} aria-labelledby={name} data-example={name} sx={{ mb: 8 }}>
          <Typography id={name} variant="h2">
            {name}
          </Typography>
          <Muted sx={{ mb: 3 }}>{file}</Muted>
          <Stacked>
            {Object.entries(states).map(([state, element]) => (
              <div key={state}>
                <Muted sx={{ mb: 1 }}>{state}</Muted>
                {element}
              </div>
            ))}
          </Stacked>
        </Box>
      ))}
      <SnackbarHost />
    </Box>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers queryClient={queryClient} styleCache={createStyleCache()}>
      <MemoryRouter>
        <Gallery />
      </MemoryRouter>
    </Providers>
  </StrictMode>,
);
