import { AUDIENCE_COLUMNS, AUDIENCE_FIELDS, isReportColumn, letters } from '@campanero/contract/loads/csv/columns';
import type {
  audienceLoad,
  LoadOrigin,
  PastLoad,
  pastLoad,
  PeopleFilters,
  RejectedReasons,
  UnknownPlaceReport,
} from '@campanero/contract/loads/schemas';
import type { z } from 'zod';
import { rejectedUntil } from '../../jobs/purge-expired.ts';
import { AppError, found, type SignedCtx } from '../../work/index.ts';
import { describeFilters } from '../audience/audience.queries.ts';
import { loadWork } from './load-audience.ts';
import {
  countLoadsBefore,
  findLastLoad,
  isCampaignVisible,
  listPastLoads,
  type LoadRecord,
  type StoredUnknownPlace,
} from './loads.queries.ts';
import { listSpellingsOf } from './spellings/spellings.queries.ts';
import { type Db, selectRows } from '../../db/index.ts';
import { createRejectedFile } from '@campanero/contract/loads/csv/rejected-file';
import { CSV_MARK } from '@campanero/contract/loads/csv/write-csv';

export async function viewLoad({ db, actor }: SignedCtx, campaignId: number): Promise<LoadRecord | null> {
  const load = await findLastLoad(db, actor, campaignId);
  if (!load && !(await isCampaignVisible(db, actor, campaignId))) throw new AppError('NOT_FOUND');
  return load ?? null;
}

/** Number of loads ahead in the queue or for writing people; null if it does not wait. */
export async function countLoadsAhead(ctx: SignedCtx, load: LoadRecord): Promise<number | null> {
  if (load.status !== 'RUNNING') return null;
  if (load.phase === 'QUEUED') return loadWork.countAhead(ctx, load);
  return load.phase === 'WAITING' ? countLoadsBefore(ctx.db, load) : null;
}

interface Described {
  origin: LoadOrigin | null;
  unknownPlaces: UnknownPlaceReport[];
  ahead: number | null;
  now: Date;
}

export const presentLoad = (
  load: LoadRecord,
  { origin, unknownPlaces, ahead, now }: Described,
): z.input<typeof audienceLoad> => {
  const { skippedBlocked, skippedCalled, skippedActive, dropPlaces, ...rest } = load;
  return {
    ...rest,
    origin,
    places: dropPlaces ? 'drop' : 'reject',
    unknownPlaces,
    ahead,
    // Enforced by check constraints; the generated types only say text.
    status: load.status as z.input<typeof audienceLoad>['status'],
    source: load.source as z.input<typeof audienceLoad>['source'],
    skippedBreakdown: { blocked: skippedBlocked, called: skippedCalled, active: skippedActive },
    rejectedUntil: rejectedUntil(load, now),
  };
};

/** From which campaign its people came, and by which filters; null for other sources. */
export async function describeOrigin(db: Db, load: LoadRecord): Promise<LoadOrigin | null> {
  if (load.source !== 'campaign') return null;
  if (!load.seesSource) return { campaignId: null, filters: [] };
  const named = await describeFilters(db, Number(load.sourceId), load.sourceFilters as PeopleFilters);
  const filters = Object.entries(named).filter(([, value]) => value !== undefined);
  return {
    campaignId: Number(load.sourceId),
    filters: filters.map(([label, value]) => ({ label, value: String(value) })),
  };
}

/** Completed loads, the last one first. */
export async function viewPastLoads({ db, actor }: SignedCtx, campaignId: number): Promise<z.input<typeof pastLoad>[]> {
  if (!(await isCampaignVisible(db, actor, campaignId))) throw new AppError('NOT_FOUND');
  const past = await listPastLoads(db, actor, campaignId);
  return Promise.all(
    past.map(async ({ source, finishedAt, ...load }) => ({
      ...load,
      source: source as PastLoad['source'],
      origin: await describeOrigin(db, { ...load, source, finishedAt }),
      finishedAt: finishedAt ?? load.createdAt,
    })),
  );
}

/** Adds spellings that were remembered since, which the next load will understand. */
export async function withRemembered(db: Db, load: LoadRecord): Promise<UnknownPlaceReport[]> {
  const stored = load.unknownPlaces as unknown as readonly StoredUnknownPlace[];
  // Nothing of a cancelled load is shown.
  if (stored.length === 0 || load.status === 'CANCELLED') return [];
  const spellings = await listSpellingsOf(db, [...new Set(stored.map(({ name }) => letters(name)))]);
  return stored.map(({ districtId, ...place }) => {
    const meant = spellings.filter(
      (spelling) =>
        spelling.key === letters(place.name) &&
        levelOf(spelling) === place.level &&
        (place.level === 'district' || districtId === null || spelling.districtId === districtId),
    );
    return { ...place, remembered: meant.length === 1 ? meant[0]!.place : null };
  });
}

const levelOf = ({ sectionId, subsectionId }: { sectionId: string | null; subsectionId: string | null }) =>
  subsectionId !== null ? 'subsection' : sectionId !== null ? 'section' : 'district';

const PAGE = 2_000;

/** Header for rejected people of another system, so that the file can be loaded. */
const REMOTE_HEADER = AUDIENCE_FIELDS.map(
  (field) => AUDIENCE_COLUMNS.find((column) => column.field === field)?.aliases[0] ?? field,
);

/** Two files with different columns become one table with the union of their columns. */
export async function openRejectedRows(ctx: SignedCtx, campaignId: number) {
  const { load, headers } = found(await findRejected(ctx, campaignId));
  return { name: `rechazadas_${campaignId}.csv`, content: writeRows(ctx, load.id, headers) };
}

