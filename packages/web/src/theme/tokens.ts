/**
 * The design's values, and the only place with colours in hex. Roles and ratios: design, section 2.
 * Screens never read these; they read the theme made from them.
 */
export interface ColorRoles {
  canvas: string;
  paper: string;
  /** Menus, dialogs and sheets: one step up in dark. */
  raised: string;
  raisedHover: string;
  subtle: string;
  hover: string;
  selected: string;
  border: string;
  borderStrong: string;
  text: string;
  text2: string;
  text3: string;
  disabled: string;
  primary: string;
  primaryHover: string;
  onPrimary: string;
  primarySoft: string;
  onPrimarySoft: string;
  brass: string;
  onBrass: string;
  brassText: string;
  brassSoft: string;
  danger: string;
  onDanger: string;
  dangerHover: string;
  dangerSoft: string;
  onDangerSoft: string;
  warning: string;
  warningSoft: string;
  onWarningSoft: string;
  success: string;
  successSoft: string;
  onSuccessSoft: string;
  info: string;
  infoSoft: string;
  onInfoSoft: string;
  focus: string;
  scrim: string;
  tooltip: string;
  onTooltip: string;
}

export const LIGHT: ColorRoles = {
  canvas: '#F4F6F7',
  paper: '#FFFFFF',
  raised: '#FFFFFF',
  raisedHover: '#F0F3F4',
  subtle: '#F0F3F4',
  hover: '#F6F8F9',
  selected: '#E6F2F4',
  border: '#E0E5E8',
  borderStrong: '#828D97',
  text: '#12181E',
  text2: '#45505B',
  text3: '#5D6974',
  disabled: '#99A3AC',
  primary: '#0B6373',
  primaryHover: '#084E5B',
  onPrimary: '#FFFFFF',
  primarySoft: '#DFF0F3',
  onPrimarySoft: '#084E5B',
  brass: '#F0B441',
  onBrass: '#2B1D00',
  brassText: '#875700',
  brassSoft: '#FDF1D8',
  danger: '#B42318',
  onDanger: '#FFFFFF',
  dangerHover: '#8F1A11',
  dangerSoft: '#FDE7E4',
  onDangerSoft: '#8F1A11',
  warning: '#8A5A00',
  warningSoft: '#FFF3CC',
  onWarningSoft: '#6B4600',
  success: '#176B3A',
  successSoft: '#DDF3E4',
  onSuccessSoft: '#10532C',
  info: '#1A56B8',
  infoSoft: '#E1ECFC',
  onInfoSoft: '#15458F',
  focus: '#0B6373',
  scrim: 'rgba(16, 24, 32, .44)',
  tooltip: '#1B2329',
  onTooltip: '#F4F6F7',
};

export const DARK: ColorRoles = {
  canvas: '#0E1215',
  paper: '#151A1F',
  raised: '#1B2127',
  raisedHover: '#27303A',
  subtle: '#1B2127',
  hover: '#1A2026',
  selected: '#12323A',
  border: '#29323A',
  borderStrong: '#6E7B87',
  text: '#E9EEF1',
  text2: '#B3BEC7',
  text3: '#93A0AB',
  disabled: '#5F6B76',
  primary: '#58C1D0',
  primaryHover: '#7AD3DF',
  onPrimary: '#04252B',
  primarySoft: '#12343C',
  onPrimarySoft: '#9BE0EA',
  brass: '#F0B441',
  onBrass: '#2B1D00',
  brassText: '#F3C468',
  brassSoft: '#3A2C0E',
  danger: '#FF8A7D',
  onDanger: '#3A0B07',
  dangerHover: '#FFB9B0',
  dangerSoft: '#45191A',
  onDangerSoft: '#FFB9B0',
  warning: '#F0C24B',
  warningSoft: '#3B2E0B',
  onWarningSoft: '#F7DA8D',
  success: '#6DD196',
  successSoft: '#12341F',
  onSuccessSoft: '#A3E8BE',
  info: '#8AB6FF',
  infoSoft: '#172C4F',
  onInfoSoft: '#B8D2FF',
  focus: '#7AD3DF',
  scrim: 'rgba(4, 7, 9, .64)',
  tooltip: '#E9EEF1',
  onTooltip: '#12181E',
};

