import { createTheme, type Direction, type Shadows, type Theme } from '@mui/material';
import { esES } from '@mui/material/locale';
import { controls } from './components/controls.ts';
import { inputs } from './components/inputs.ts';
import { surfaces } from './components/surfaces.ts';
import { paletteOf } from './palette.ts';
import { isDarkLook, isHighContrast, type Look, rolesOf } from './schemes.ts';
import { MOBILE_BREAKPOINT, MOTION, RADIUS, SHADOW } from './tokens.ts';
import { typography } from './typography.ts';

interface OwnTheme {
  radius: typeof RADIUS;
  elevation: typeof SHADOW;
}

declare module '@mui/material/styles' {
  interface Theme extends OwnTheme {}
  interface ThemeOptions extends Partial<OwnTheme> {}
}

/** Only floating elements have shadows. */
const shadows = ['none', SHADOW.menu, SHADOW.dialog, SHADOW.sheet, ...Array(21).fill('none')] as unknown as Shadows;

const easing = { easeInOut: MOTION.easing, easeOut: MOTION.easing, easeIn: MOTION.easing, sharp: MOTION.easing };
const { fast, base, panel } = MOTION;
const MOVING = { shortest: fast, shorter: fast, short: base, standard: base, complex: panel };
const duration = { ...MOVING, enteringScreen: panel, leavingScreen: panel * 0.75 };
const still = Object.fromEntries(Object.keys(duration).map((name) => [name, 0]));

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
      transitions: reducedMotion ? { duration: still, easing, create: () => 'none' } : { duration, easing },
      radius: RADIUS,
      elevation: SHADOW,
      components: { ...controls, ...inputs, ...surfaces },
    },
    esES,
    { components: { MuiAutocomplete: { defaultProps: AUTOCOMPLETE_TEXTS } } },
  );
}

/** The library's Spanish labels the button with a state: "Abierto". */
const AUTOCOMPLETE_TEXTS = { openText: 'Abrir', closeText: 'Cerrar', noOptionsText: 'No hay coincidencias.' };

const made = new Map<string, Theme>();

/** Memoised plain theme objects, one provider per part of the shell (rule look/plain-themes). */
export function themeOf(look: Look, reducedMotion = false, direction: Direction = 'ltr'): Theme {
  const key = `${look} ${reducedMotion} ${direction}`;
  const known = made.get(key) ?? build(look, reducedMotion, direction);
  made.set(key, known);
  return known;
}
