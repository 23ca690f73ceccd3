import { z } from 'zod';
import { isComposable, isOneLine, NOT_COMPOSABLE, ONE_LINE } from './text.ts';

// Everything a request may grow by is measured before anything reads it, and nothing reads what is too long: in zod, checks
// after a failed `.max()` still run unless it aborts. A test of the contract finds a text or a list that is made otherwise.

type Messages = { required?: string; tooLong?: string };
/** `notEmpty`: for a missing text and for an empty one. */
type TextMessages = Messages & { notEmpty?: string };

function sized(
  schema: z.ZodString,
  max: number,
  { notEmpty, tooLong = `Excede los ${max} caracteres.` }: TextMessages,
) {
  const short = schema.max(max, { error: tooLong, abort: true });
  return notEmpty === undefined ? short : short.min(1, notEmpty);
}

/** A text of a request, taken as it was sent. */
export const rawText = (max: number, messages: TextMessages = {}) =>
  sized(z.string(messages.required ?? messages.notEmpty), max, messages);

/** A text of a request in NFC and trimmed. Both shorten, so up to twice the length comes that far. */
export function text(max: number, messages: TextMessages = {}) {
  const { required = messages.notEmpty, tooLong = `Excede los ${max} caracteres.` } = messages;
  const composed = rawText(2 * max, { required, tooLong })
    .refine(isComposable, { error: NOT_COMPOSABLE, abort: true })
    .normalize('NFC')
    .trim();
  return sized(composed, max, messages);
}

/** For names and the like, which end up in mail headers, lists and logs. */
export const line = (max: number, messages?: TextMessages) => text(max, messages).refine(isOneLine, ONE_LINE);

/** Why something about a person was changed, decided or kept, for reviewers. */
export const changeReason = line(300).min(5, 'Indique el motivo, con al menos 5 caracteres.');

export const list = <S extends z.ZodType>(item: S, max: number, { required, tooLong }: Messages = {}) =>
  z.array(item, required).max(max, { abort: true, ...(tooLong && { error: tooLong }) });
