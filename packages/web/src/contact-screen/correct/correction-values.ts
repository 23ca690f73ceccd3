import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import { correctionBody, type CorrectionBody, type HistoryEntry } from '@campanero/contract/calls/schemas';
import { z } from 'zod';
import type { OutcomeState } from '../register/outcome-states.ts';
import { outcomeBody, outcomeErrors, type OutcomeErrors, outcomeValues } from '../register/outcome-values.ts';

export function chainOf(history: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  const before = history.find(({ id }) => id === entry.correctsId);
  return before ? [entry, ...chainOf(history, before)] : [entry];
}

export const newestOf = (history: readonly HistoryEntry[], opened: HistoryEntry): HistoryEntry =>
  history.find((entry) => !entry.corrected && chainOf(history, entry).some(({ id }) => id === opened.id)) ?? opened;

const correctionValues = outcomeValues.extend({ reason: z.string() });
export type CorrectionValues = z.infer<typeof correctionValues>;
export type CorrectionErrors = OutcomeErrors & { reason?: string };

/** These depend on the state, so they are one field: of two conflicting corrections, one outcome is chosen as a whole. */
export const OUTCOME = { stateId: true, substateId: true, callbackAt: true, callbackConfirmed: true } as const;
export const correctionDraft = z.object({
  entryId: z.number(),
  outcome: correctionValues.pick(OUTCOME),
  ...correctionValues.omit(OUTCOME).shape,
});
export type CorrectionDraft = z.infer<typeof correctionDraft>;
export const grouped = ({ stateId, substateId, callbackAt, callbackConfirmed, ...others }: CorrectionValues) => ({
  outcome: { stateId, substateId, callbackAt, callbackConfirmed },
  ...others,
});
export const ungrouped = ({ outcome, entryId: _entryId, ...others }: CorrectionDraft): CorrectionValues => ({
  ...others,
  ...outcome,
});

/** The registered values. A date in the past would be refused; left empty, the server keeps it. */
export const correctionValuesOf = (entry: HistoryEntry, now: Date): CorrectionValues => ({
  stateId: entry.stateId,
  substateId: entry.substateId,
  affinity: entry.affinity,
  observations: entry.observations ?? '',
  callbackAt: entry.callbackAt && Date.parse(entry.callbackAt) > now.getTime() ? entry.callbackAt : '',
  callbackConfirmed: false,
  personId: entry.personId,
  reason: '',
});

export function correctionErrors(values: CorrectionValues, now: Date, calendar?: Calendar): CorrectionErrors {
  const reason = correctionBody.shape.reason.safeParse(values.reason).error?.issues[0]?.message;
  return { ...outcomeErrors(values, now, calendar), ...(reason !== undefined && { reason }) };
}

const outcomeOf = ({ reason: _reason, ...outcome }: CorrectionValues) => JSON.stringify(outcome);
export const isOtherOutcome = (values: CorrectionValues, before: CorrectionValues) =>
  outcomeOf(values) !== outcomeOf(before);

/** As in a registration, except that a removed date is sent as null. */
type Chosen = CorrectionValues & { stateId: number };
export function bodyOf(values: Chosen, before: CorrectionValues, state: OutcomeState | undefined): CorrectionBody {
  const isDateDropped = before.callbackAt !== '' && values.callbackAt === '' && state?.callback === true;
  return { ...outcomeBody(values), ...(isDateDropped && { callbackAt: null }), reason: values.reason.trim() };
}
