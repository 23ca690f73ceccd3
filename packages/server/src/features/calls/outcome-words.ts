import { AFFINITIES } from '@campanero/contract/calls/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/phone-number';
import type { AuditValues } from '../../work/audit.ts';
import type { Outcome } from './history.queries.ts';

export const phoneInWords = (number: number) => formatPhone(String(number));

/** An outcome as the audit tells it. Observations stay out: the history keeps them, word by word and for good. */
export const outcomeInWords = (
  { affinity, callbackAt }: Pick<Outcome, 'affinity' | 'callbackAt'>,
  { stateName, substateName }: { stateName: string; substateName: string | null },
): AuditValues => ({
  Estado: stateName,
  Subestado: substateName ?? undefined,
  Afinidad: affinity === null ? undefined : AFFINITIES[affinity - 1],
  Rellamado: callbackAt ? formatDateTime(callbackAt) : undefined,
});
