import { found } from '../../work/index.ts';
import { Readable } from 'node:stream';
import { findBlocks } from '../../call-store/read/index.ts';
import { routesOf } from '../../http/mount.ts';
import { sendStream } from '../../http/send-file.ts';
import { uploadList } from './accept-list.ts';
import { presentBlocks, presentList, presentListLoad } from './block-lists.present.ts';
import { findList, selectListLoads, selectLists, selectListedCampaigns } from './block-lists.queries.ts';
import { cancelListLoad, removeList, removeNumber } from './change-list.ts';
import { openRejectedLines } from './rejected-lines.ts';

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
  rejected: async ({ params }, ctx, _request, reply) => {
    const { name, content } = await openRejectedLines(ctx, params.id);
    return sendStream(reply, {
      originalName: name,
      contentType: 'text/csv; charset=utf-8',
      content: Readable.from(content),
    });
  },
  lookUp: async ({ query }, { db }) => presentBlocks(query.number, await findBlocks(db, Number(query.number))),
  removeNumber: async ({ params, body }, ctx) => presentBlocks(body.number, await removeNumber(ctx, params.id, body)),
  remove: ({ params, body }, ctx) => removeList(ctx, params.id, body.reason),
});
