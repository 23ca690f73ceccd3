import { sql, type RawBuilder } from 'kysely';

/** call.id = block << 24 | position; blocks below a million share leaves by the thousand (migrations/0008_leaves.sql). */
const BLOCK_SIZE = 2 ** 24;
const SHARED_BELOW = 1_000_000;
const SHARED_BLOCKS = 1_000;

/** Where the leaf of these ids begins and ends. */
export function leafOf(idLo: number): { from: number; to: number } {
  const block = Math.floor(idLo / BLOCK_SIZE);
  const blocks = block < SHARED_BELOW ? SHARED_BLOCKS : 1;
  const first = block - (block % blocks);
  return { from: first * BLOCK_SIZE, to: (first + blocks) * BLOCK_SIZE };
}

/**
 * Keeps a prepared statement to the leaf of a campaign: the ends stand in the text, because a plan made for unknown ones
 * would read, and lock, every leaf (model 9). Leaves are tens, so the texts are few; which rows of a shared leaf are meant is
 * for `campaign_id` to say.
 */
export function inLeafOf({ idLo }: { idLo: number }): RawBuilder<boolean> {
  const { from, to } = leafOf(idLo);
  return sql<boolean>`call.id >= ${sql.lit(from)} and call.id < ${sql.lit(to)}`;
}
