import { sql } from 'kysely';
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
import { infoInWords, objectInWords } from './audit-log.words.ts';
import { productTime } from '../../db/product-sql.ts';

/** The whole of a search, for an export. Records that are written meanwhile are not in it. */
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
    batch: HELD,
  });
  return { header: AUDIT_HEADER, total, pieces: readRecords(source, ids) };
}

/** Records that are held at a time; each may tell of thousands of letters. */
const HELD = 2_000;
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
    yield { ...csvOf(rows.map(inWords)), done };
  }
}

/** What the table stores as JSON and keys, as the screen says it. */
function inWords([
  at = null,
  user = null,
  action = null,
  subaction = null,
  type,
  objectId,
  info,
  id = null,
]: StreamedRow) {
  const { before, after } = infoInWords(JSON.parse(info ?? '{}'));
  return [at, user, action, subaction, objectInWords(type ?? '', objectId ?? null), before, after, id];
}
