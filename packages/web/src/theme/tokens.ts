/** Design values, and the only place with hex colours. Pages read the theme made from them. */
type Mode = 'light' | 'dark';
type Pair = readonly [light: string, dark: string];

function byMode<K extends string>(pairs: Record<K, Pair>): Record<Mode, Record<K, string>> {
  const pick = (place: 0 | 1) =>
    Object.fromEntries(Object.entries<Pair>(pairs).map(([role, pair]) => [role, pair[place]])) as Record<K, string>;
  return { light: pick(0), dark: pick(1) };
}

/** `raised`: menus, dialogs and sheets. `text3`: the lightest text allowed. */
export const ROLES = byMode({
  canvas: ['#F4F6F7', '#0E1215'],
  paper: ['#FFFFFF', '#151A1F'],
  raised: ['#FFFFFF', '#1B2127'],
  raisedHover: ['#F0F3F4', '#27303A'],
  subtle: ['#F0F3F4', '#1B2127'],
  hover: ['#F6F8F9', '#1A2026'],
  selected: ['#E6F2F4', '#12323A'],
  border: ['#E0E5E8', '#29323A'],
  borderStrong: ['#828D97', '#6E7B87'],
  text: ['#12181E', '#E9EEF1'],
  text2: ['#45505B', '#B3BEC7'],
  text3: ['#5D6974', '#93A0AB'],
  primary: ['#0B6373', '#58C1D0'],
  primaryHover: ['#084E5B', '#7AD3DF'],
  onPrimary: ['#FFFFFF', '#04252B'],
  primarySoft: ['#DFF0F3', '#12343C'],
  onPrimarySoft: ['#084E5B', '#9BE0EA'],
  brass: ['#F0B441', '#F0B441'],
  onBrass: ['#2B1D00', '#2B1D00'],
  brassText: ['#875700', '#F3C468'],
  brassSoft: ['#FDF1D8', '#3A2C0E'],
  danger: ['#B42318', '#FF8A7D'],
  onDanger: ['#FFFFFF', '#3A0B07'],
  dangerHover: ['#8F1A11', '#FFB9B0'],
  dangerSoft: ['#FDE7E4', '#45191A'],
  onDangerSoft: ['#8F1A11', '#FFB9B0'],
  warning: ['#8A5A00', '#F0C24B'],
  warningSoft: ['#FFF3CC', '#3B2E0B'],
  onWarningSoft: ['#6B4600', '#F7DA8D'],
  success: ['#176B3A', '#6DD196'],
  successSoft: ['#DDF3E4', '#12341F'],
  onSuccessSoft: ['#10532C', '#A3E8BE'],
  info: ['#1A56B8', '#8AB6FF'],
  infoSoft: ['#E1ECFC', '#172C4F'],
  onInfoSoft: ['#15458F', '#B8D2FF'],
  focus: ['#0B6373', '#7AD3DF'],
  scrim: ['rgba(16, 24, 32, .44)', 'rgba(4, 7, 9, .64)'],
  tooltip: ['#1B2329', '#E9EEF1'],
  onTooltip: ['#F4F6F7', '#12181E'],
});
export type ColorRoles = (typeof ROLES)[Mode];

/** Navbar and footer ("Grafito"): always dark, in two depths. */
const graphite = byMode({
  canvas: ['#181E24', '#0A0D10'],
  paper: ['#181E24', '#0A0D10'],
  subtle: ['#222A31', '#161C21'],
  hover: ['#222A31', '#161C21'],
  border: ['#2C353D', '#20272D'],
  primary: ['#0E7486', '#12505C'],
  primaryHover: ['#0B6373', '#0E7486'],
  onPrimary: ['#FFFFFF', '#E6FAFD'],
  text: ['#F1F4F6', '#F1F4F6'],
  text2: ['#C3CCD4', '#C3CCD4'],
  text3: ['#96A3AE', '#96A3AE'],
  borderStrong: ['#74818D', '#74818D'],
  primarySoft: ['#103C45', '#103C45'],
  onPrimarySoft: ['#9BE0EA', '#9BE0EA'],
  focus: ['#7AD3DF', '#7AD3DF'],
});
export const GRAPHITE: Record<Mode, ColorRoles> = {
  light: { ...ROLES.dark, ...graphite.light },
  dark: { ...ROLES.dark, ...graphite.dark },
};

