import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { AppError } from '../work/app-error.ts';

/**
 * The locks around calls. A transaction that takes several takes them in this order: rebuild, split, campaign, desk, blocking,
 * numbers (in number order), the hold of a number; then rows, persons before calls, each in id order; then counters. So a person's numbers are locked
 * before the person: under the lock of blocking nobody gives a person another number, and what decides about a block is read
 * when everything is held. Each is held until the end of the transaction, and what it protects must be read by a LATER
 * statement: the same statement would see it as it was before the lock was granted.
 *
 * Taking a lock answers a value that only this module makes. A write that needs a lock takes that value as a parameter, so that
 * a forgotten lock does not compile. The constants are arbitrary, but no other advisory lock may use them.
 */
const REBUILD = 7271;
const SPLIT = 7265;
const CAMPAIGN = 7262;
const DESK = 7266;
const BLOCKING = 7263;
const ID_MAX = 2_147_483_647;

declare const HELD: unique symbol;
/** There is no such property at run time: it only tells the compiler which lock was taken. */
interface Held<Lock extends string> {
  readonly [HELD]: Record<Lock, true>;
}
/** No other change moves many calls of the campaign. */
export type SplitLock = Held<'split'> & { readonly campaignId: number };
/** The campaign does not change: shared, or exclusive. */
export type CampaignLock = Held<'campaign'> & { readonly campaignId: number };
/** Nobody else works in the campaign. */
export type ExclusiveLock = CampaignLock & Held<'exclusive'>;
/** No other request of the user takes a call. */
type CurrentCallLock = CampaignLock & Held<'desk'> & { readonly userId: number };
/** No load makes calls visible meanwhile. */
export type BlockingLock = Held<'blocking'>;
/** No flag or mark changes at all. */
export type BlocksLock = BlockingLock & Held<'judging'>;
/** Nothing that decides whether these numbers are blocked changes. */
export type NumbersLock = BlockingLock & Held<'numbers'> & { readonly numbers: readonly number[] };
/** Of a row that this transaction has locked; only the statement that locks it says so. */
export type LockedRow<Row extends string> = Held<Row>;

const held = <Lock>(facts: Omit<Lock, typeof HELD>): Lock => facts as Lock;

/** One rebuild of a campaign's counters at a time: two would add the same difference twice. */
export async function lockRebuild(trx: Trx, campaignId: number): Promise<void> {
  assertPossible(campaignId);
  await sql`select pg_advisory_xact_lock(${REBUILD}, ${campaignId})`.execute(trx);
}

interface CampaignLocks {
  /**
   * Taken first by every change that moves many calls of a campaign (segment, undo, rebalance, release those of an operator who
   * leaves): one at a time. While people call, these take the campaign's own lock only shared, so registering never waits for
   * a million calls.
   */
  split: SplitLock;
  /** Taken by every change of a campaign's status, dates, pause or people; registering a call takes the shared one. */
  exclusive: ExclusiveLock;
  /** The campaign does not change while this is held. Many hold it at once; who waits for the exclusive one still gets a turn. */
  shared: CampaignLock;
}
export async function lockCampaign<How extends keyof CampaignLocks>(
  trx: Trx,
  campaignId: number,
  how: How,
): Promise<CampaignLocks[How]> {
  assertPossible(campaignId);
  await (
    how === 'shared'
      ? sql`${prepared} select pg_advisory_xact_lock_shared(${CAMPAIGN}, ${campaignId})`
      : sql`select pg_advisory_xact_lock(${how === 'split' ? SPLIT : CAMPAIGN}, ${campaignId})`
  ).execute(trx);
  return { campaignId } as unknown as CampaignLocks[How];
}

/**
 * The campaign shared, and one request for a next contact per user at a time: a double click must return the call that the
 * first click took, not take another one. `settings` are set in the same round trip.
 */
export async function lockCurrentCall(
  trx: Trx,
  campaignId: number,
  userId: number,
  settings: RawBuilder<unknown>,
): Promise<CurrentCallLock> {
  assertPossible(campaignId);
  await sql`${prepared} select pg_advisory_xact_lock_shared(${CAMPAIGN}, ${campaignId}),
    pg_advisory_xact_lock(${DESK}, ${userId}), ${settings}`.execute(trx);
  return held<CurrentCallLock>({ campaignId, userId });
}

/** Taken by every change of what blocks a number (a person's flags, a wrong or an invalid mark). Such changes run side by side. */
export async function lockBlockingShared(trx: Trx): Promise<BlockingLock> {
  await sql`select pg_advisory_xact_lock_shared(${BLOCKING}, 0)`.execute(trx);
  return held<BlockingLock>({});
}

/**
 * Taken by a load's last transaction while it compares its new calls with `blocked_number` and makes them visible. A change
 * of a flag has then either committed before, and the comparison reads it, or begins afterwards, and finds the new calls:
 * no number slips through between the two.
 */
export async function lockBlocking(trx: Trx): Promise<BlocksLock> {
  await sql`select pg_advisory_xact_lock(${BLOCKING}, 0)`.execute(trx);
  return held<BlocksLock>({});
}

/** One change of a number's marks at a time, in number order. */
export async function lockNumbers(trx: Trx, _under: BlockingLock, numbers: readonly number[]): Promise<NumbersLock> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('number ' || number, 0))
    from (select number from unnest(${[...numbers]}::bigint[]) as given (number) order by number) ordered`.execute(trx);
  return held<NumbersLock>({ numbers });
}

const holdKey = (number: RawBuilder<unknown>) => sql`hashtextextended('hold ' || ${number}, 0)`;

/**
 * Where attempts are counted across campaigns: one transaction at a time begins to hold a call of the number. Whether another
 * campaign's call is held must be read by a LATER statement.
 */
export async function lockNumberHold(trx: Trx, _campaign: CampaignLock, number: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${holdKey(sql`${number}::bigint`)})`.execute(trx);
}

/**
 * The same lock as an expression that is false instead of waiting, so that it may be taken after the call's row. To be evaluated
 * for one row only: every evaluation may take a lock.
 */
export const triesNumberHold = (number: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`pg_try_advisory_xact_lock(${holdKey(number)})`;

function assertPossible(campaignId: number) {
  if (campaignId > ID_MAX) throw new AppError('NOT_FOUND');
}
