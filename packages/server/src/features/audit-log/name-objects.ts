import { formatPhone } from '@campanero/contract/shared/numbers';
import { findCalls, selectPeople } from '../../call-store/read/index.ts';
import type { Viewer } from '../../call-store/reach.ts';
import type { Db } from '../../db/client.ts';
import type { ShownContact } from '../../work/contact-readings.ts';
import { selectCampaignNames, selectNames, type AuditRecordRow } from './audit-log.queries.ts';

type AuditObject = Pick<AuditRecordRow, 'objectType' | 'objectId'>;

interface ObjectNames {
  /** Null: it has no name, it is gone, or the viewer may not see it. */
  nameOf: (record: AuditObject) => string | null;
  /** The contacts that the names tell of. */
  shown: ShownContact[];
}

const keyOf = ({ objectType, objectId }: AuditObject) => `${objectType} ${objectId}`;
const ID = /^\d{1,15}$/;

/**
 * What the records of one page are about, by name: of campaigns, calls and persons only what the viewer reaches. Records keep
 * ids for good, since the chain is computed over them; names are looked up when they are shown.
 */
export async function nameObjects(db: Db, viewer: Viewer, records: readonly AuditObject[]): Promise<ObjectNames> {
  const idsOf = (type: string) => [
    ...new Set(
      records.flatMap(({ objectType, objectId }) =>
        objectType === type && objectId !== null && ID.test(objectId) ? [Number(objectId)] : [],
      ),
    ),
  ];
  const [calls, persons, ...rest] = await Promise.all([
    findCalls(db, viewer, { ids: idsOf('call') }),
    selectPeople(db, viewer, { ids: idsOf('person') }),
    selectCampaignNames(db, viewer, idsOf('campaign')),
    selectNames(db, 'user', idsOf('user')),
    selectNames(db, 'objective', idsOf('objective')),
    selectNames(db, 'state', idsOf('state')),
    selectNames(db, 'substate', idsOf('substate')),
  ]);
  const lists = [persons, ...rest];
  const types = ['person', 'campaign', 'user', 'objective', 'state', 'substate'];
  const names = new Map<string, string | null>([
    ...calls.map(({ callId, number, name, campaignName }): [string, string] => [
      `call ${callId}`,
      `${name || formatPhone(number)} · ${campaignName}`,
    ]),
    ...lists.flatMap((list, place) =>
      list.map(({ id, name }): [string, string | null] => [`${types[place]} ${id}`, name || null]),
    ),
  ]);
  return {
    nameOf: (record) => names.get(keyOf(record)) ?? null,
    shown: calls.map(({ number, campaignId }) => ({ number, campaignId })),
  };
}
