import { LINE_COLUMN, REASON_COLUMN } from '@campanero/contract/loads/csv/columns';
import { CSV_MARK, csvLine } from '@campanero/contract/loads/csv/write-csv';
import { AppError, type SignedCtx } from '../../work/index.ts';
import { rejectedUntil } from '../../jobs/purge-expired.ts';
import { findListLoad, selectRejected } from './block-lists.queries.ts';

const PAGE = 5_000;

/** Streams the rejected lines of a load as CSV: line number, reason and the original cells, so that the corrected file can be loaded. */
export async function openRejectedLines(ctx: SignedCtx, loadId: number) {
  const load = await findListLoad(ctx.db, loadId);
  if (!load || rejectedUntil(load, ctx.clock()) === null) throw new AppError('NOT_FOUND');
  return { name: `lineas_rechazadas_${load.id}.csv`, content: writeLines(ctx, load.id, load.header ?? ['telefono']) };
}

async function* writeLines({ db }: SignedCtx, loadId: number, header: readonly string[]) {
  yield CSV_MARK + csvLine([LINE_COLUMN, REASON_COLUMN, ...header]);
  for (let after = 0; ;) {
    const lines = await selectRejected(db, loadId, after, PAGE);
    yield lines
      .map(({ line, reason, content }) => `${csvLine([String(line), reason]).trimEnd()};${content}\r\n`)
      .join('');
    const last = lines.at(-1);
    if (!last || lines.length < PAGE) return;
    after = last.line;
  }
}
