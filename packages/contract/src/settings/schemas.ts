import { z } from 'zod';
import { DIAL_TEMPLATE_MAX, PAGE_SIZES } from '../limits.ts';
import { isOwnScheme, isPartScheme, type PartSchemeId, type SchemeId } from './schemes.ts';
import { rawText } from '../shared/text-schema.ts';

/** Missing or invalid values of a stored record fall back one by one: reading never fails. */
const oneOf = <const V extends readonly string[]>(values: V, fallback: V[number]) => z.enum(values).catch(fallback);
const flag = (fallback: boolean) => z.boolean().catch(fallback);
/** An object whose fields fall back on their own; anything else counts as empty. */
const part = <S extends z.core.$ZodLooseShape>(shape: S) => z.preprocess((value) => toObject(value), z.object(shape));
const toObject = (value: unknown) => (isObject(value) ? value : {});
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const MODES = ['boxed', 'fullwidth', 'container'] as const;
export const BAR_STYLES = ['fixed', 'static'] as const;
export const NAVBAR_STYLES = ['style-1', 'style-2', 'style-3', 'style-3-dense'] as const;
export const CONTAINER_WIDTH = { min: 640, max: 3840 } as const;

const width = (fallback: number) => z.int().min(CONTAINER_WIDTH.min).max(CONTAINER_WIDTH.max).catch(fallback);
const panel = part({ display: flag(true) });
const barOf = (style: (typeof BAR_STYLES)[number]) => ({ display: flag(true), style: oneOf(BAR_STYLES, style) });

/** layout1: navbar beside the page. */
const verticalConfig = part({
  mode: oneOf(MODES, 'container'),
  containerWidth: width(1570),
  navbar: part({
    display: flag(true),
    style: oneOf(NAVBAR_STYLES, 'style-1'),
    folded: flag(true),
    position: oneOf(['left', 'right'], 'left'),
  }),
  toolbar: part(barOf('fixed')),
  footer: part(barOf('fixed')),
  leftSidePanel: panel,
  rightSidePanel: panel,
});

/** layout2 and layout3: navbar as a strip above it. */
const horizontalConfig = part({
  mode: oneOf(MODES, 'container'),
  containerWidth: width(1120),
  navbar: part(barOf('fixed')),
  toolbar: part({ ...barOf('static'), position: oneOf(['above', 'below'], 'below') }),
  footer: part(barOf('fixed')),
  leftSidePanel: panel,
  rightSidePanel: panel,
});

export const LAYOUT_STYLES = ['layout1', 'layout2', 'layout3'] as const;
export type LayoutStyle = (typeof LAYOUT_STYLES)[number];

const layout = z.preprocess(
  (value) => {
    const { style = 'layout1', config } = toObject(value);
    // An unknown style: the first one, without a configuration that was meant for another.
    return LAYOUT_STYLES.some((known) => known === style) ? { style, config } : { style: 'layout1' };
  },
  z.discriminatedUnion('style', [
    z.object({ style: z.literal('layout1'), config: verticalConfig }),
    z.object({ style: z.enum(['layout2', 'layout3']), config: horizontalConfig }),
  ]),
);

const mainScheme = z.custom<SchemeId>((value) => typeof value === 'string' && isOwnScheme(value));
const partScheme = z.custom<PartSchemeId>((value) => typeof value === 'string' && isPartScheme(value));

/** Of the shell; each with its own name in the web's i18n. */
export const LANGUAGES = ['es', 'en', 'tr', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DENSITIES = ['comfortable', 'compact'] as const;

const settings = part({
  layout,
  theme: part({
    /** "default": our own colours, light or dark as the system prefers. */
    main: mainScheme.catch('default'),
    /** Undefined until chosen: then as the main one asks for (web, theme). */
    navbar: partScheme.optional().catch(undefined),
    toolbar: partScheme.optional().catch(undefined),
    footer: partScheme.optional().catch(undefined),
  }),
  customScrollbars: flag(true),
  direction: oneOf(['ltr', 'rtl'], 'ltr'),
  /** Undefined in records of older versions, which kept the language in the browser. */
  language: z.enum(LANGUAGES).optional().catch(undefined),
  preferences: part({
    shortcutKeys: flag(true),
    sound: flag(false),
    /** An id of the navigation; undefined: the list of campaigns. */
    startPage: z.string().max(60).optional().catch(undefined),
    /** Undefined: as each list begins. */
    rowsPerPage: z.literal(PAGE_SIZES).optional().catch(undefined),
    density: oneOf(DENSITIES, 'comfortable'),
    /** How the user dials; undefined or empty: as the installation does. The server and phone/dial.ts check its form. */
    dialTemplate: z.string().max(DIAL_TEMPLATE_MAX).optional().catch(undefined),
  }),
});
export type Settings = z.infer<typeof settings>;
export type SettingsPatch = DeepPartial<Settings>;
type DeepPartial<T> = T extends object ? { [K in keyof T]?: DeepPartial<T[K]> | undefined } : T;

/** A stored record over the defaults, also one of an older version. */
export const readSettings = (record: unknown): Settings => settings.parse(record);

const NO_SUCH_SETTING = 'Esta configuración o su valor no existe.';

/** Refuses unknown keys and values. Values of any layout are valid: another device may have chosen another meanwhile. */
export const settingsChange = z.record(rawText(60), z.unknown()).superRefine((change, ctx) => {
  const readings = LAYOUT_STYLES.map((style) =>
    readSettings({ ...change, layout: { ...toObject(change['layout']), style } }),
  );
  for (const path of listUnread(change, readings))
    ctx.addIssue({ code: 'custom', path, message: NO_SUCH_SETTING, input: change });
});

/** Paths of the change that no reading contains as given. */
function listUnread(change: Record<string, unknown>, readings: readonly unknown[], path: string[] = []): string[][] {
  return Object.entries(change).flatMap(([key, value]) => {
    const here = [...path, key];
    const known = readings.flatMap((reading) =>
      isObject(reading) && Object.hasOwn(reading, key) ? [reading[key]] : [],
    );
    if (isObject(value)) return known.some(isObject) ? listUnread(value, known, here) : [here];
    return known.includes(value) ? [] : [here];
  });
}

/** With all defaults of the new layout, so that nothing of the former remains. */
export const layoutChange = (style: LayoutStyle): SettingsPatch => ({
  layout: readSettings({ layout: { style } }).layout,
});

/** Leaf by leaf, the later one wins: two devices that change different things lose nothing. */
export function mergeSettings(record: unknown, change: unknown): Record<string, unknown> {
  const merged = { ...toObject(record) };
  for (const [key, value] of Object.entries(toObject(change)))
    merged[key] = isObject(value) ? mergeSettings(merged[key], value) : value;
  return merged;
}
