import { AFFINITIES, type HistoryEntry } from '@campanero/contract/calls/schemas';
import type { HistoryRecord } from '../../call-store/read/history.ts';

/** Ten digits, as the wire and the address of a contact write a number. */
export const presentNumber = (number: number) => String(number);

/** An entry never changes, so it was last updated when it was made. */
export const presentEntry = (entry: HistoryRecord): HistoryEntry => ({
  id: entry.id,
  stateId: entry.stateId,
  state: { name: entry.stateName, color: entry.stateColor },
  substateId: entry.substateId,
  substate: entry.substateName === null ? null : { name: entry.substateName },
  affinity: entry.affinity === null ? null : (AFFINITIES[entry.affinity - 1] ?? null),
  observations: entry.observations,
  callbackAt: entry.callbackAt?.toISOString() ?? null,
  personId: entry.personId,
  person: entry.personId === null ? null : { name: entry.personName ?? '' },
  correctsId: entry.correctsId,
  reason: entry.reason,
  corrected: entry.isCorrected,
  createdAt: entry.createdAt.toISOString(),
  updatedAt: entry.createdAt.toISOString(),
  user: { id: entry.userId, name: entry.userName },
});
