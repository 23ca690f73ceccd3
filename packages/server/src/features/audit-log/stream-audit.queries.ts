import { productTime, sql } from '../../db/index.ts';
import {
  chosenIds,
  csvOf,
  readTexts,
  sortIds,
  type RowSource,
  type StreamedTable,
  type StreamedRow,
} from '../../db/stream-rows.ts';
import { matchesSearch, orderOf, userName, type auditOrder, type AuditSearch } from './audit-log.queries.ts';
import { formatInfo, formatObject } from './audit-log.words.ts';

/** All records of a search, for an export, without those written after its start. */
export async function streamAudit(
  source: RowSource,
  search: AuditSearch,
  { order, direction }: ReturnType<typeof auditOrder>,
): Promise<StreamedTable> {
  const [[last = '0'] = []] = await readTexts(source, sql`select coalesce(max(id), 0) from audit`);
  const found = sql`audit.id <= ${last}::bigint and ${matchesSearch(search)}`;
  const [[counted = '0'] = []] = await readTexts(source, sql`select count(*) from audit where ${found}`);
  const total = Number(counted);
  const people = order === 'userName' ? sql`left join app_user on app_user.id = audit.user_id` : sql``;
  const ids = sortIds(source, {
    positions: sql`select audit.id from audit ${people} where ${found} order by ${orderOf(order, direction)}`,
    base: 0,
    capacity: total,
    batch: BATCH_SIZE,
  });
  return { header: AUDIT_HEADER, total, pieces: readRecords(source, ids) };
}

/** Records in memory at a time; each may hold thousands of characters. */
const BATCH_SIZE = 2_000;
const AUDIT_HEADER = ['Fecha y hora', 'Usuario', 'Acción', 'Subacción', 'Objeto', 'Antes', 'Después', 'Registro'];

async function* readRecords(source: RowSource, sorted: ReturnType<typeof sortIds>): StreamedTable['pieces'] {
  for await (const { ids, done } of sorted) {
    const rows = await readTexts(
      source,
      sql`
        select to_char(${productTime('audit.at')}, 'DD-MM-YYYY HH24:MI:SS'), ${userName}, audit.action, audit.subaction,
          audit.object_type, audit.object_id, audit.info, audit.id
        from ${chosenIds(ids)} join audit on audit.id = chosen.id left join app_user on app_user.id = audit.user_id
        order by chosen.place`,
    );
    yield { ...csvOf(rows.map(toCsvRow)), done };
  }
}

function toCsvRow([
  at = null,
  user = null,
  action = null,
  subaction = null,
  type,
  objectId,
  info,
  id = null,
]: StreamedRow) {
  const { before, after } = formatInfo(JSON.parse(info ?? '{}'));
  return [at, user, action, subaction, formatObject(type ?? '', objectId ?? null), before, after, id];
}
