import { findClosing } from '@campanero/contract/calling-rules/attempts';
import { hasHours, isOpen } from '@campanero/contract/calling-rules/calendar';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { momentInWords, waitInWords } from '@campanero/contract/calling-rules/words';
import type { Trx } from '../../db/client.ts';
import { fieldError } from '../../work/index.ts';
import { calendarOf } from '../calling-rules/calling-rules.queries.ts';

type WithRules = { rules: CallingRules };

export async function assertWithinHours(trx: Trx, { rules }: WithRules, now: Date): Promise<void> {
  if (!hasHours(rules)) return;
  const wait = findClosing(await calendarOf(trx, rules), now);
  if (wait) throw fieldError('OUTSIDE_CALLING_HOURS', 'until', waitInWords(wait, now));
}

/** Rule calls/callbacks-in-closed-hours. True for a confirmed callback outside hours, for the audit record. */
export async function checkCallbackHour(
  trx: Trx,
  { rules }: WithRules,
  { callbackAt, isConfirmed, now }: { callbackAt: Date | null; isConfirmed: boolean; now: Date },
): Promise<boolean> {
  if (!callbackAt || !hasHours(rules)) return false;
  const calendar = await calendarOf(trx, rules);
  if (isOpen(calendar, callbackAt)) return false;
  if (isConfirmed) return true;
  const { until } = findClosing(calendar, callbackAt)!;
  const message = `Está fuera del horario de llamado: se llamaría recién desde ${momentInWords(until!, now)}.`;
  throw fieldError('CALLBACK_OUTSIDE_HOURS', 'callbackAt', message);
}
