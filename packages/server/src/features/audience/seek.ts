import type { Db } from '../../db/client.ts';
import type { Audience } from './audience.queries.ts';

/** How far a page is sought by counting off or looking around before a histogram of everything that matches is made. */
export interface Reach {
  /** Counting off this many entries of an index takes some five milliseconds. */
  near: number;
  /** In the order of numbers each entry costs a look at its row. */
  nearByNumber: number;
  /** How many calls are looked at one after the other before anything larger is tried, and for how many rows. */
  firstLook: number;
  firstLookRows: number;
  /** So many are read and sorted at once. */
  few: number;
  /** How many calls are looked at along another order: each is somewhere else. */
  walk: number;
  /** So many are read together, page of the table by page: a third of the work for each call that a walk is. */
  sweep: number;
}
export const REACH: Reach = {
  near: 20_000,
  nearByNumber: 2_000,
  firstLook: 20_000,
  firstLookRows: 2_000,
  few: 50_000,
  walk: 20_000,
  sweep: 600_000,
};

export interface Seek {
  db: Db;
  audience: Audience;
  reach: Reach;
}
