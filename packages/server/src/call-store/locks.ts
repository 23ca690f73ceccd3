import { prepared, type RawBuilder, selectValue, sql, type Trx } from '../db/index.ts';
import { AppError } from '../work/app-error.ts';

// Lock order: rebuild, split, campaign, current call, blocking, numbers (ascending), the hold of a number; then rows, persons before
// calls, each in id order; then counters. A person's numbers are locked before the person: under the blocking lock no transaction adds
// one. Protected data must be read by a LATER statement: the same statement's snapshot is older than the lock. A lock is a value that
// only this module creates; writes take it as a parameter. The constants are arbitrary, but no other lock may use them.
const REBUILD = 7271;
const SPLIT = 7265;
const CAMPAIGN = 7262;
const CURRENT_CALL = 7266;
const BLOCKING = 7263;
const ID_MAX = 2_147_483_647;

declare const HELD: unique symbol;
/** Exists for the compiler only. */
interface Held<Lock extends string> {
  readonly [HELD]: Record<Lock, true>;
}
/** No other change moves many calls of the campaign. */
export type SplitLock = Held<'split'> & { readonly campaignId: number };
/** Shared or exclusive: the campaign does not change. */
export type CampaignLock = Held<'campaign'> & { readonly campaignId: number };
/** No other transaction works in the campaign. */
export type ExclusiveLock = CampaignLock & Held<'exclusive'>;
/** No other request of the user takes a call. */
type CurrentCallLock = CampaignLock & Held<'currentCall'> & { readonly userId: number };
/** No load makes calls visible. */
export type BlockingLock = Held<'blocking'>;
/** No flag or mark of any number changes. */
export type BlocksLock = BlockingLock & Held<'blocks'>;
/** Nothing that decides whether these numbers are blocked changes. */
export type NumbersLock = BlockingLock & Held<'numbers'> & { readonly numbers: readonly number[] };
/** A row locked by this transaction; only the locking statement returns it. */
export type LockedRow<Row extends string> = Held<Row>;

const held = <Lock>(facts: Omit<Lock, typeof HELD>): Lock => facts as Lock;

async function takeLock(trx: Trx, kind: number, campaignId: number): Promise<void> {
  assertValidId(campaignId);
  await sql`select pg_advisory_xact_lock(${kind}, ${campaignId})`.execute(trx);
}

/** One rebuild of a campaign's counters at a time: two would add the same difference twice. */
export const lockRebuild = (trx: Trx, campaignId: number) => takeLock(trx, REBUILD, campaignId);

// Taken first by changes that move many calls. These take the campaign's lock only shared, so that registering does not wait for them.
export async function lockSplit(trx: Trx, campaignId: number): Promise<SplitLock> {
  await takeLock(trx, SPLIT, campaignId);
  return held<SplitLock>({ campaignId });
}

/** For changes of a campaign's status, dates, pause or members; registering a call takes the shared one. */
export async function lockCampaign(trx: Trx, campaignId: number): Promise<ExclusiveLock> {
  await takeLock(trx, CAMPAIGN, campaignId);
  return held<ExclusiveLock>({ campaignId });
}

/** Does not starve a waiting exclusive lock. */
export async function lockCampaignShared(trx: Trx, campaignId: number): Promise<CampaignLock> {
  assertValidId(campaignId);
  await sql`${prepared} select pg_advisory_xact_lock_shared(${CAMPAIGN}, ${campaignId})`.execute(trx);
  return held<CampaignLock>({ campaignId });
}

/** One next-contact request per user at a time: a double click must return the call that the first click took. */
export async function lockCurrentCall(trx: Trx, campaignId: number, userId: number, settings: RawBuilder<unknown>) {
  assertValidId(campaignId);
  await sql`${prepared} select pg_advisory_xact_lock_shared(${CAMPAIGN}, ${campaignId}),
    pg_advisory_xact_lock(${CURRENT_CALL}, ${userId}), ${settings}`.execute(trx);
  return held<CurrentCallLock>({ campaignId, userId });
}

/** For changes of what blocks a number (a person's flags, a wrong or invalid mark); these run concurrently. */
export async function lockBlockingShared(trx: Trx): Promise<BlockingLock> {
  await sql`select pg_advisory_xact_lock_shared(${BLOCKING}, 0)`.execute(trx);
  return held<BlockingLock>({});
}

// For a load's last transaction. A change of a flag either committed before, and the load reads it, or starts after, and finds
// the new calls.
export async function lockBlocking(trx: Trx): Promise<BlocksLock> {
  await sql`select pg_advisory_xact_lock(${BLOCKING}, 0)`.execute(trx);
  return held<BlocksLock>({});
}

/** One change of a number's marks at a time. */
export async function lockNumbers(trx: Trx, _under: BlockingLock, numbers: readonly number[]): Promise<NumbersLock> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('number ' || number, 0))
    from (select number from unnest(${[...numbers]}::bigint[]) as given (number) order by number) ordered`.execute(trx);
  return held<NumbersLock>({ numbers });
}

const holdKey = (number: number) => sql`hashtextextended('hold ' || ${number}::bigint, 0)`;

/** With attempts counted across campaigns. Whether the number is held elsewhere must be read by a LATER statement. */
export async function lockNumberHold(trx: Trx, _campaign: CampaignLock, number: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${holdKey(number)})`.execute(trx);
}

/** Without waiting, so that it may be taken after the call's row. */
export const tryNumberHold = (trx: Trx, number: number): Promise<boolean> =>
  selectValue<boolean>(trx)`select pg_try_advisory_xact_lock(${holdKey(number)})`;

function assertValidId(campaignId: number) {
  if (campaignId > ID_MAX) throw new AppError('NOT_FOUND');
}