const GRAPHITE_TEXT = {
  text: '#F1F4F6',
  text2: '#C3CCD4',
  text3: '#96A3AE',
  borderStrong: '#74818D',
  primarySoft: '#103C45',
  onPrimarySoft: '#9BE0EA',
  focus: '#7AD3DF',
};

/** Navbar and footer ("Grafito"): always dark, in two depths for a light and a dark main scheme. */
export const GRAPHITE_ON_LIGHT: ColorRoles = {
  ...DARK,
  ...GRAPHITE_TEXT,
  canvas: '#181E24',
  paper: '#181E24',
  subtle: '#222A31',
  hover: '#222A31',
  border: '#2C353D',
  primary: '#0E7486',
  primaryHover: '#0B6373',
  onPrimary: '#FFFFFF',
};
export const GRAPHITE_ON_DARK: ColorRoles = {
  ...DARK,
  ...GRAPHITE_TEXT,
  canvas: '#0A0D10',
  paper: '#0A0D10',
  subtle: '#161C21',
  hover: '#161C21',
  border: '#20272D',
  primary: '#12505C',
  primaryHover: '#0E7486',
  onPrimary: '#E6FAFD',
};

/** What "Alto contraste" has stronger than any other scheme, by day and by night. */
export const HIGH_CONTRAST = {
  light: {
    text: '#000000',
    text2: '#000000',
    text3: '#333333',
    border: '#595959',
    borderStrong: '#000000',
    subtle: '#EFEFEF',
    hover: '#EFEFEF',
    raisedHover: '#E6E6E6',
  },
  dark: {
    text: '#FFFFFF',
    text2: '#FFFFFF',
    text3: '#D6D6D6',
    border: '#A6A6A6',
    borderStrong: '#FFFFFF',
    raised: '#000000',
    subtle: '#1F1F1F',
    hover: '#1F1F1F',
    raisedHover: '#333333',
  },
} as const;

/** The welcome panel of the sign-in pages. */
export const INK = { light: '#141A1F', dark: '#0A0D10' } as const;
/** The logo's square and the bell on it: the product's own in every scheme. */
export const LOGO = { ground: '#F0B441', bell: '#181E24' } as const;

export interface StatusColors {
  bg: string;
  text: string;
  border: string;
}
type Mode = 'light' | 'dark';
const chip = (bg: string, text: string, border = 'transparent'): StatusColors => ({ bg, text, border });

/** Keyed by the status as stored; the same in every scheme. */
export const STATUS_COLORS = {
  light: {
    PENDIENTE: chip('#FDE4E1', '#941B12'),
    'CARGANDO AUDIENCIA': chip('#FFE99A', '#5C4300'),
    'AUDIENCIA PROCESADA': chip('#DCE9FD', '#164A9C'),
    'EN CURSO': chip('#0B6373', '#FFFFFF'),
    PAUSADA: chip('#E4E8EB', '#3C4751'),
    REVISANDO: chip('#F1E4F8', '#6A2A8C'),
    FINALIZANDO: chip('#FFFFFF', '#176B3A', '#4C9169'),
    FINALIZADA: chip('#D6F0DF', '#10532C'),
  },
  dark: {
    PENDIENTE: chip('#48191A', '#FFB7AE'),
    'CARGANDO AUDIENCIA': chip('#463808', '#FADC7C'),
    'AUDIENCIA PROCESADA': chip('#16305C', '#B3CFFF'),
    'EN CURSO': chip('#58C1D0', '#04252B'),
    PAUSADA: chip('#2B343C', '#CBD4DB'),
    REVISANDO: chip('#3A1E4A', '#E2BDF5'),
    FINALIZANDO: chip('#151A1F', '#8FDDAE', '#3F7A58'),
    FINALIZADA: chip('#133A22', '#A3E8BE'),
  },
} as const satisfies Record<Mode, Record<string, StatusColors>>;
export type StatusKey = keyof (typeof STATUS_COLORS)['light'];

