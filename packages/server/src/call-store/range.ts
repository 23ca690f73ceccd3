import { sql, type RawBuilder } from 'kysely';

/** The calls of one campaign: `idLo <= id < idHi`. Both are null before the first load. */
export type CallRange = { id: number; idLo: number | null; idHi: number | null };

/** Bounds as values instead of a join, so that the planner prunes other partitions (rule reliability/partitions-by-value). */
export const inCampaign = ({ id, idLo, idHi }: CallRange): RawBuilder<boolean> =>
  sql<boolean>`call.campaign_id = ${id} and call.id >= ${idLo ?? 0} and call.id < ${idHi ?? 0}`;

/** For statements that name calls by id: prunes to the campaign's partition. */
export const withinBounds = ({ idLo, idHi }: Pick<CallRange, 'idLo' | 'idHi'>): RawBuilder<boolean> =>
  sql<boolean>`call.id >= ${idLo ?? 0} and call.id < ${idHi ?? 0}`;

/** inCampaign() for a campaign joined in the same statement. */
export const inJoinedCampaign = sql<boolean>`call.campaign_id = campaign.id
  and call.id >= campaign.id_lo and call.id < campaign.id_hi`;

/** Ids of a block, of persons and calls: call.id = block << 24 | position (docs/decisions/002-data-model.md). */
export const BLOCK_SIZE = 2 ** 24;
/** Blocks below a million share partitions, a thousand each. */
const SHARED_BELOW = 1_000_000;
const SHARED_BLOCKS = 1_000;

/** No other campaign has calls in the partition. */
export const hasOwnPartition = ({ idLo }: Pick<CallRange, 'idLo'>): boolean => (idLo ?? 0) >= SHARED_BELOW * BLOCK_SIZE;

/** Bounds of the partition: `from <= id < to`. */
export function partitionOf(idLo: number): { from: number; to: number } {
  const block = Math.floor(idLo / BLOCK_SIZE);
  const blocks = block < SHARED_BELOW ? SHARED_BLOCKS : 1;
  const first = block - (block % blocks);
  return { from: first * BLOCK_SIZE, to: (first + blocks) * BLOCK_SIZE };
}

// For prepared statements. Literal bounds: a plan for parameters would read and lock every partition. Also compare
// `campaign_id`: campaigns share partitions.
export function inPartitionOf({ idLo }: { idLo: number }): RawBuilder<boolean> {
  const { from, to } = partitionOf(idLo);
  return sql<boolean>`call.id >= ${sql.lit(from)} and call.id < ${sql.lit(to)}`;
}
