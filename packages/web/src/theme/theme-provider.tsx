import type { ReactNode } from 'react';
import { createContext, use, useMemo } from 'react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useColorMode } from './color-mode.ts';
import { themeOf } from './create-theme.ts';
import type { SchemeId } from './create-theme.ts';

/** The parts of the shell that may wear a scheme of their own (shell 6). */
type ShellPart = 'navbar' | 'toolbar' | 'footer';

interface Appearance {
  isDark: boolean;
  reducedMotion: boolean;
}
const AppearanceContext = createContext<Appearance>({ isDark: false, reducedMotion: false });

const MEDIA = { noSsr: true } as const;

/** The main theme: the stored choice, or the system's preference until one is made. */
export function AppTheme({ children }: { children: ReactNode }) {
  const mode = useColorMode();
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', MEDIA);
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)', MEDIA);
  const isDark = mode === 'system' ? systemIsDark : mode === 'dark';
  const scheme: SchemeId = isDark ? 'campanero-noche' : 'campanero';
  const appearance = useMemo(() => ({ isDark, reducedMotion }), [isDark, reducedMotion]);
  return (
    <AppearanceContext value={appearance}>
      <ThemeProvider theme={themeOf(scheme, reducedMotion)}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </AppearanceContext>
  );
}

/** Default schemes of the parts (shell 1): navbar and footer in graphite, the toolbar like the page. */
function schemeOfPart(part: ShellPart, isDark: boolean): SchemeId {
  if (part === 'toolbar') return isDark ? 'campanero-noche' : 'campanero';
  return isDark ? 'grafito-oscuro' : 'grafito-claro';
}

/** Plain theme objects instead of CSS variables: a menu opened from the navbar keeps the navbar's colours. */
export function PartTheme({ part, children }: { part: ShellPart; children: ReactNode }) {
  const { isDark, reducedMotion } = use(AppearanceContext);
  return <ThemeProvider theme={themeOf(schemeOfPart(part, isDark), reducedMotion)}>{children}</ThemeProvider>;
}
