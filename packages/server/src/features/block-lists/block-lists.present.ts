import type { blockLists } from '@campanero/contract/block-lists/endpoints';
import type { HandlerReply } from '@campanero/contract/endpoint';
import { BLOCK_REASONS } from '@campanero/contract/contacts/block-reasons';
import type { findBlocks } from '../../call-store/read/index.ts';
import { rejectedUntil } from '../../jobs/purge-expired.ts';
import type { ListLoadRecord, ListRecord } from './block-lists.queries.ts';

type ListReply = HandlerReply<typeof blockLists.upload>;

export const presentListLoad = (load: ListLoadRecord, now: Date): ListReply['lastLoad'] => ({
  ...load,
  // A check constraint limits the values; the generated type is string.
  status: load.status as ListReply['lastLoad']['status'],
  name: load.originalName,
  rejectedUntil: rejectedUntil(load, now),
});

export const presentList = (list: ListRecord, load: ListLoadRecord, now: Date): ListReply => ({
  ...list,
  kind: list.kind as ListReply['kind'],
  lastLoad: presentListLoad(load, now),
});

export const presentBlocks = (number: string, { reason, at, lists }: Awaited<ReturnType<typeof findBlocks>>) => ({
  number,
  lists: lists.map((list) => ({ ...list, at: new Date(list.at) })),
  own: reason && at && { reason: BLOCK_REASONS[reason], at },
});
