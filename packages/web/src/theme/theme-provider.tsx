import { CssBaseline, ThemeProvider, useMediaQuery } from '@mui/material';
import { createContext, type ReactNode, use, useEffect, useInsertionEffect, useMemo } from 'react';
import { usePrinting } from '../lib/browser/printing.ts';
import { useSettings } from '../lib/settings.ts';
import { themeOf } from './create-theme.ts';
import { useDirection } from './direction.ts';
import { type Look, lookOf, ownScheme, rolesOf, schemeOfPart, type ShellPart } from './schemes.ts';
import { Scrollbars } from './scrollbars.tsx';

/** `welcome`: the panel of the sign-in pages. */
type Part = ShellPart | 'welcome';

interface Looks extends Record<'main' | Part, Look> {
  direction: 'ltr' | 'rtl';
  reducedMotion: boolean;
}
const LooksContext = createContext<Looks | undefined>(undefined);

const MEDIA = { noSsr: true } as const;
export const usePrefersDark = () => useMediaQuery('(prefers-color-scheme: dark)', MEDIA);

function useLooks(): Looks {
  const { theme } = useSettings();
  // Paper is white.
  const isPrinted = usePrinting();
  const systemIsDark = usePrefersDark() && !isPrinted;
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)', MEDIA);
  const direction = useDirection();
  return useMemo(() => {
    const main = isPrinted ? 'campanero' : ownScheme(theme.main, systemIsDark);
    const look = (part: ShellPart) => lookOf(schemeOfPart(part, theme, main), main, systemIsDark);
    return {
      main,
      navbar: look('navbar'),
      toolbar: look('toolbar'),
      footer: look('footer'),
      welcome: lookOf('grafito', main, systemIsDark),
      reducedMotion,
      direction,
    };
  }, [theme, systemIsDark, isPrinted, reducedMotion, direction]);
}

export function AppTheme({ children }: { children: ReactNode }) {
  const looks = useLooks();
  useBrowserColor(rolesOf(looks.toolbar).paper);
  useDocumentDensity();
  return (
    <LooksContext value={looks}>
      <ThemeProvider theme={themeOf(looks.main, looks.reducedMotion, looks.direction)}>
        <CssBaseline />
        <Scrollbars />
        {children}
      </ThemeProvider>
    </LooksContext>
  );
}

/** Theme objects instead of CSS variables: a menu opened from the navbar keeps the navbar's colours. */
export function PartTheme({ part, children }: { part: Part; children: ReactNode }) {
  const looks = use(LooksContext);
  if (!looks) throw new Error('A part of the shell is drawn outside AppTheme');
  const theme = themeOf(looks[part], looks.reducedMotion, looks.direction);
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
}

/** Colour of a phone's browser around the page. */
function useBrowserColor(color: string): void {
  useEffect(() => {
    let meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    if (!meta) {
      meta = document.createElement('meta');
      meta.name = 'theme-color';
      document.head.append(meta);
    }
    meta.content = color;
  }, [color]);
}

/** Table styles read the density off the document. Set before layout effects measure. */
function useDocumentDensity(): void {
  const { density } = useSettings().preferences;
  useInsertionEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
}
