/** 17.905: "." as thousands separator (spec 9), independent of the runtime's locale data. */
export const formatCount = (value: number): string => String(Math.trunc(value)).replace(/\B(?=(\d{3})+(?!\d))/g, '.');

/** Ten digits as 2-4-4; anything else as stored (spec 9). */
export const formatPhone = (number: string | number): string => {
  const digits = String(number);
  return /^\d{10}$/.test(digits) ? `${digits.slice(0, 2)} ${digits.slice(2, 6)} ${digits.slice(6)}` : digits;
};

/** 65,1 %: one decimal, as Spanish writes it (spec 9). `share` is 0 to 1. */
export const formatPercent = (share: number): string =>
  `${(Math.round(share * 1000) / 10).toFixed(1).replace(/[.]0$/, '').replace('.', ',')} %`;
