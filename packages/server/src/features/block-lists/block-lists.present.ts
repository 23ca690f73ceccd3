import type { BlockList, ListKind, ListLoad, NumberBlocks } from '@campanero/contract/block-lists/schemas';
import { BLOCK_REASONS } from '@campanero/contract/contacts/block-reasons';
import { REJECTED_ROWS_DAYS } from '@campanero/contract/limits';
import type { findBlocks } from '../../call-store/read/index.ts';
import type { ListLoadRecord, ListRecord } from './block-lists.queries.ts';

const KEPT_MS = REJECTED_ROWS_DAYS * 86_400_000;

/** Until when the load's rejected lines are kept; null: it has none, or they are gone (jobs/purge-expired.ts). */
export function rejectedUntil({ status, rejected, finishedAt }: ListLoadRecord, now: Date): Date | null {
  if (finishedAt === null || rejected === 0 || status === 'CANCELLED') return null;
  const until = new Date(finishedAt.getTime() + KEPT_MS);
  return until > now ? until : null;
}

export const presentListLoad = (load: ListLoadRecord, now: Date): ListLoad => ({
  ...load,
  // Checked by the database; the generated types only say text.
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
