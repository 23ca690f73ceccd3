import type { BlockList, ListKind, ListLoad, NumberBlocks } from '@campanero/contract/block-lists/schemas';
import { BLOCK_REASONS } from '@campanero/contract/contacts/block-reasons';
import type { findBlocks } from '../../call-store/read/index.ts';
import { rejectedUntil } from '../../jobs/purge-expired.ts';
import type { ListLoadRecord, ListRecord } from './block-lists.queries.ts';

export const presentListLoad = (load: ListLoadRecord, now: Date): ListLoad => ({
  ...load,
  // A check constraint limits the values; the generated type is string.
  status: load.status as ListLoad['status'],
  name: load.originalName,
  createdAt: load.createdAt.toISOString(),
  finishedAt: load.finishedAt?.toISOString() ?? null,
  rejectedUntil: rejectedUntil(load, now)?.toISOString() ?? null,
});

export const presentList = (list: ListRecord, load: ListLoadRecord, now: Date): BlockList => ({
  ...list,
  kind: list.kind as ListKind,
  loadedAt: list.loadedAt?.toISOString() ?? null,
  lastLoad: presentListLoad(load, now),
});

export const presentBlocks = (
  number: string,
  { reason, at, lists }: Awaited<ReturnType<typeof findBlocks>>,
): NumberBlocks => ({
  number,
  lists: lists.map((list) => ({ ...list, at: new Date(list.at).toISOString() })),
  own: reason && at && { reason: BLOCK_REASONS[reason], at: at.toISOString() },
});
