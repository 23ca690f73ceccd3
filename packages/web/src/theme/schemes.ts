import type { Settings } from '@campanero/contract/settings/schemas';
import type {
  DarkScheme,
  LightScheme,
  OwnScheme,
  PartSchemeId,
  SchemeFamily,
  SchemeId,
} from '@campanero/contract/settings/schemes';
import { contrastRatio, inkOn, mix } from './color.ts';
import { type ColorRoles, GRAPHITE, HIGH_CONTRAST, ROLES } from './tokens.ts';

type DerivedFamily = Exclude<SchemeFamily, 'campanero'>;

/** Primary, secondary, paper and canvas; the other roles are derived. */
const COLOURS: Record<DerivedFamily | `${DerivedFamily}-noche`, string> = {
  jacaranda: '#5B3F9E #E8A33D #FFFFFF #F6F5F9',
  riachuelo: '#1F4E8C #E07A3F #FFFFFF #F4F6F9',
  ceibo: '#A3213B #2F6F73 #FFFFFF #F8F5F5',
  palermo: '#2B6A3F #D9902F #FFFFFF #F4F7F4',
  obelisco: '#2F3A45 #C9762B #FFFFFF #F5F6F7',
  tilo: '#566B12 #7A4FA3 #FFFFFF #F7F8F2',
  caminito: '#B0441C #1C6E8C #FFFFFF #FAF6F3',
  celeste: '#0E6299 #C58B12 #FFFFFF #F3F7FA',
  lavanda: '#7A3E86 #2E7A6B #FFFFFF #F9F5F9',
  adoquin: '#4A5560 #0B6373 #FFFFFF #F3F4F5',
  'alto-contraste': '#003B46 #8A4B00 #FFFFFF #FFFFFF',
  'jacaranda-noche': '#B8A2F2 #F0B65C #1A1722 #121018',
  'riachuelo-noche': '#86B7F5 #F29B6B #141A24 #0D1219',
  'ceibo-noche': '#F58A9C #6CC5C3 #20161A #171012',
  'palermo-noche': '#7FCF98 #F0B65C #141C17 #0D1310',
  'obelisco-noche': '#C6D0D9 #F0A45C #181C20 #101316',
  'tilo-noche': '#BCD46A #C3A2E8 #1A1C13 #11130C',
  'caminito-noche': '#F59A72 #6FC0DC #1F1814 #15100D',
  'celeste-noche': '#7CC4F5 #EBC05A #131B21 #0C1216',
  'lavanda-noche': '#D9A0E3 #76CDB8 #1D161E #140F15',
  'adoquin-noche': '#A9BAC8 #58C1D0 #1B1F23 #131619',
  'alto-contraste-noche': '#8BE9F7 #FFD060 #000000 #000000',
};

export const familyOf = (scheme: OwnScheme): SchemeFamily => scheme.replace('-noche', '') as SchemeFamily;
export const isDarkScheme = (scheme: OwnScheme): scheme is DarkScheme => scheme.endsWith('-noche');
export const lightOf = (scheme: OwnScheme): LightScheme => familyOf(scheme);
export const darkOf = (scheme: OwnScheme): DarkScheme => `${familyOf(scheme)}-noche`;

/** `colour`, moved toward `text` until it is readable on all grounds. */
function readable(colour: string, text: string, grounds: readonly string[]): string {
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mix(text, colour, share);
    if (grounds.every((ground) => contrastRatio(moved, ground) >= 4.5)) return moved;
  }
  return text;
}

