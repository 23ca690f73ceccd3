import type { CSSProperties } from 'react';
import type { ThemeOptions } from '@mui/material';

const FAMILY = '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
/** In rem, so that everything scales with the letter size. */
export const rem = (px: number) => `${px / 16}rem`;
const style = (size: number, line: number, weight: number, tracking = '0') => ({
  fontSize: rem(size),
  lineHeight: rem(line),
  fontWeight: weight,
  letterSpacing: tracking,
});

/** `phone`: only for the number on the contact page. */
type OwnVariant = 'phone' | 'kpi' | 'cell' | 'reading';
/** Not part of this design. */
type UnusedVariant = 'h4' | 'h5' | 'h6' | 'subtitle1' | 'subtitle2' | 'overline';
interface OwnVariants extends Record<OwnVariant, CSSProperties> {}
declare module '@mui/material/styles' {
  interface TypographyVariants extends OwnVariants {}
  interface TypographyVariantsOptions extends Partial<OwnVariants> {}
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides extends Record<OwnVariant, true>, Record<UnusedVariant, false> {}
}

export const typography: ThemeOptions['typography'] = {
  fontFamily: FAMILY,
  fontSize: 14,
  htmlFontSize: 16,
  fontWeightRegular: 400,
  fontWeightMedium: 550,
  fontWeightBold: 620,
  phone: style(42, 46, 640, '-0.022em'),
  kpi: style(24, 32, 640, '-0.02em'),
  h1: style(22, 28, 620, '-0.018em'),
  h2: style(16, 24, 620, '-0.01em'),
  h3: style(14, 20, 600),
  body1: style(14, 20, 400),
  body2: style(13, 18, 400),
  cell: style(13.5, 18, 400),
  caption: style(12, 16, 400),
  reading: style(15.5, 23, 480),
  button: { ...style(14, 20, 580), textTransform: 'none' },
};
