import { sql } from 'kysely';
import type { ErasedWords } from '../../call-store/write/index.ts';
import type { Db, Trx } from '../../db/client.ts';
import type { AuditWords } from '../../work/audit.ts';

/** A record whose words can be removed. */
export type WordyRow = AuditWords & { id: number };

/** Records of removals and of erasures name nobody; those that have no values have nothing to lose. */
export const RECORD_HAS_WORDS = sql<boolean>`removed_at is null and object_type not in ('audit', 'erasure')
  and (info->'entries' <> '[]' or info->'modifications' <> '[]')`;
export const COLUMNS = sql`id, info, salt, digest, removed_at`;

interface Subjects extends Pick<ErasedWords, 'personIds' | 'callIds'> {
  requestIds?: readonly number[];
}

/** Written so that the index by object finds them. */
function isAbout({ personIds, callIds, requestIds = [] }: Subjects) {
  const of = (type: string, ids: readonly number[]) =>
    sql`(object_type = ${sql.lit(type)} and object_id = any(${ids.map(String)}::text[]))`;
  return sql<boolean>`object_type in ('person', 'call', 'data_request')
    and object_id = any(${[...personIds, ...callIds, ...requestIds].map(String)}::text[])
    and (${of('person', personIds)} or ${of('call', callIds)} or ${of('data_request', requestIds)})`;
}

/** Those of these that still have words; locking is not needed, words only ever go. */
export async function selectWordyRecords(db: Db | Trx, ids: readonly number[]): Promise<WordyRow[]> {
  const { rows } = await sql<WordyRow>`
    select ${COLUMNS} from audit where id = any(${[...ids]}::bigint[]) and ${RECORD_HAS_WORDS} order by id`.execute(db);
  return rows;
}

export async function countRecordsAbout(db: Db, subjects: Subjects): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from audit where ${isAbout(subjects)} and ${RECORD_HAS_WORDS}`.execute(db);
  return rows[0]!.n;
}

/** The records about these persons, their calls and their requests. */
export async function selectRecordsAbout(db: Db | Trx, subjects: Subjects): Promise<WordyRow[]> {
  const { rows } = await sql<WordyRow>`
    select ${COLUMNS} from audit where ${isAbout(subjects)} and ${RECORD_HAS_WORDS} order by id`.execute(db);
  return rows;
}
