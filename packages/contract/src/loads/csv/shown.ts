import { tidy } from './field-rules.ts';

const LONGEST_SHOWN = 60;

/** A value as a reason quotes it. */
export function shown(value: string | null | undefined): string {
  const text = tidy(value ?? '');
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
