import { correctionBody, type CorrectionBody, type HistoryEntry } from '@campanero/contract/calls/schemas';
import { z } from 'zod';
import type { OutcomeState } from './outcome-states.ts';
import { outcomeBody, outcomeErrors, outcomeValues, type OutcomeErrors } from './outcome-values.ts';

/** The outcome as it should have been, and why. */
export const correctionValues = outcomeValues.extend({ reason: z.string() });
export type CorrectionValues = z.infer<typeof correctionValues>;
export type CorrectionErrors = OutcomeErrors & { reason?: string };

/** As it was registered. A date that has passed cannot be promised again: left empty, the server keeps it. */
export const valuesOf = (entry: HistoryEntry, now: Date): CorrectionValues => ({
  stateId: entry.stateId,
  substateId: entry.substateId,
  affinity: entry.affinity,
  observations: entry.observations ?? '',
  callbackAt: entry.callbackAt && Date.parse(entry.callbackAt) > now.getTime() ? entry.callbackAt : '',
  personId: entry.personId,
  reason: '',
});

export function correctionErrors(values: CorrectionValues, now: Date): CorrectionErrors {
  const reason = correctionBody.shape.reason.safeParse(values.reason).error?.issues[0]?.message;
  return { ...outcomeErrors(values, now), ...(reason !== undefined && { reason }) };
}

const outcomeOf = ({ reason: _reason, ...outcome }: CorrectionValues) => JSON.stringify(outcome);
/** A reason alone corrects nothing. */
export const isOtherOutcome = (values: CorrectionValues, before: CorrectionValues) =>
  outcomeOf(values) !== outcomeOf(before);

/** A date that stood there and was taken away is said to be none; the rest as in a registration. */
export function bodyOf(
  values: CorrectionValues & { stateId: number },
  before: CorrectionValues,
  state: OutcomeState | undefined,
): CorrectionBody {
  const isDateDropped = before.callbackAt !== '' && values.callbackAt === '' && state?.callback === true;
  return {
    ...outcomeBody(values),
    ...(isDateDropped && { callbackAt: null }),
    reason: values.reason.trim(),
  };
}
