import { EXPORT_KINDS, type ExportKind } from '@campanero/contract/exports/kinds';
import { readZipDirectory } from '@campanero/contract/loads/xlsx/zip-directory';
import { readPart } from '@campanero/contract/loads/xlsx/zip-part';
import { fold } from '@campanero/contract/shared/text';
import { sql, type RawBuilder } from 'kysely';
import { CALL_TEXTS, type ErasedWords } from '../../call-store/write/index.ts';
import type { Trx } from '../../db/client.ts';
import { accessFile, zipTools } from '../../integrations/files/zip-access.ts';
import { JOB_SCHEMA } from '../../jobs/schema.ts';
import type { Ctx } from '../../work/context.ts';
import { notify } from '../../work/notify.ts';
import { transact } from '../../work/transact.ts';
import { HAS_WORDS, WORDLESS } from '../personal-data/requests.queries.ts';
import type { CopyCounts } from './erasures.queries.ts';
import { createMatcher, type PersonMatcher } from './person-matcher.ts';

const GONE = '(borrado)';

/** One kind of row that may name a person. */
interface CopyKind {
  /** In the counts of an erasure. */
  name: string;
  table: string;
  /** What is searched, as one text. */
  text: RawBuilder<unknown>;
  /** Rows that are left alone. */
  where?: RawBuilder<unknown>;
  /** What becomes of a row that names the person: it loses its words, or goes. */
  set?: RawBuilder<unknown>;
  /** It keeps the lines that do not name the person, in this column. */
  linesOf?: string;
  /** How rows lose their words that the application may not change itself. */
  erase?: (found: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Read once, on connections of low priority. */
  isLarge?: boolean;
}

const joined = (...columns: string[]) => sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))})`;

const goneIfAny = (column: string) => sql`case when ${sql.ref(column)} is not null then ${GONE} end`;

/**
 * Every place besides the person's own calls where somebody's words may rest (rule personal-data/every-copy). A row that others
 * still need stays and loses its words, one that nobody needs goes.
 */
const KINDS: readonly CopyKind[] = [
  ...CALL_TEXTS,
  {
    name: 'Filas rechazadas',
    table: 'rejected_row',
    text: sql`array_to_string(cells, ' ') || ' ' || reason`,
    set: sql`cells = array_fill(''::text, array[cardinality(cells)]), reason = ${GONE}`,
  },
  {
    name: 'Líneas rechazadas de listas de bloqueo',
    table: 'block_list_rejected',
    text: joined('content', 'reason'),
    set: sql`content = '', reason = ${GONE}`,
  },
  {
    name: 'Cargas de audiencia',
    table: 'audience_load',
    text: joined('name', 'failure'),
    where: sql`status <> 'RUNNING'`,
    set: sql`name = ${GONE}, failure = ${goneIfAny('failure')}`,
  },
  {
    name: 'Nombres de archivos de audiencia',
    table: 'audience_load_file',
    text: joined('original_name'),
    set: sql`original_name = ${GONE}`,
  },
  {
    name: 'Cargas de listas de bloqueo',
    table: 'block_list_load',
    text: joined('original_name', 'origin', 'failure'),
    where: sql`status <> 'RUNNING'`,
    set: sql`original_name = ${GONE}, origin = ${GONE}, failure = ${goneIfAny('failure')}`,
  },
  {
    name: 'Listas de bloqueo',
    table: 'block_list',
    text: joined('origin', 'removal_reason'),
    set: sql`origin = ${GONE}, removal_reason = ${goneIfAny('removal_reason')}`,
  },
  {
    name: 'Motivos de conservación',
    table: 'campaign',
    text: joined('keep_reason'),
    where: sql`keep_reason is not null`,
    set: sql`keep_reason = ${GONE}`,
  },
  {
    name: 'Correos sin enviar',
    table: 'mail',
    text: joined('subject', 'body', 'inbox_body'),
    where: sql`sent_at is null`,
  },
  {
    name: 'Correos',
    table: 'mail',
    text: joined('subject', 'body', 'inbox_body'),
    where: sql`sent_at is not null`,
    set: sql`subject = ${GONE}, body = ${GONE}, inbox_body = null, last_error = null`,
  },
  { name: 'Notificaciones', table: 'notification', text: joined('reason', 'subject') },
  { name: 'Notas de usuarios', table: 'note', text: sql`text`, linesOf: 'text' },
  { name: 'Respuestas a pedidos repetidos', table: 'idempotency_key', text: joined('answer', 'key') },
  {
    name: 'Filtros de exportaciones',
    table: 'export_job',
    text: joined('filters', 'failure', 'file_name'),
    where: sql`status not in ('PENDING', 'RUNNING')`,
    set: sql`filters = '{}', failure = ${goneIfAny('failure')}, file_name = null`,
  },
  { name: 'Filtros de segmentaciones', table: 'segmentation', text: sql`filters::text`, set: sql`filters = '{}'` },
  {
    name: 'Pedidos de datos sin persona',
    table: 'data_request',
    text: joined('asker', 'contact', 'detail', 'answer', 'identified_note', 'undone_reason'),
    // Those of the person go once they are answered (run-erasure.ts).
    where: sql`person_id is null and ${HAS_WORDS}`,
    set: WORDLESS,
  },
  {
    name: 'Inscripciones de formularios',
    table: 'form_registration',
    text: joined('phone', 'first_name', 'last_name', 'email', 'document'),
    set: sql`phone = '', first_name = null, last_name = null, email = null, document = null, birthday = null, gender = null`,
  },
  {
    name: 'Contactos del tablero telefónico',
    table: 'dashboard_audience_contact',
    text: joined('phone', 'first_name', 'last_name', 'email', 'document', 'orion_id'),
    set: sql`orion_id = '', phone = '', first_name = null, last_name = null, email = null, document = null, birthday = null,
      gender = null, nationality = null, channel = null, district = null, section = null, subsection = null`,
  },
  {
    name: 'Tareas terminadas',
    table: `${JOB_SCHEMA}.job`,
    text: joined('data', 'output'),
    where: sql`state in ('completed', 'failed', 'cancelled')`,
  },
];

const LONG_MS = 10 * 60_000;

/** Erases what other rows say of these persons. Repeating it finds what came meanwhile, and nothing else; `again`: without the calls. */
export async function eraseRows(ctx: Ctx, words: ErasedWords, { again = false } = {}): Promise<CopyCounts> {
  const matcher = createMatcher(words);
  const counts: CopyCounts = {};
  for (const kind of KINDS) {
    if (again && kind.isLarge) continue;
    const quiet = kind.isLarge ? { ...ctx, db: ctx.heavyDb } : ctx;
    const count = await transact(quiet, ({ trx }) => eraseKind(trx, kind, matcher), { statementTimeoutMs: LONG_MS });
    if (count > 0) counts[kind.name] = count;
  }
  await transact(ctx, async ({ trx }) => {
    await trx
      .deleteFrom('contactReading')
      .where('number', '=', sql<number>`any(${words.numbers}::bigint[])`)
      .execute();
    await trx
      .deleteFrom('notification')
      .where('callId', '=', sql<number>`any(${words.callIds}::bigint[])`)
      .execute();
  });
  return counts;
}

/** The database looks for patterns, this side decides; what it looks at stays locked until it is erased. */
async function eraseKind(trx: Trx, kind: CopyKind, matcher: PersonMatcher): Promise<number> {
  const { likes } = matcher;
  if (likes.length === 0) return 0;
  const table = sql.table(kind.table);
  const { rows } = await sql<{ leaf: number; place: string; text: string }>`
    select tableoid::int8 as leaf, ctid::text as place, ${kind.text} as text from ${table}
    where ${kind.where ?? sql`true`} and fold(${kind.text}) like any(${likes}::text[])
    ${kind.erase ? sql`` : sql`for update`}`.execute(trx);
  const found = rows.filter(({ text }) => matcher.names(text));
  if (found.length === 0) return 0;
  const places = sql`(tableoid, ctid) in (select leaf::oid, place::tid
    from unnest(${found.map(({ leaf }) => leaf)}::int8[], ${found.map(({ place }) => place)}::text[]) as given (leaf, place))`;
  if (kind.linesOf) await keepLines(trx, kind.table, kind.linesOf, found, matcher);
  else if (kind.erase) await kind.erase(places).execute(trx);
  else if (kind.set) await sql`update ${table} set ${kind.set} where ${places}`.execute(trx);
  else await sql`delete from ${table} where ${places}`.execute(trx);
  return found.length;
}

async function keepLines(
  trx: Trx,
  table: string,
  column: string,
  found: readonly { leaf: number; place: string; text: string }[],
  matcher: PersonMatcher,
): Promise<void> {
  for (const { leaf, place, text } of found) {
    const lines = text.split('\n').map((line) => (matcher.names(line) ? GONE : line));
    // A name may go over two lines: then nothing is kept.
    const left = matcher.names(lines.join('\n')) ? GONE : lines.join('\n');
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${left}
      where tableoid = ${leaf}::oid and ctid = ${place}::tid`.execute(trx);
  }
}

