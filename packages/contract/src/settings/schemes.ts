/** Colour schemes by id: each family light and dark. The colours are in the web's theme/schemes.ts. */
const FAMILIES = [
  'campanero',
  'jacaranda',
  'riachuelo',
  'ceibo',
  'palermo',
  'obelisco',
  'tilo',
  'caminito',
  'celeste',
  'lavanda',
  'adoquin',
  'alto-contraste',
] as const;
export type SchemeFamily = (typeof FAMILIES)[number];
export type LightScheme = SchemeFamily;
export type DarkScheme = `${SchemeFamily}-noche`;
export type OwnScheme = LightScheme | DarkScheme;
/** What the page itself may wear; "default" follows the system with our own colours. */
export type SchemeId = OwnScheme | 'default';
/** Navbar, toolbar and footer may also derive theirs from the page's. */
export const DERIVED_SCHEMES = ['grafito', 'main-light', 'main-dark'] as const;
export type PartSchemeId = SchemeId | (typeof DERIVED_SCHEMES)[number];

export const LIGHT_SCHEMES: readonly LightScheme[] = FAMILIES;
export const DARK_SCHEMES: readonly DarkScheme[] = FAMILIES.map((family): DarkScheme => `${family}-noche`);

const own = new Set<string>(['default', ...LIGHT_SCHEMES, ...DARK_SCHEMES]);
export const isOwnScheme = (id: string): id is SchemeId => own.has(id);
export const isPartScheme = (id: string): id is PartSchemeId =>
  own.has(id) || DERIVED_SCHEMES.some((derived) => derived === id);
