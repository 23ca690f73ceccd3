import { normalisePhone } from '@campanero/contract/shared/phone';

/** Fewer would match half the country (decisions 2). */
export const DIGITS_MIN = 4;
const NATIONAL_DIGITS = 10;

/** What to look for, as typed or as a telephone shows it: "+54 9 11 5550-2847", "011 15 5550-2847", "2847". */
export function wantedDigits(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  return digits.length > NATIONAL_DIGITS ? (normalisePhone(typed)?.number ?? digits) : digits;
}
