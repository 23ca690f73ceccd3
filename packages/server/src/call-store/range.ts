import { sql, type RawBuilder } from 'kysely';

/** The calls of one campaign: `idLo <= id < idHi`. Both ends are null before the first load, when there are no calls. */
export interface CallRange {
  /** The campaign's id. */
  id: number;
  idLo: number | null;
  idHi: number | null;
}

/**
 * The bounds are values, not a join, so that the planner leaves out the other campaigns' leaves
 * (rule reliability/leaves-by-value).
 */
export const inCampaign = ({ id, idLo, idHi }: CallRange): RawBuilder<boolean> =>
  sql<boolean>`call.campaign_id = ${id} and call.id >= ${idLo ?? 0} and call.id < ${idHi ?? 0}`;

/** For a statement that names calls by their ids: the bounds keep it to the campaign's leaf. */
export const withinBounds = ({ idLo, idHi }: Pick<CallRange, 'idLo' | 'idHi'>): RawBuilder<boolean> =>
  sql<boolean>`call.id >= ${idLo ?? 0} and call.id < ${idHi ?? 0}`;

/** The same as inCampaign() where the campaign is a row of the same statement. */
export const inJoinedCampaign = sql<boolean>`call.campaign_id = campaign.id
  and call.id >= campaign.id_lo and call.id < campaign.id_hi`;

/** Ids of a block, of persons as of calls: call.id = block << 24 | position (docs/decisions/002-data-model.md). */
export const BLOCK_SIZE = 2 ** 24;
/** Blocks below a million share leaves by the thousand. */
const SHARED_BELOW = 1_000_000;
const SHARED_BLOCKS = 1_000;

/** Whether no other campaign has calls in the leaf of these ids. */
export const hasOwnLeaf = ({ idLo }: Pick<CallRange, 'idLo'>): boolean => (idLo ?? 0) >= SHARED_BELOW * BLOCK_SIZE;

/** The first id of the leaf that holds these ids, and the first one after it. */
export function leafOf(idLo: number): { from: number; to: number } {
  const block = Math.floor(idLo / BLOCK_SIZE);
  const blocks = block < SHARED_BELOW ? SHARED_BLOCKS : 1;
  const first = block - (block % blocks);
  return { from: first * BLOCK_SIZE, to: (first + blocks) * BLOCK_SIZE };
}

/**
 * Keeps a prepared statement to the leaf of a campaign. The bounds are part of the text, because a plan made for parameters
 * would read, and lock, every leaf. There are only tens of leaves, so only tens of texts. Several campaigns share a leaf:
 * the caller also compares `campaign_id`.
 */
export function inLeafOf({ idLo }: { idLo: number }): RawBuilder<boolean> {
  const { from, to } = leafOf(idLo);
  return sql<boolean>`call.id >= ${sql.lit(from)} and call.id < ${sql.lit(to)}`;
}