const REMOVED =
  'Un archivo que usted pidió se quitó porque tenía datos de una persona que pidió borrarlos. Puede pedirlo de nuevo.';

/** Removes exports that hold one of the persons and tells whoever asked for them. Their page answers as when they expire. */
export async function eraseExports(ctx: Ctx, words: ErasedWords, signal?: AbortSignal): Promise<number> {
  // A file with a number that others share may hold the person too: it can be asked for again.
  const { written } = createMatcher({ ...words, numbers: [...words.numbers, ...words.sharedNumbers] });
  const exports = await ctx.db
    .selectFrom('exportJob')
    .select(['id', 'kind', 'format', 'fileKey', 'bytes', 'requestedBy', 'campaignId'])
    .where('fileKey', 'is not', null)
    .execute();
  let removed = 0;
  for (const made of exports) {
    signal?.throwIfAborted();
    const file = { key: made.fileKey!, bytes: made.bytes ?? 0, isPacked: made.format !== 'csv' };
    if (!(await holds(ctx, file, written))) continue;
    // The file before its key: removing what is not there is no error.
    await ctx.files.remove(file.key);
    await transact(ctx, async ({ trx, now, afterCommit }) => {
      await trx.updateTable('exportJob').set({ fileKey: null, expiresAt: now }).where('id', '=', made.id).execute();
      const ring = {
        userId: made.requestedBy,
        action: EXPORT_KINDS[made.kind as ExportKind].bell,
        subject: `removed:${made.id}`,
        exportId: made.id,
        ...(made.campaignId !== null && { campaignId: made.campaignId }),
        status: 'ERROR' as const,
        reason: REMOVED,
      };
      await notify({ trx, now, afterCommit }, [ring]);
    });
    removed += 1;
  }
  return removed;
}

interface LookedAt {
  key: string;
  bytes: number;
  /** A workbook or an archive. */
  isPacked: boolean;
}

async function holds({ files }: Pick<Ctx, 'files'>, file: LookedAt, parts: readonly string[]): Promise<boolean> {
  if (!(await files.exists(file.key))) return false;
  if (!file.isPacked) return streamHolds((await files.get(file.key)) as AsyncIterable<Buffer>, parts);
  const access = accessFile(files, file);
  for (const entry of await readZipDirectory(access))
    if (await streamHolds(readPart(access, entry, zipTools), parts)) return true;
  return false;
}

/** Chunk by chunk, each with the end of the one before: a part may be cut anywhere. */
async function streamHolds(chunks: AsyncIterable<Uint8Array>, parts: readonly string[]): Promise<boolean> {
  const longest = Math.max(0, ...parts.map((part) => part.length));
  const decoder = new TextDecoder();
  let tail = '';
  for await (const chunk of chunks) {
    const text = fold(tail + decoder.decode(chunk, { stream: true }));
    if (parts.some((part) => text.includes(part))) return true;
    tail = text.slice(-longest);
  }
  return false;
}