/** Stronger roles of "Alto contraste". */
export const HIGH_CONTRAST = byMode({
  text: ['#000000', '#FFFFFF'],
  text2: ['#000000', '#FFFFFF'],
  text3: ['#333333', '#D6D6D6'],
  border: ['#595959', '#A6A6A6'],
  borderStrong: ['#000000', '#FFFFFF'],
  raised: ['#FFFFFF', '#000000'],
  subtle: ['#EFEFEF', '#1F1F1F'],
  hover: ['#EFEFEF', '#1F1F1F'],
  raisedHover: ['#E6E6E6', '#333333'],
});

export const INK = { light: '#141A1F', dark: '#0A0D10' } as const;
/** Logo colours, the same in every scheme. */
export const LOGO = { ground: '#F0B441', bell: '#181E24' } as const;

export type StatusColors = Record<'bg' | 'text' | 'border', string>;
const chip = (bg: string, text: string, border = 'transparent'): StatusColors => ({ bg, text, border });

/** By stored status; the same in every scheme. */
export const STATUS_COLORS = {
  PENDIENTE: { light: chip('#FDE4E1', '#941B12'), dark: chip('#48191A', '#FFB7AE') },
  'CARGANDO AUDIENCIA': { light: chip('#FFE99A', '#5C4300'), dark: chip('#463808', '#FADC7C') },
  'AUDIENCIA PROCESADA': { light: chip('#DCE9FD', '#164A9C'), dark: chip('#16305C', '#B3CFFF') },
  'EN CURSO': { light: chip('#0B6373', '#FFFFFF'), dark: chip('#58C1D0', '#04252B') },
  PAUSADA: { light: chip('#E4E8EB', '#3C4751'), dark: chip('#2B343C', '#CBD4DB') },
  REVISANDO: { light: chip('#F1E4F8', '#6A2A8C'), dark: chip('#3A1E4A', '#E2BDF5') },
  FINALIZANDO: { light: chip('#FFFFFF', '#176B3A', '#4C9169'), dark: chip('#151A1F', '#8FDDAE', '#3F7A58') },
  FINALIZADA: { light: chip('#D6F0DF', '#10532C'), dark: chip('#133A22', '#A3E8BE') },
} as const satisfies Record<string, Record<Mode, StatusColors>>;
export type StatusKey = keyof typeof STATUS_COLORS;

/** Fixed order: a series keeps its colour in every chart, and its hue in the dark: blue stays blue, grey stays grey. */
export const CHART_COLORS: Record<Mode, readonly string[]> = {
  light: ['#0B6373', '#C47D0B', '#4296C8', '#7E1F2B', '#3B1F8C', '#E0604F', '#6B5E12', '#7C8894'],
  dark: ['#58C1D0', '#EDB144', '#4B93E8', '#C9506A', '#8B7BFA', '#FF9A84', '#A3942B', '#8D99A6'],
};

/** For initials, chosen by name; the same in light and dark. */
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

export const MOBILE_BREAKPOINT = 900;
export const SIZES = { navbar: 280, rail: 64, tabs: 120, strip: 56, bar: 64, barLow: 48 } as const;
/** Below 800 px of height: lower toolbar, no footer. */
export const LOW_WINDOW = '(max-height: 799.95px)';
/** Set in the global styles. */
export const BAR_HEIGHT = 'var(--bar-height)';
/** Holds a target of 24 px at any letter size. */
export const FOOTER_HEIGHT = 'max(28px, 1.75rem)';
/** Bars that stay at the upper and lower edge, and all bars; set by FrameStyles. */
export const FIXED_TOP = 'var(--fixed-top, 0px)';
export const FIXED_BOTTOM = 'var(--fixed-bottom, 0px)';
export const ALL_BARS = 'var(--all-bars, 0px)';
/** Row of buttons at the bottom edge of a phone. */
export const THUMB_ROW = { height: '3rem', below: 12 } as const;

/** Suggested colours of call states; any other is allowed. */
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
