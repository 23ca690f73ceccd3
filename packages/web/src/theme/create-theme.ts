import { createTheme, type Direction, type Shadows, type Theme } from '@mui/material';
import { esES } from '@mui/material/locale';
import { controls } from './components/controls.ts';
import { feedback } from './components/feedback.ts';
import { inputs } from './components/inputs.ts';
import { surfaces } from './components/surfaces.ts';
import { paletteOf } from './palette.ts';
import { isDarkLook, isHighContrast, type Look, rolesOf } from './schemes.ts';
import { MOBILE_BREAKPOINT, MOTION, RADIUS, SHADOW } from './tokens.ts';
import { typography } from './typography.ts';

declare module '@mui/material/styles' {
  interface Theme {
    radius: typeof RADIUS;
    elevation: typeof SHADOW;
  }
  interface ThemeOptions {
    radius?: typeof RADIUS;
    elevation?: typeof SHADOW;
  }
}

/** Nothing rests on a shadow; only what floats above the page throws one. */
const shadows = Array.from({ length: 25 }, () => 'none') as unknown as Shadows;
shadows[1] = SHADOW.menu;
shadows[2] = SHADOW.dialog;
shadows[3] = SHADOW.sheet;

const instant = { create: () => 'none' };
const duration = (factor: 0 | 1) => ({
  shortest: MOTION.fast * factor,
  shorter: MOTION.fast * factor,
  short: MOTION.base * factor,
  standard: MOTION.base * factor,
  complex: MOTION.panel * factor,
  enteringScreen: MOTION.panel * factor,
  leavingScreen: MOTION.panel * 0.75 * factor,
});
const easing = { easeInOut: MOTION.easing, easeOut: MOTION.easing, easeIn: MOTION.easing, sharp: MOTION.easing };

function build(look: Look, reducedMotion: boolean, direction: Direction): Theme {
  const mode = isDarkLook(look) ? 'dark' : 'light';
  return createTheme(
    {
      direction,
      palette: paletteOf(mode, rolesOf(look), isHighContrast(look) ? 1.5 : 1),
      typography,
      shape: { borderRadius: RADIUS.control },
      spacing: 4,
      breakpoints: { values: { xs: 0, sm: 600, md: MOBILE_BREAKPOINT, lg: 1280, xl: 1700 } },
      shadows,
      transitions: reducedMotion ? { duration: duration(0), easing, ...instant } : { duration: duration(1), easing },
      radius: RADIUS,
      elevation: SHADOW,
      components: { ...controls, ...inputs, ...surfaces, ...feedback },
    },
    esES,
    ACTIONS_IN_SPANISH,
  );
}

/** The library's Spanish calls a button that opens by a state: "Abierto". */
const ACTIONS_IN_SPANISH = {
  components: { MuiAutocomplete: { defaultProps: { openText: 'Abrir', closeText: 'Cerrar' } } },
};

const made = new Map<string, Theme>();

/** One factory, many themes: plain objects, memoised, one provider per part of the shell (rule look/plain-themes). */
export function themeOf(look: Look, reducedMotion = false, direction: Direction = 'ltr'): Theme {
  const key = `${look} ${reducedMotion} ${direction}`;
  const known = made.get(key) ?? build(look, reducedMotion, direction);
  made.set(key, known);
  return known;
}