function derive(mode: 'light' | 'dark', colours: string): ColorRoles {
  const [primary, secondary, paper, canvas] = colours.split(' ') as [string, string, string, string];
  const isDark = mode === 'dark';
  const base = ROLES[mode];
  const lifted = (share: number) => mix(base.text, isDark ? paper : canvas, share);
  const surfaces = isDark
    ? { raised: lifted(0.03), raisedHover: lifted(0.085), subtle: lifted(0.03), hover: lifted(0.025) }
    : { raised: paper, raisedHover: lifted(0.02), subtle: lifted(0.02), hover: mix(canvas, paper, 0.8) };
  const primaryHover = isDark ? mix('#FFFFFF', primary, 0.22) : mix('#000000', primary, 0.21);
  const primarySoft = mix(primary, paper, isDark ? 0.22 : 0.12);
  const brassSoft = mix(secondary, paper, isDark ? 0.2 : 0.15);
  return {
    ...base,
    ...surfaces,
    canvas,
    paper,
    primary,
    primaryHover,
    onPrimary: isDark ? ROLES.light.text : ROLES.light.paper,
    primarySoft,
    onPrimarySoft: readable(primary, base.text, [primarySoft]),
    selected: mix(primary, paper, isDark ? 0.14 : 0.1),
    focus: isDark ? primaryHover : primary,
    brass: secondary,
    onBrass: inkOn(secondary),
    brassSoft,
    brassText: readable(secondary, base.text, [paper, canvas, surfaces.subtle, brassSoft]),
  };
}

function ownRoles(scheme: OwnScheme): ColorRoles {
  const mode = isDarkScheme(scheme) ? 'dark' : 'light';
  if (scheme === 'campanero' || scheme === 'campanero-noche') return ROLES[mode];
  const roles = derive(mode, COLOURS[scheme]);
  return familyOf(scheme) === 'alto-contraste' ? { ...roles, ...HIGH_CONTRAST[mode] } : roles;
}

/** "Main theme dark": the dark variant's colours on graphite. */
function darkBars(main: OwnScheme): ColorRoles {
  const dark = ownRoles(darkOf(main));
  if (familyOf(main) === 'alto-contraste') return dark;
  if (isDarkScheme(main)) return { ...dark, canvas: GRAPHITE.dark.canvas };
  const { canvas, paper, subtle, hover, border, borderStrong, text, text2, text3 } = GRAPHITE.light;
  const roles = derive('dark', [dark.primary, dark.brass, paper, canvas].join(' '));
  return { ...roles, subtle, hover, border, borderStrong, text, text2, text3 };
}

/** Scheme of a part: its own, graphite, or the dark bars of a main scheme. */
export type Look = OwnScheme | 'grafito' | 'grafito-noche' | `bars/${OwnScheme}`;

export function rolesOf(look: Look): ColorRoles {
  if (look === 'grafito') return GRAPHITE.light;
  if (look === 'grafito-noche') return GRAPHITE.dark;
  if (look.startsWith('bars/')) return darkBars(look.slice('bars/'.length) as OwnScheme);
  return ownRoles(look as OwnScheme);
}

export const isDarkLook = (look: Look): boolean =>
  look.startsWith('grafito') || look.startsWith('bars/') || isDarkScheme(look as OwnScheme);
export const isHighContrast = (look: Look): boolean => look.includes('alto-contraste');

export const SHELL_PARTS = ['navbar', 'toolbar', 'footer'] as const;
export type ShellPart = (typeof SHELL_PARTS)[number];

/** Defaults by rule shell/default-schemes. */
export function schemeOfPart(part: ShellPart, theme: Settings['theme'], main: OwnScheme): PartSchemeId {
  const byDefault = {
    navbar: 'grafito',
    toolbar: isDarkScheme(main) ? 'main-dark' : 'main-light',
    footer: 'main-dark',
  } as const;
  return theme[part] ?? byDefault[part];
}

/** "default": ours, light or dark as the system prefers. */
export const ownScheme = (scheme: SchemeId, systemIsDark: boolean): OwnScheme =>
  scheme === 'default' ? (systemIsDark ? 'campanero-noche' : 'campanero') : scheme;

export function lookOf(scheme: PartSchemeId, main: OwnScheme, systemIsDark: boolean): Look {
  if (scheme === 'grafito') return isDarkScheme(main) ? 'grafito-noche' : 'grafito';
  if (scheme === 'main-light') return lightOf(main);
  if (scheme === 'main-dark') return `bars/${main}`;
  return ownScheme(scheme, systemIsDark);
}
