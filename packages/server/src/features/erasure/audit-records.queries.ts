import { type Db, selectRows, selectValue, sql, type Trx } from '../../db/index.ts';
import type { ErasureTerms } from '../../call-store/write/index.ts';
import type { AuditWords } from '../../work/audit.ts';

export type AuditValuesRow = AuditWords & { id: number };

/** Records about removals and erasures name no person, and records without values have nothing to remove. */
export const RECORD_HAS_VALUES = sql<boolean>`removed_at is null and object_type not in ('audit', 'erasure')
  and (info->'entries' <> '[]' or info->'modifications' <> '[]')`;
export const COLUMNS = sql`id, info, salt, digest, removed_at`;

interface Subjects extends Pick<ErasureTerms, 'personIds' | 'callIds'> {
  requestIds?: readonly number[];
}

/** The redundant first conditions let the planner use the index by object. */
function isAbout({ personIds, callIds, requestIds = [] }: Subjects) {
  const of = (type: string, ids: readonly number[]) =>
    sql`(object_type = ${sql.lit(type)} and object_id = any(${ids.map(String)}::text[]))`;
  return sql<boolean>`object_type in ('person', 'call', 'data_request')
    and object_id = any(${[...personIds, ...callIds, ...requestIds].map(String)}::text[])
    and (${of('person', personIds)} or ${of('call', callIds)} or ${of('data_request', requestIds)})`;
}

/** No lock needed: values are only ever removed. */
export const selectRecordsWithValues = (db: Db | Trx, ids: readonly number[]) =>
  selectRows<AuditValuesRow>(db)`
    select ${COLUMNS} from audit where id = any(${[...ids]}::bigint[]) and ${RECORD_HAS_VALUES} order by id`;

export const countRecordsAbout = (db: Db, subjects: Subjects) =>
  selectValue<number>(db)`select count(*) from audit where ${isAbout(subjects)} and ${RECORD_HAS_VALUES}`;

export const selectRecordsAbout = (db: Db | Trx, subjects: Subjects) =>
  selectRows<AuditValuesRow>(db)`
    select ${COLUMNS} from audit where ${isAbout(subjects)} and ${RECORD_HAS_VALUES} order by id`;
