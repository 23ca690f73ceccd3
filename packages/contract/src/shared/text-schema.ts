import { z } from 'zod';
import { isComposable, isOneLine, NOT_COMPOSABLE, ONE_LINE } from './text.ts';

// Everything a request may grow by is measured before anything reads it, and nothing reads what is too long: in zod, checks
// after a failed `.max()` still run unless it aborts. A test of the contract finds a text or a list that is made otherwise.

type TextMessages = { required?: string; tooLong?: string };

const measured = (schema: z.ZodString, max: number, error: string) => schema.max(max, { error, abort: true });

/** A text of a request, taken as it was sent. */
export const rawText = (max: number, { required, tooLong = `Excede los ${max} caracteres.` }: TextMessages = {}) =>
  measured(z.string(required), max, tooLong);

/** A text of a request in NFC and trimmed. Both shorten, so up to twice the length comes that far. */
export function text(max: number, { required, tooLong = `Excede los ${max} caracteres.` }: TextMessages = {}) {
  const composed = rawText(2 * max, { required, tooLong })
    .refine(isComposable, { error: NOT_COMPOSABLE, abort: true })
    .normalize('NFC')
    .trim();
  return measured(composed, max, tooLong);
}

/** For names and the like, which end up in mail headers, lists and logs. */
export const line = (max: number, messages?: TextMessages) => text(max, messages).refine(isOneLine, ONE_LINE);

/** Why something about a person was changed, decided or kept, for reviewers. */
export const changeReason = line(300).min(5, 'Indique el motivo, con al menos 5 caracteres.');

export const list = <S extends z.ZodType>(item: S, max: number, { required, tooLong }: TextMessages = {}) =>
  z.array(item, required).max(max, { abort: true, ...(tooLong && { error: tooLong }) });