async function findRejected(ctx: SignedCtx, campaignId: number) {
  const load = await viewLoad(ctx, campaignId);
  if (!load || rejectedUntil(load, ctx.clock()) === null) return undefined;
  return { load, headers: load.source === 'csv' ? await listHeaders(ctx.db, load.id) : [] };
}

const SHOWN = { rowsLookedAt: 20_000, reasons: 6, rowsOfReason: 3, columns: 30, cellLength: 100 };

/** Of the first rejected rows only, so that the cost does not depend on their number. */
export async function viewRejectedReasons(ctx: SignedCtx, campaignId: number): Promise<RejectedReasons> {
  const rejected = await findRejected(ctx, campaignId);
  // Not a fault: the page may still show the load before a new one.
  if (!rejected) return { looked: 0, moreReasons: 0, columns: [], reasons: [] };
  const { load, headers } = rejected;
  const { columns, arrange } = mergeHeaders(headers);
  const kept = columns.flatMap((name, index) => (isReportColumn(name) ? [] : [index])).slice(0, SHOWN.columns);
  const short = (cell = '') => (cell.length > SHOWN.cellLength ? `${cell.slice(0, SHOWN.cellLength)}…` : cell);
  const listed = await selectReasons(ctx.db, load.id);
  return {
    looked: listed[0]?.looked ?? 0,
    moreReasons: Math.max(0, (listed[0]?.reasons ?? 0) - SHOWN.reasons),
    columns: kept.map((index) => short(columns[index])),
    reasons: listed.map(({ reason, count, rows }) => ({
      reason,
      count,
      rows: rows.map(({ fileNo, line, cells }) => {
        const arranged = arrange(fileNo, cells);
        return { fileNo, line, cells: kept.map((index) => short(arranged[index])) };
      }),
    })),
  };
}

async function* writeRows({ db }: SignedCtx, loadId: number, headers: { fileNo: number; header: string[] }[]) {
  const { columns, arrange } = mergeHeaders(headers);
  const file = createRejectedFile(columns);
  yield CSV_MARK + file.header;
  let after = { fileNo: 0, line: 0 };
  for (;;) {
    const rows = await selectRejected(db, loadId, after, PAGE);
    yield rows.map((row) => file.line({ ...row, cells: arrange(row.fileNo, row.cells) })).join('');
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last;
  }
}

/** One header for all files, and a function that moves each file's cells under it; surplus cells stay at the end. */
function mergeHeaders(headers: readonly { fileNo: number; header: readonly string[] }[]) {
  if (headers.length === 0) return { columns: REMOTE_HEADER, arrange: (_: number, cells: readonly string[]) => cells };
  const columns: string[] = [];
  const places = new Map<number, { width: number; at: number[] }>();
  for (const { fileNo, header } of headers) {
    const taken = new Set<number>();
    const at = header.map((name) => {
      const found = columns.findIndex((column, index) => column === name && !taken.has(index));
      const place = found >= 0 ? found : columns.push(name) - 1;
      taken.add(place);
      return place;
    });
    places.set(fileNo, { width: header.length, at });
  }
  const arrange = (fileNo: number, cells: readonly string[]): string[] => {
    const { width, at } = places.get(fileNo) ?? { width: 0, at: [] };
    const arranged = columns.map(() => '');
    for (const [index, cell] of cells.slice(0, width).entries()) arranged[at[index]!] = cell;
    return [...arranged, ...cells.slice(width)];
  };
  return { columns, arrange };
}

/** In file order; none for audiences of another system. */
const listHeaders = (db: Db, loadId: number) =>
  selectRows<{ fileNo: number; header: string[] }>(db)`
    select file_no, coalesce(header, '{}') as header from audience_load_file where load_id = ${loadId} order by file_no`;

const selectRejected = (db: Db, loadId: number, after: { fileNo: number; line: number }, limit: number) =>
  selectRows<{ fileNo: number; line: number; reason: string; cells: string[] }>(db)`
    select file_no, line, reason, cells from rejected_row
    where load_id = ${loadId} and (file_no, line) > (${after.fileNo}, ${after.line})
    order by file_no, line limit ${limit}`;

interface FoundReason {
  reason: string;
  count: number;
  reasons: number;
  looked: number;
  rows: { fileNo: number; line: number; cells: string[] }[];
}

const selectReasons = (db: Db, loadId: number) =>
  selectRows<FoundReason>(db)`
    with looked as materialized (
      select file_no, line, regexp_replace(reason, '«[^«»]*»', '«…»', 'g') as reason from rejected_row
      where load_id = ${loadId} order by file_no, line limit ${SHOWN.rowsLookedAt}),
    reasons as (
      select reason, count(*)::int as count, count(*) over ()::int as reasons, sum(count(*)) over ()::int as looked,
        (array_agg(file_no order by file_no, line))[:${SHOWN.rowsOfReason}::int] as file_nos,
        (array_agg(line order by file_no, line))[:${SHOWN.rowsOfReason}::int] as lines
      from looked group by reason order by count(*) desc, reason limit ${SHOWN.reasons})
    select reason, count, reasons, looked, (
      select json_agg(json_build_object('fileNo', row.file_no, 'line', row.line, 'cells', coalesce((
        select json_agg(left(cell, ${SHOWN.cellLength + 1}) order by place)
        from unnest(row.cells) with ordinality as each(cell, place)), '[]')) order by row.file_no, row.line)
      from unnest(file_nos, lines) as first(file_no, line)
      join rejected_row row on row.load_id = ${loadId} and row.file_no = first.file_no and row.line = first.line) as rows
    from reasons order by count desc, reason`;
