import type { Audience } from './audience.queries.ts';
import type { Source } from './columns/memory.ts';

/** How far a page is sought in the database's indexes before the columns in memory are asked. */
export interface Reach {
  /** Counting off this many entries of an index takes some five milliseconds. */
  near: number;
  /** The same along one run of an index: however far, while there is nobody else to ask. */
  run: number;
  /** In the order of numbers each entry costs a look at its row. */
  nearByNumber: number;
  /** How many calls are looked at one after the other, and for how many rows. */
  firstLook: number;
  firstLookRows: number;
  /** So many are read and sorted at once. */
  few: number;
  /** How many calls are looked at along another order: each is somewhere else. */
  walk: number;
  /** An audience of up to so many calls has no columns: it is read in a fraction of a second. */
  whole: number;
}
export const REACH: Reach = {
  near: 20_000,
  run: Number.POSITIVE_INFINITY,
  nearByNumber: 2_000,
  firstLook: 20_000,
  firstLookRows: 2_000,
  few: 50_000,
  walk: 20_000,
  whole: 200_000,
};
/** Where the columns are there already, looking around for long is longer than asking them. */
export const SHORT_REACH: Reach = { ...REACH, run: 20_000, firstLook: 5_000, few: 5_000, walk: 1_000 };

export interface Seek extends Source {
  audience: Audience;
  reach: Reach;
}
