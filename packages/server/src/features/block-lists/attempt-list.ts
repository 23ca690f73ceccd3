import { run } from '../../db/index.ts';
import { LISTED_NUMBERS_MAX } from '@campanero/contract/block-lists/schemas';
import type { NumberShape } from '@campanero/contract/block-lists/number-shape';
import { ERRORS } from '@campanero/contract/errors';
import { csvLine } from '@campanero/contract/loads/csv/write-csv';
import type { RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import { WorkbookFault } from '@campanero/contract/loads/xlsx/workbook-fault';
import { formatCount } from '@campanero/contract/shared/numbers';
import { LoadFailure, NO_SPACE_FOR_LOAD } from '../../call-store/load/index.ts';
import { addListedNumbers } from '../../call-store/write/index.ts';
import { copyText, openCopy, type CopyStream } from '../../db/copy-stream.ts';
import { withClient } from '../../db/dedicated-client.ts';
import { type Attempt, AttemptOver } from '../../work/attempts.ts';
import { type Ctx, type EventWork, listAdministrators, transact } from '../../work/index.ts';
import { isDiskFull } from '../../work/disk-full.ts';
import { listAttempts, lockList, type RunningList } from './block-lists.queries.ts';
import { readNumbers } from './read-numbers.ts';

const EMPTY = 'El archivo está vacío.';
const NO_NUMBERS = 'El archivo no tiene ningún número válido: la lista queda como estaba.';
const FILE_MISSING = 'El archivo ya no está en el servidor: vuelva a subirlo.';
const TOO_MANY = `El archivo tiene más de ${formatCount(LISTED_NUMBERS_MAX)} números.`;

/** May be killed and retried at any moment: until the commit the list is unchanged, and the next attempt removes the rejected lines. */
export async function attemptList(
  ctx: Ctx,
  attempt: Attempt,
  abort: AbortController = new AbortController(),
  onStep: (step: 'read' | 'write') => void = () => {},
): Promise<void> {
  const load = await listAttempts.find(ctx.db, attempt);
  if (!load) return;
  const counts: ReadCounts = { read: 0, rejected: 0 };
  try {
    onStep('read');
    const valid = await readFile(ctx, load, counts, abort);
    const numbers = sortUnique(valid);
    onStep('write');
    await writeList(ctx, load, numbers, { ...counts, repeated: valid.length - numbers.length });
  } catch (error) {
    if (error instanceof AttemptOver) return;
    const message = failureMessage(error);
    if (message === null) throw error;
    await failList(ctx, load, message, counts);
  }
}

/** Null for an error that a retry may solve. */
function failureMessage(error: unknown): string | null {
  if (error instanceof LoadFailure) return error.words;
  if (error instanceof WorkbookFault) return ERRORS[error.refusal].es;
  return isDiskFull(error) ? NO_SPACE_FOR_LOAD : null;
}

export const failList = (
  ctx: Ctx,
  load: Pick<RunningList, 'id' | 'attempt' | 'listId'>,
  failure: string,
  counts: { read?: number; rejected?: number } = {},
): Promise<void> =>
  transact(ctx, async (work) => {
    await listAttempts.update(work.trx, load, { ...counts, status: 'ERROR', failure, finishedAt: work.now });
    await publishListChange(work, load.listId);
  });

/** Sends the event `block list` to all administrators after the commit. */
export async function publishListChange({ trx, afterCommit }: EventWork, listId: number): Promise<void> {
  const to = (await listAdministrators(trx)).map(({ id }) => id);
  afterCommit({ to, event: 'block list', payload: { id: listId } });
}

/** The file's valid numbers, outside the heap at eight bytes each. Rejected lines are copied to their table meanwhile. */
const readFile = (ctx: Ctx, load: RunningList, counts: ReadCounts, abort: AbortController): Promise<Float64Array> =>
  withClient({ databaseUrl: ctx.databaseUrl, abort, applicationName: 'campanero block list' }, async (client) => {
    const rejected = openCopy(client, COPY_REJECTED);
    try {
      return await collectNumbers(ctx, load, counts, rejected);
    } finally {
      // Also after an error: the report shows the lines rejected so far.
      await rejected.end();
    }
  });

async function collectNumbers(ctx: Ctx, load: RunningList, counts: ReadCounts, rejected: CopyStream) {
  const { fileKey } = load;
  if (fileKey === null || !(await ctx.files.exists(fileKey))) throw new LoadFailure(FILE_MISSING);
  let numbers = new Float64Array(2 ** 16);
  let count = 0;
  let shape: NumberShape | null = null;
  let savedAt = 0;
  for await (const piece of readNumbers(ctx.files, { ...load, fileKey })) {
    if (!shape && piece.shape) {
      shape = piece.shape;
      await saveColumns(ctx, load, shape);
    }
    if (count + piece.numbers.length > LISTED_NUMBERS_MAX) throw new LoadFailure(TOO_MANY);
    numbers = grow(numbers, count + piece.numbers.length);
    for (const number of piece.numbers) numbers[count++] = Number(number);
    await rejected.write(rejectedLines(load.id, piece.rejected));
    counts.rejected += piece.rejected.length;
    counts.read += piece.numbers.length + piece.rejected.length;
    if (Date.now() - savedAt > SAVE_EVERY_MS) {
      savedAt = Date.now();
      if (!(await listAttempts.update(ctx.db, load, { ...counts, progress: piece.done * READ_SHARE })))
        throw new AttemptOver();
    }
  }
  if (!shape) throw new LoadFailure(EMPTY);
  if (count === 0) throw new LoadFailure(NO_NUMBERS);
  return numbers.subarray(0, count);
}
/** Reading takes about half of the time. */
const READ_SHARE = 0.5;
const SAVE_EVERY_MS = 1_000;
const COPY_REJECTED = 'copy block_list_rejected (load_id, line, reason, content) from stdin';

/** PostgreSQL cannot store NUL. */
const rejectedLines = (loadId: number, rows: readonly RejectedRow[]) =>
  rows
    .map(({ line, reason, cells }) => {
      const safeReason = copyText(reason.replaceAll('\0', '\uFFFD'));
      return `${loadId}\t${line}\t${safeReason}\t${copyText(csvLine(cells).trimEnd())}\n`;
    })
    .join('');

async function saveColumns(ctx: Ctx, load: RunningList, { header, inWords, failure }: NumberShape): Promise<void> {
  if (failure !== null) throw new LoadFailure(failure);
  await listAttempts.update(ctx.db, load, { columns: inWords, ...(header && { header }) });
}

function grow(numbers: Float64Array<ArrayBuffer>, count: number): Float64Array<ArrayBuffer> {
  if (count <= numbers.length) return numbers;
  const larger = new Float64Array(Math.max(numbers.length * 2, count));
  larger.set(numbers);
  return larger;
}

/** In place. */
function sortUnique(numbers: Float64Array): Float64Array {
  numbers.sort();
  let count = 0;
  for (let i = 0; i < numbers.length; i += 1)
    if (i === 0 || numbers[i] !== numbers[i - 1]) numbers[count++] = numbers[i]!;
  return numbers.subarray(0, count);
}

type ReadCounts = { read: number; rejected: number };

const writeList = (ctx: Ctx, load: RunningList, numbers: Float64Array, counts: ReadCounts & { repeated: number }) =>
  transact(ctx, { statementTimeoutMs: 0 }, async (work) => {
    const { trx } = work;
    const list = await lockList(trx, load.listId);
    if (!list) throw new AttemptOver();
    const { id: loadId, replaces } = load;
    const { added, removed } = await addListedNumbers(trx, list.id, { loadId, numbers, replaces });
    // Not work.now: the transaction may have run for minutes.
    const now = ctx.clock();
    const already = numbers.length - added;
    const done = { ...counts, added, removed, already, progress: 1, status: 'COMPLETED' as const, finishedAt: now };
    if (!(await listAttempts.update(trx, load, done))) throw new AttemptOver();
    await run(trx)`
      update block_list set numbers = ${list.numbers + added - removed}, origin = ${load.origin}, dated = ${load.dated},
        loaded_by = ${load.createdBy}, loaded_at = ${now}
      where id = ${list.id}`;
    await publishListChange(work, list.id);
  });
