import { LISTED_NUMBERS_MAX } from '@campanero/contract/block-lists/schemas';
import type { NumberShape } from '@campanero/contract/block-lists/number-shape';
import { errorSpec } from '@campanero/contract/errors';
import { csvLine } from '@campanero/contract/loads/csv/write-csv';
import type { RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import { WorkbookFault } from '@campanero/contract/loads/xlsx/workbook-fault';
import { formatCount } from '@campanero/contract/shared/numbers';
import { NO_SPACE_FOR_LOAD } from '../../call-store/load/index.ts';
import { changeListedNumbers } from '../../call-store/write/index.ts';
import { copyText, openCopy, type CopyStream } from '../../db/copy-stream.ts';
import { withClient } from '../../db/dedicated-client.ts';
import type { Ctx } from '../../work/context.ts';
import { isDiskFull } from '../../work/disk-full.ts';
import { transact } from '../../work/transact.ts';
import { tellAdministrators } from './accept-list.ts';
import { findRunning, lockList, updateRunning, type RunningList } from './block-lists.queries.ts';
import { readNumbers } from './read-numbers.ts';

/** What trying again cannot mend, in words for whoever loads. */
class ListFailure extends Error {}
/** The load was cancelled, or another attempt has it. */
class ListOver extends Error {}

const EMPTY = 'El archivo está vacío.';
const NOBODY = 'El archivo no tiene ningún número válido: la lista queda como estaba.';
const GONE = 'El archivo ya no está en el servidor: vuelva a subirlo.';
const TOO_MANY = `El archivo tiene más de ${formatCount(LISTED_NUMBERS_MAX)} números.`;
const SAVE_EVERY_MS = 1_000;

/**
 * One attempt at a load: reads the file, then changes the list in one transaction. It may be killed at any moment and run again:
 * before that transaction commits the list is what it was, and nothing is left but rejected lines, which the next attempt removes.
 * Leaves the event `block list`; the audit record is that of the request.
 */
export async function attemptList(
  ctx: Ctx,
  asked: { loadId: number; attempt: number },
  abort: AbortController = new AbortController(),
  onStep: (step: 'read' | 'write') => void = () => {},
): Promise<void> {
  const load = await findRunning(ctx.db, asked);
  if (!load) return;
  const counts: ReadCounts = { read: 0, rejected: 0 };
  try {
    onStep('read');
    const valid = await readFile(ctx, load, counts, abort);
    const numbers = sortedOnce(valid);
    onStep('write');
    await writeList(ctx, load, numbers, { ...counts, repeated: valid.length - numbers.length });
  } catch (error) {
    if (error instanceof ListOver) return;
    const words = wordsFor(error);
    if (words === null) throw error;
    await failList(ctx, load, words, counts);
  }
}

function wordsFor(error: unknown): string | null {
  if (error instanceof ListFailure) return error.message;
  if (error instanceof WorkbookFault) return errorSpec(error.refusal).es;
  return isDiskFull(error) ? NO_SPACE_FOR_LOAD : null;
}

/** Ends a load that cannot be done; the list stays as it is. Does nothing to a load that is over. */
export const failList = (
  ctx: Ctx,
  load: Pick<RunningList, 'id' | 'attempt' | 'listId'>,
  words: string,
  counts: { read?: number; rejected?: number } = {},
): Promise<void> =>
  transact(ctx, async (work) => {
    await updateRunning(work.trx, load, { ...counts, status: 'ERROR', failure: words, finishedAt: work.now });
    await tellAdministrators(work, load.listId);
  });

/** The file's valid numbers, in memory outside the heap: eight bytes each. Rejected lines go to their table as they come. */
const readFile = (ctx: Ctx, load: RunningList, counts: ReadCounts, abort: AbortController): Promise<Float64Array> =>
  withClient({ databaseUrl: ctx.databaseUrl, abort, applicationName: 'campanero block list' }, async (client) => {
    const rejected = openCopy(client, COPY_REJECTED);
    try {
      return await takeNumbers(ctx, load, counts, rejected);
    } finally {
      // However it ended: the report shows what was rejected up to here.
      await rejected.end();
    }
  });

async function takeNumbers(
  ctx: Ctx,
  load: RunningList,
  counts: ReadCounts,
  rejected: CopyStream,
): Promise<Float64Array> {
  const { fileKey } = load;
  if (fileKey === null || !(await ctx.files.exists(fileKey))) throw new ListFailure(GONE);
  let numbers = new Float64Array(2 ** 16);
  let count = 0;
  let shape: NumberShape | null = null;
  let savedAt = 0;
  for await (const piece of readNumbers(ctx.files, { ...load, fileKey })) {
    if (!shape && piece.shape) {
      shape = piece.shape;
      await learnShape(ctx, load, shape);
    }
    if (count + piece.numbers.length > LISTED_NUMBERS_MAX) throw new ListFailure(TOO_MANY);
    numbers = withRoom(numbers, count + piece.numbers.length);
    for (const number of piece.numbers) numbers[count++] = Number(number);
    await rejected.write(rejectedLines(load.id, piece.rejected));
    counts.rejected += piece.rejected.length;
    counts.read += piece.numbers.length + piece.rejected.length;
    if (Date.now() - savedAt > SAVE_EVERY_MS) {
      savedAt = Date.now();
      if (!(await updateRunning(ctx.db, load, { ...counts, progress: piece.done * READ_SHARE }))) throw new ListOver();
    }
  }
  if (!shape) throw new ListFailure(EMPTY);
  if (count === 0) throw new ListFailure(NOBODY);
  return numbers.subarray(0, count);
}
/** Of the progress: about half of the time is reading. */
const READ_SHARE = 0.5;
const COPY_REJECTED = 'copy block_list_rejected (load_id, line, reason, content) from stdin';

/** PostgreSQL stores no NUL; cells of a report have none. */
const rejectedLines = (loadId: number, rows: readonly RejectedRow[]) =>
  rows
    .map(({ line, reason, cells }) => {
      const words = copyText(reason.replaceAll('\0', '\uFFFD'));
      return `${loadId}\t${line}\t${words}\t${copyText(csvLine(cells).trimEnd())}\n`;
    })
    .join('');

async function learnShape(ctx: Ctx, load: RunningList, { header, inWords, failure }: NumberShape): Promise<void> {
  if (failure !== null) throw new ListFailure(failure);
  await updateRunning(ctx.db, load, { columns: inWords, ...(header && { header }) });
}

function withRoom(numbers: Float64Array<ArrayBuffer>, count: number): Float64Array<ArrayBuffer> {
  if (count <= numbers.length) return numbers;
  const larger = new Float64Array(Math.max(numbers.length * 2, count));
  larger.set(numbers);
  return larger;
}

/** Rising, each once; sorts in place. */
function sortedOnce(numbers: Float64Array): Float64Array {
  numbers.sort();
  let kept = 0;
  for (let at = 0; at < numbers.length; at += 1)
    if (at === 0 || numbers[at] !== numbers[at - 1]) numbers[kept++] = numbers[at]!;
  return numbers.subarray(0, kept);
}

interface ReadCounts {
  read: number;
  rejected: number;
}

const writeList = (
  ctx: Ctx,
  load: RunningList,
  numbers: Float64Array,
  counts: ReadCounts & { repeated: number },
): Promise<void> =>
  transact(
    ctx,
    async (work) => {
      const { trx } = work;
      const list = await lockList(trx, load.listId);
      if (!list) throw new ListOver();
      const { added, removed } = await changeListedNumbers(trx, list.id, {
        loadId: load.id,
        numbers,
        replaces: load.replaces,
      });
      // Time has passed since the transaction began.
      const now = ctx.clock();
      const already = numbers.length - added;
      const done = { ...counts, added, removed, already, progress: 1, status: 'COMPLETED' as const, finishedAt: now };
      if (!(await updateRunning(trx, load, done))) throw new ListOver();
      await trx
        .updateTable('blockList')
        .set({
          numbers: list.numbers + added - removed,
          origin: load.origin,
          dated: load.dated,
          loadedBy: load.createdBy,
          loadedAt: now,
        })
        .where('id', '=', list.id)
        .execute();
      await tellAdministrators(work, list.id);
    },
    { statementTimeoutMs: 0 },
  );
