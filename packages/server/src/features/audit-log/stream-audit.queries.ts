import { sql, type RawBuilder } from 'kysely';
import { BATCH, readSorted, readTexts, type RowSource, type StreamedTable } from '../../db/stream-rows.ts';
import { matches, orderOf, userName, type auditOrder, type AuditSearch } from './audit-log.queries.ts';
import { infoInWords, objectInWords } from './audit-log.words.ts';

/**
 * The whole of a search, for an export. By id each batch begins where the one before it ended; any other order is sorted first. Records
 * that are written meanwhile are not in it.
 */
export async function streamAudit(
  source: RowSource,
  search: AuditSearch,
  { order, direction }: ReturnType<typeof auditOrder>,
): Promise<StreamedTable> {
  const [[last = '0'] = []] = await readTexts(source, sql`select coalesce(max(id), 0) from audit`);
  const found = sql`audit.id <= ${last}::bigint and ${matches(search)}`;
  const [[counted = '0'] = []] = await readTexts(source, sql`select count(*) from audit where ${found}`);
  const total = Number(counted);
  const select = (chosen: RawBuilder<unknown>) => sql`
    select to_char(audit.at at time zone interval '-03:00', 'DD-MM-YYYY HH24:MI:SS'), ${userName}, audit.action, audit.subaction,
      audit.object_type, audit.object_id, audit.info, audit.id
    from audit left join app_user on app_user.id = audit.user_id where ${found} and ${chosen}`;
  const people = order === 'userName' ? sql`left join app_user on app_user.id = audit.user_id` : sql``;
  const batches =
    order === 'id'
      ? byId(source, select, direction, total)
      : readSorted(source, {
          positions: sql`select audit.id from audit ${people} where ${found} order by ${orderOf(order, direction)}`,
          base: 0,
          capacity: total,
          rowsOf: (ids) => select(sql`audit.id = any(${[...ids]}::bigint[])`),
        });
  return { header: AUDIT_HEADER, total, batches: inWords(batches) };
}

const AUDIT_HEADER = ['Fecha y hora', 'Usuario', 'Acción', 'Subacción', 'Objeto', 'Antes', 'Después', 'Registro'];

async function* byId(
  source: RowSource,
  select: (chosen: RawBuilder<unknown>) => RawBuilder<unknown>,
  direction: 'asc' | 'desc',
  total: number,
): StreamedTable['batches'] {
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  let after: number | undefined;
  for (let read = 0; ;) {
    const next = after === undefined ? sql`true` : sql`audit.id ${beyond} ${after}`;
    const rows = await readTexts(source, select(sql`${next} order by audit.id ${sql.raw(direction)} limit ${BATCH}`));
    read += rows.length;
    yield { rows, done: total === 0 ? 1 : Math.min(1, read / total) };
    if (rows.length < BATCH) return;
    after = Number(rows.at(-1)?.at(-1));
  }
}

/** What the table stores as JSON and keys, as the screen says it. */
async function* inWords(batches: StreamedTable['batches']): StreamedTable['batches'] {
  for await (const { rows, done } of batches)
    yield {
      done,
      rows: rows.map(([at, user, action, subaction, type, objectId, info, id]) => {
        const { before, after } = infoInWords(JSON.parse(info ?? '{}'));
        return [
          at ?? null,
          user ?? null,
          action ?? null,
          subaction ?? null,
          objectInWords(type ?? '', objectId ?? null),
          before,
          after,
          id ?? null,
        ];
      }),
    };
}