/** Fixed order: a series keeps its place in every chart. */
export const CHART_COLORS: Record<Mode, readonly string[]> = {
  light: ['#0B6373', '#C47D0B', '#4296C8', '#7E1F2B', '#3B1F8C', '#E0604F', '#6B5E12', '#7C8894'],
  dark: ['#58C1D0', '#EDB144', '#B099FF', '#F26B6B', '#6B5EF8', '#F4E9C8', '#9A6300', '#776379'],
};

/** Seven soft hues for initials, chosen by name; all dark text on a pale ground, in light and dark alike. */
export const AVATAR_COLORS = [
  { bg: '#C9E3E8', text: '#0A4650' },
  { bg: '#F7DDB5', text: '#5C3B00' },
  { bg: '#DDD6F3', text: '#3D2A73' },
  { bg: '#F6D2CF', text: '#7A1F17' },
  { bg: '#CFE8D5', text: '#14502B' },
  { bg: '#D3E2F8', text: '#163F80' },
  { bg: '#EAD3EE', text: '#5B2568' },
] as const;

export const RADIUS = { key: 5, chip: 6, control: 8, menu: 10, card: 12, dialog: 16 } as const;
export const SHADOW = {
  menu: '0 12px 32px -8px rgba(16, 24, 32, .22), 0 2px 6px rgba(16, 24, 32, .08)',
  dialog: '0 24px 64px -12px rgba(16, 24, 32, .40)',
  sheet: '-16px 0 48px -12px rgba(16, 24, 32, .28)',
} as const;
export const MOTION = { fast: 100, base: 160, panel: 220, easing: 'cubic-bezier(.2, 0, 0, 1)' } as const;

/** The one mobile breakpoint: the only place to change it. */
export const MOBILE_BREAKPOINT = 900;
export const SIZES = { navbar: 280, rail: 64, tabs: 120, strip: 56, bar: 64, barLow: 48 } as const;
/** Under 800 px of height what frames the work gives way to it: a lower toolbar and no footer. */
export const LOW_WINDOW = '(max-height: 799.95px)';
/** The toolbar's height, whatever the window; set in the global styles. */
export const BAR_HEIGHT = 'var(--bar-height)';
/** One slim line on every page. It holds a target, which is 24 pixels high however small the letters are. */
export const FOOTER_HEIGHT = 'max(28px, 1.75rem)';
/** What the shell's bars take of the window, as the layout has them: those that stay at its upper and lower edge, and all. */
export const FIXED_TOP = 'var(--fixed-top, 0px)';
export const FIXED_BOTTOM = 'var(--fixed-bottom, 0px)';
export const ALL_BARS = 'var(--all-bars, 0px)';
/** The row of buttons at the bottom edge of a phone: their height, and what is left free below them. */
export const THUMB_ROW = { height: '3rem', below: 12 } as const;

/** Distinct, calm colours to choose from for a call state; any other is allowed too. */
export const STATE_SWATCHES = [
  { color: '#E0E0E0', name: 'Gris claro' },
  { color: '#8D99A6', name: 'Gris' },
  { color: '#4B5563', name: 'Grafito' },
  { color: '#5C7CA8', name: 'Azul acero' },
  { color: '#2F80C2', name: 'Azul' },
  { color: '#3A7CA5', name: 'Azul petróleo' },
  { color: '#2A9D8F', name: 'Verde agua' },
  { color: '#1F8A4C', name: 'Verde' },
  { color: '#5B8E2D', name: 'Verde oliva' },
  { color: '#E08A1E', name: 'Naranja' },
  { color: '#C2410C', name: 'Terracota' },
  { color: '#B5533C', name: 'Ladrillo' },
  { color: '#9C6644', name: 'Marrón' },
  { color: '#D1495B', name: 'Frambuesa' },
  { color: '#8E3B46', name: 'Borgoña' },
  { color: '#7F1D1D', name: 'Bordó' },
  { color: '#7A6F9B', name: 'Lila' },
] as const;
