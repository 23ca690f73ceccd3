import type pg from 'pg';
import { chooseCourse, expectedRows, type Course } from './choose-course.ts';
import { openCopy } from './copy-stream.ts';
import { leafCopies, noteSkipped, type DirectLeaves } from './direct-leaves.queries.ts';
import { LoadFailure, NOBODY_VALID } from './load-failure.ts';
import { saveShapes, type RunningLoad } from './load-row.queries.ts';
import { saveUnknownPlaces } from './unknown-places.queries.ts';
import { createNumbering } from './numbering.ts';
import { withClient } from './own-client.ts';
import type { LoadRun } from './perform-load.ts';
import { ROW_COLUMNS } from './row-writer.ts';
import { scan, type ScanTools, type Tally } from './scan.ts';
import { openSource, readPlaceRules } from './sources/open-source.ts';
import type { SourceBatch } from './sources/source.ts';
import { Skipped } from './skipped.ts';
import { createSpread } from './spread.ts';
import { createRows, createTables, workbenchOf, type Workbench } from './workbench.ts';

const REJECTS = 'copy rejected_row (load_id, file_no, line, reason, cells) from stdin';

export interface Read {
  tally: Tally;
  bench: Workbench;
  /** Filled already. Undefined: the rows stand on the workbench alone. */
  direct: DirectLeaves | undefined;
  /** Numbers were judged on the way, by what was blocked then. */
  judgedAt: Date | undefined;
}

/** Everything there is in a load's source, read once. */
export async function readSource(
  run: LoadRun,
  load: RunningLoad,
  onProgress: (done: number, tally: Tally) => void,
): Promise<Read> {
  const places = await readPlaceRules(run.ctx, load);
  const source = await openSource(run.ctx, load, places);
  const batches = source.batches(run.abort.signal)[Symbol.asyncIterator]();
  try {
    const first = await batches.next();
    // A file always has one, be it empty: this is another system's audience without anybody.
    if (first.done) throw new LoadFailure(NOBODY_VALID);
    const course = await chooseCourse(run.ctx, load, first.value, run.tuning);
    const tools = { loadId: load.id, onProgress };
    const expected = expectedRows(first.value);
    return await withClient(run, (rows) =>
      withClient(run, (odd) =>
        withClient(run, async (rejects) => {
          await createTables(odd, load);
          const all = again(first.value, batches);
          const common = { ...tools, expected, rejects: openCopy(rejects, REJECTS) };
          if (!isDirect(course)) return readToBench(load, course, { rows, odd }, all, common);
          return withClient(run, (calls) =>
            withClient(run, (phones) => readToLeaves(load, course, { rows, odd, calls, phones }, all, common)),
          );
        }),
      ),
    );
  } finally {
    await batches.return?.();
    await saveShapes(run.ctx.db, load.id, source.shapes()).catch(() => {});
    await saveUnknownPlaces(run.ctx.db, load, places.tree, source.unknownPlaces()).catch(() => {});
  }
}

async function* again(first: SourceBatch, others: AsyncIterator<SourceBatch>): AsyncIterable<SourceBatch> {
  yield first;
  for (let next = await others.next(); !next.done; next = await others.next()) yield next.value;
}

const copyRows = (table: string) => `copy ${table} (${ROW_COLUMNS}) from stdin with (format binary)`;

type Common = Pick<ScanTools, 'rejects' | 'loadId' | 'onProgress'> & { expected: number };

const isDirect = (course: Course): course is Required<Course> => course.leaves !== undefined;

async function readToBench(
  load: RunningLoad,
  { blocked, now }: Course,
  clients: Record<'rows' | 'odd', pg.ClientBase>,
  batches: AsyncIterable<SourceBatch>,
  common: Common,
): Promise<Read> {
  const bench = workbenchOf(load);
  await clients.rows.query('begin');
  await createRows(clients.rows, load);
  const rows = openCopy(clients.rows, copyRows(bench.rowsName));
  const odd = openCopy(clients.odd, copyRows(bench.oddName));
  const judged = blocked && { blocked, skipped: new Skipped() };
  const numbering = createNumbering(0, common.expected);
  const tally = await scan(batches, { ...common, rows, odd, numbering, judged });
  await clients.rows.query('commit');
  if (judged) await noteSkipped(clients.odd, bench.verdictsName, judged.skipped);
  return { tally, bench, direct: undefined, judgedAt: judged && now };
}

async function readToLeaves(
  load: RunningLoad,
  { leaves, blocked, now }: Required<Course>,
  clients: Record<'rows' | 'calls' | 'phones' | 'odd', pg.ClientBase>,
  batches: AsyncIterable<SourceBatch>,
  common: Common,
): Promise<Read> {
  const bench = workbenchOf(load, leaves.peopleBlock);
  const copies = leafCopies(leaves, load);
  const open = async (kind: keyof typeof copies) => {
    await clients[kind].query('begin');
    await copies[kind].create(clients[kind]);
    return openCopy(clients[kind], copies[kind].copy);
  };
  const spread = createSpread({ ...leaves, blocked });
  const rows = await open('rows');
  const streams = { calls: await open('calls'), phones: await open('phones') };
  const tally = await scan(batches, {
    ...common,
    rows,
    odd: openCopy(clients.odd, copyRows(bench.oddName)),
    direct: { spread, ...streams },
    numbering: createNumbering(leaves.firstPersonId, common.expected),
  });
  for (const kind of ['rows', 'calls', 'phones'] as const) await clients[kind].query('commit');
  await noteSkipped(clients.odd, bench.verdictsName, spread.skipped());
  return { tally, bench, direct: leaves, judgedAt: now };
}
