import { findClosing } from '@campanero/contract/calling-rules/attempts';
import { hasHours, isOpen } from '@campanero/contract/calling-rules/calendar';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { momentInWords, waitInWords } from '@campanero/contract/calling-rules/words';
import type { Trx } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';
import { calendarOf } from '../calling-rules/calling-rules.queries.ts';

// What the hours and holidays of a campaign's rules refuse, with the moment from which it is possible.

type Ruled = { rules: CallingRules };

export async function assertWithinHours(trx: Trx, { rules }: Ruled, now: Date): Promise<void> {
  if (!hasHours(rules)) return;
  const wait = findClosing(await calendarOf(trx, rules), now);
  if (wait)
    throw new AppError('OUTSIDE_CALLING_HOURS', { fields: [{ field: 'until', message: waitInWords(wait, now) }] });
}

/**
 * Whether a callback may be dated so: in open hours, or confirmed (rule calls/callbacks-into-closed-hours). True when it is a
 * confirmed one, which the audit says.
 */
export async function checkCallbackHour(
  trx: Trx,
  { rules }: Ruled,
  { callbackAt, isConfirmed, now }: { callbackAt: Date | null; isConfirmed: boolean; now: Date },
): Promise<boolean> {
  if (!callbackAt || !hasHours(rules)) return false;
  const calendar = await calendarOf(trx, rules);
  if (isOpen(calendar, callbackAt)) return false;
  if (isConfirmed) return true;
  const { until } = findClosing(calendar, callbackAt)!;
  const message = `Está fuera del horario de llamado: se llamaría recién desde ${momentInWords(until!, now)}.`;
  throw new AppError('CALLBACK_OUTSIDE_HOURS', { fields: [{ field: 'callbackAt', message }] });
}
