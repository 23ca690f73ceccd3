/** Colour arithmetic on #RRGGBB. */
type Rgb = [number, number, number];

function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** `share` of `over` mixed into `ground`, as CSS color-mix in srgb. */
export function mix(over: string, ground: string, share: number): string {
  const a = parseHex(over);
  const b = parseHex(ground);
  return toHex([0, 1, 2].map((i) => a[i]! * share + b[i]! * (1 - share)) as Rgb);
}

export const withAlpha = (hex: string, alpha: number): string => `rgba(${parseHex(hex).join(', ')}, ${alpha})`;

function luminance(hex: string): number {
  const [r, g, b] = parseHex(hex).map((part) => {
    const channel = part / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio, 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Black or white text, whichever reads better: always at least 4.5:1. */
export const inkOn = (color: string): string =>
  contrastRatio(color, '#000000') >= contrastRatio(color, '#FFFFFF') ? '#000000' : '#FFFFFF';
