import { AFFINITIES, type RegisterBody } from '@campanero/contract/calls/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import type { Viewer } from '../../call-store/reach.ts';
import { selectHistory, type HistoryRecord, type Outcome } from '../../call-store/read/index.ts';
import type { OutcomeChoices } from '../../call-store/write/index.ts';
import type { Trx } from '../../db/client.ts';
import { AppError, auditAbout, type AuditRecord, type AuditValues } from '../../work/index.ts';

/** Empty fields become null. */
export const readOutcome = (body: RegisterBody): Outcome => ({
  stateId: body.stateId,
  substateId: body.substateId ?? null,
  affinity: body.affinity ? AFFINITIES.indexOf(body.affinity) + 1 : null,
  observations: body.observations?.trim() || null,
  callbackAt: body.callbackAt ? new Date(body.callbackAt) : null,
  personId: body.personId ?? null,
});

const refuse = (
  error: 'STATE_NOT_ALLOWED' | 'SUBSTATE_NOT_ALLOWED' | 'CALLBACK_NOT_ALLOWED' | 'PERSON_NOT_ON_NUMBER',
  field: string,
  message: string,
) => new AppError(error, { fields: [{ field, message }] });

export function assertOutcomeAllowed<C extends OutcomeChoices>(
  outcome: Outcome,
  choices: C,
  now: Date,
): asserts choices is C & { stateName: string; stateColor: string } {
  if (choices.stateName === null || choices.stateColor === null || !choices.isStateAllowed)
    throw refuse('STATE_NOT_ALLOWED', 'stateId', 'Ese estado no se puede elegir.');
  if (outcome.substateId !== null && choices.substateName === null)
    throw refuse('SUBSTATE_NOT_ALLOWED', 'substateId', 'No corresponde al estado elegido.');
  if (outcome.callbackAt && !(choices.hasCallback && outcome.callbackAt > now))
    throw refuse('CALLBACK_NOT_ALLOWED', 'callbackAt', 'Necesita una fecha futura y un estado que vuelva a llamar.');
  if (outcome.personId !== null && choices.personName === null)
    throw refuse('PERSON_NOT_ON_NUMBER', 'personId', 'No está entre las personas de este número.');
}

export const callAudit = (
  campaign: { name: string },
  call: { id: number; number: number },
  subaction: AuditRecord['subaction'],
  { before, after }: Required<Pick<AuditRecord, 'before' | 'after'>>,
) =>
  auditAbout('CONTACTO', 'call')(call.id, subaction, {
    before,
    after: { Campaña: campaign.name, Número: formatPhone(call.number), ...after },
  });

/** Without observations, which the history keeps unchanged. */
export const outcomeAuditValues = (
  { affinity, callbackAt }: Pick<Outcome, 'affinity' | 'callbackAt'>,
  { stateName, substateName }: { stateName: string; substateName: string | null },
  /** The callback is outside calling hours and was confirmed. */
  isOutsideHours: boolean,
): AuditValues => ({
  Estado: stateName,
  Subestado: substateName ?? undefined,
  Afinidad: affinity === null ? undefined : AFFINITIES[affinity - 1],
  Rellamado: callbackAt
    ? `${formatDateTime(callbackAt)}${isOutsideHours ? ' (fuera de horario, confirmado)' : ''}`
    : undefined,
});

export async function getEntry(trx: Trx, viewer: Viewer, callId: number, entryId: number): Promise<HistoryRecord> {
  const entry = (await selectHistory(trx, viewer, callId)).find(({ id }) => id === entryId);
  if (!entry) throw new Error(`history entry ${entryId} is not there`);
  return entry;
}

/** Under an Idempotency-Key only the entry's id is stored, without personal data. */
export const rememberEntry = (viewer: Viewer, callId: number) => ({
  remember: ({ id: entryId }: HistoryRecord) => ({ entryId }),
  recall: (trx: Trx, { entryId }: { entryId: number }) => getEntry(trx, viewer, callId, entryId),
});
