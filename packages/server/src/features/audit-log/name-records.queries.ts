import type { AuditEntry } from '@campanero/contract/audit-log/endpoints';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { selectFoundCalls, selectPeople } from '../../call-store/read/index.ts';
import type { Viewer } from '../../call-store/reach.ts';
import type { Db } from '../../db/client.ts';
import { NAMED_TYPES, selectNames, type AuditRecordRow } from './audit-log.queries.ts';
import { formatObject, presentInfo } from './audit-log.words.ts';

type AuditObject = Pick<AuditRecordRow, 'objectType' | 'objectId'>;

export async function nameRecords(db: Db, viewer: Viewer, rows: readonly AuditRecordRow[]) {
  const { nameOf, shown } = await loadObjectNames(db, viewer, rows);
  return { records: rows.map((row) => presentRecord(row, nameOf(row))), shown };
}

const presentRecord = (row: AuditRecordRow, objectName: string | null) => ({
  ...row,
  // The table's check constraints allow the same values as the contract.
  action: row.action as AuditEntry['action'],
  subaction: row.subaction as AuditEntry['subaction'],
  info: presentInfo(row.info),
  object: formatObject(row.objectType, row.objectId),
  objectName,
  createdAt: row.at.toISOString(),
});

const keyOf = ({ objectType, objectId }: AuditObject) => `${objectType} ${objectId}`;
const ID = /^\d{1,15}$/;

/** Records hold only ids, which the chain's hash covers. Names of campaigns, calls and persons only if the viewer may see them. */
async function loadObjectNames(db: Db, viewer: Viewer, records: readonly AuditObject[]) {
  const idsOf = (type: string) => [
    ...new Set(
      records.flatMap(({ objectType, objectId }) =>
        objectType === type && objectId !== null && ID.test(objectId) ? [Number(objectId)] : [],
      ),
    ),
  ];
  const [calls, people, ...lists] = await Promise.all([
    selectFoundCalls(db, viewer, idsOf('call')),
    selectPeople(db, viewer, idsOf('person')),
    ...NAMED_TYPES.map((type) => selectNames(db, viewer, type, idsOf(type))),
  ]);
  const names = new Map<string, string | null>();
  for (const { callId, number, name, campaignName } of calls)
    names.set(`call ${callId}`, `${name || formatPhone(number)} · ${campaignName}`);
  for (const { id, name } of people) names.set(`person ${id}`, name || null);
  for (const [index, list] of lists.entries())
    for (const { id, name } of list) names.set(`${NAMED_TYPES[index]} ${id}`, name || null);
  return {
    /** Null when it has no name, was deleted, or the viewer may not see it. */
    nameOf: (record: AuditObject) => names.get(keyOf(record)) ?? null,
    /** The contacts whose data the names show. */
    shown: calls.map(({ number, campaignId }) => ({ number, campaignId })),
  };
}
