/** 17.905: "." as thousands separator, independent of the runtime's locale data. */
export const formatCount = (value: number): string => String(Math.trunc(value)).replace(/\B(?=(\d{3})+(?!\d))/g, '.');

export const sumOf = <K extends string>(rows: readonly Record<K, number>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

/** «1 campaña», «2.300 campañas». */
export const formatCounted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** 12,4: one decimal, as Spanish writes it; 1.204,5. */
export function formatDecimal(value: number): string {
  const tenths = Math.round(value * 10);
  return `${formatCount(tenths / 10)},${tenths % 10}`;
}

/** From here on numbers stand for erased ones: no area code begins with 9. */
export const ERASED_NUMBERS_FROM = 9_000_000_000;

/** Ten digits as 2-4-4; anything else as stored. */
export const formatPhone = (number: string | number): string => {
  const digits = String(number);
  if (Number(digits) >= ERASED_NUMBERS_FROM && digits.length === 10) return 'Número borrado';
  return /^\d{10}$/.test(digits) ? `${digits.slice(0, 2)} ${digits.slice(2, 6)} ${digits.slice(6)}` : digits;
};

export const isDigits = (text: string) => /^\d+$/.test(text);

/** Shown where there is no figure: a share of an empty base, a month without calls. */
export const NO_VALUE = '—';

/** 65,1 %: always one decimal, as Spanish writes it. `share` is 0 to 1. */
export const formatPercent = (share: number): string => formatShare(share, 1);

/** What part of a base that is, as 65,1 %; of an empty base there is no share. */
export const formatShare = (part: number, base: number): string =>
  base > 0 ? `${(Math.round((part * 1000) / base) / 10).toFixed(1).replace('.', ',')} %` : NO_VALUE;
