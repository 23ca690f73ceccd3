import { AppError, found, type SignedCtx } from '../../work/index.ts';
import { findBlocks } from '../../call-store/read/index.ts';
import { routesOf } from '../../http/mount.ts';
import { sendCsv } from '../../http/send-file.ts';
import { cancelListLoad, removeList, removeNumber, uploadList } from './change-list.ts';
import {
  findList,
  findListLoad,
  type ListLoadRecord,
  type ListRecord,
  selectListedCampaigns,
  selectListLoads,
  selectLists,
  selectRejected,
} from './block-lists.queries.ts';
import type { blockLists } from '@campanero/contract/block-lists/endpoints';
import type { HandlerReply } from '@campanero/contract/endpoint';
import { BLOCK_REASONS } from '@campanero/contract/contacts/block-reasons';
import { rejectedUntil } from '../../jobs/purge-expired.ts';
import { LINE_COLUMN, REASON_COLUMN } from '@campanero/contract/loads/csv/columns';
import { CSV_MARK, csvLine } from '@campanero/contract/loads/csv/write-csv';

const LOADS_MAX = 50;

export const blockListRoutes = routesOf('blockLists', {
  list: async (_input, { db, clock }) => ({
    lists: (await selectLists(db)).map(({ list, load }) => presentList(list, load, clock())),
    obeying: (await selectListedCampaigns(db)).length,
  }),
  loads: async ({ params }, { db, clock }) => {
    found(await findList(db, params.id));
    return (await selectListLoads(db, params.id, LOADS_MAX)).map((load) => presentListLoad(load, clock()));
  },
  upload: async ({ body, files }, ctx) => {
    const { list, load } = await uploadList(ctx, body, files);
    return presentList(list, load, ctx.clock());
  },
  cancel: async ({ params }, ctx) => presentListLoad(await cancelListLoad(ctx, params.id), ctx.clock()),
  rejected: async ({ params }, ctx, _request, reply) => sendCsv(reply, await openRejectedLines(ctx, params.id)),
  lookUp: async ({ query }, { db }) => presentBlocks(query.number, await findBlocks(db, Number(query.number))),
  removeNumber: async ({ params, body }, ctx) => presentBlocks(body.number, await removeNumber(ctx, params.id, body)),
  remove: ({ params, body }, ctx) => removeList(ctx, params.id, body.reason),
});

type ListReply = HandlerReply<typeof blockLists.upload>;

const presentListLoad = (load: ListLoadRecord, now: Date): ListReply['lastLoad'] => ({
  ...load,
  // A check constraint limits the values; the generated type is string.
  status: load.status as ListReply['lastLoad']['status'],
  name: load.originalName,
  rejectedUntil: rejectedUntil(load, now),
});

const presentList = (list: ListRecord, load: ListLoadRecord, now: Date): ListReply => ({
  ...list,
  kind: list.kind as ListReply['kind'],
  lastLoad: presentListLoad(load, now),
});

const presentBlocks = (number: string, { reason, at, lists }: Awaited<ReturnType<typeof findBlocks>>) => ({
  number,
  lists: lists.map((list) => ({ ...list, at: new Date(list.at) })),
  own: reason && at && { reason: BLOCK_REASONS[reason], at },
});

const PAGE = 5_000;

/** Streams the rejected lines of a load as CSV: line number, reason and the original cells, so that the corrected file can be loaded. */
async function openRejectedLines(ctx: SignedCtx, loadId: number) {
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
