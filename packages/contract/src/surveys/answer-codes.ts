import { type Answer, hundredths, type QuestionKind } from './definition.ts';
import { dayNumber } from './evaluate.ts';

// Stored answers: one whole number for each question, so that the results of hundreds of thousands of interviews are counted at
// once. Texts stand in a table of their own, where a person's erasure finds them.

/** Outside what an answer may be: numbers end at a thousand million, in hundredths. */
export const UNKNOWN_CODE = -9_000_000_000_000_001;
export const SKIPPED_CODE = -9_000_000_000_000_002;
const TEXT_CODE = 1;

/** Options as bits of one number. JavaScript's bit operators end at 32. */
const bitsOf = (values: readonly number[]) => values.reduce((sum, value) => sum + 2 ** (value - 1), 0);
export const hasBit = (code: number, value: number) => Math.floor(code / 2 ** (value - 1)) % 2 === 1;

export function codeOf(kind: QuestionKind, given: Answer): number {
  if ('none' in given) return given.none === 'unknown' ? UNKNOWN_CODE : SKIPPED_CODE;
  if ('values' in given) return bitsOf(given.values);
  if ('date' in given) return dayNumber(given.date);
  if ('text' in given) return TEXT_CODE;
  return kind === 'number' ? hundredths(given.value) : given.value;
}

const DAY_MS = 86_400_000;

/** `text`: of a text's answer. Undefined where its words were erased. */
export function answerOf(kind: QuestionKind, code: number, text: string | undefined): Answer | undefined {
  if (code === UNKNOWN_CODE) return { none: 'unknown' };
  if (code === SKIPPED_CODE) return { none: 'skipped' };
  switch (kind) {
    case 'choices':
      return { values: Array.from({ length: 50 }, (_, place) => place + 1).filter((value) => hasBit(code, value)) };
    case 'number':
      return { value: code / 100 };
    case 'date':
      return { date: new Date(code * DAY_MS).toISOString().slice(0, 10) };
    case 'short':
    case 'long':
      return text === undefined ? undefined : { text };
    default:
      return { value: code };
  }
}
