import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { AppError } from '../work/app-error.ts';

/**
 * The advisory locks around calls. A transaction that takes several takes them in the order of this file: rebuild, split,
 * campaign, desk, blocking, numbers; then rows in id order, then counters. Each is held until the end of the transaction,
 * and what it protects must be read by a LATER statement: the same statement would see it as it was before the lock was
 * granted. The constants are arbitrary, but no other advisory lock may use them.
 */
const REBUILD = 7271;
const SPLIT = 7265;
const CAMPAIGN = 7262;
const DESK = 7266;
const BLOCKING = 7263;
const ID_MAX = 2_147_483_647;

/** One rebuild of a campaign's counters at a time: two would add the same difference twice. */
export async function lockRebuild(trx: Trx, campaignId: number): Promise<void> {
  assertPossible(campaignId);
  await sql`select pg_advisory_xact_lock(${REBUILD}, ${campaignId})`.execute(trx);
}

/**
 * Taken by every change that moves many calls of a campaign (segment, undo, rebalance, release those of an operator who
 * leaves): one at a time. While people call, these take the campaign's own lock only shared, so registering never waits for
 * a million calls.
 */
export async function lockSplit(trx: Trx, campaignId: number): Promise<void> {
  assertPossible(campaignId);
  await sql`select pg_advisory_xact_lock(${SPLIT}, ${campaignId})`.execute(trx);
}

/** Taken by every change of a campaign's status, dates, pause or people; registering a call takes the shared one. */
export async function lockCampaign(trx: Trx, campaignId: number): Promise<void> {
  assertPossible(campaignId);
  await sql`select pg_advisory_xact_lock(${CAMPAIGN}, ${campaignId})`.execute(trx);
}

/** The campaign does not change while this is held. Many hold it at once; a waiting lockCampaign() still gets its turn. */
export async function lockCampaignShared(trx: Trx, campaignId: number): Promise<void> {
  assertPossible(campaignId);
  await sql`${prepared} select pg_advisory_xact_lock_shared(${CAMPAIGN}, ${campaignId})`.execute(trx);
}

/**
 * The campaign shared, and one request for a next contact per user at a time: a double click must return the call that the
 * first click took, not take another one. `settings` are set in the same round trip.
 */
export async function lockDesk(
  trx: Trx,
  campaignId: number,
  userId: number,
  settings: RawBuilder<unknown>,
): Promise<void> {
  assertPossible(campaignId);
  await sql`${prepared} select pg_advisory_xact_lock_shared(${CAMPAIGN}, ${campaignId}),
    pg_advisory_xact_lock(${DESK}, ${userId}), ${settings}`.execute(trx);
}

/** Taken by every change of what blocks a number (a person's flags, a wrong or an invalid mark). Such changes run side by side. */
export async function lockBlockingShared(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${BLOCKING}, 0)`.execute(trx);
}

/**
 * Taken by a load's last transaction while it compares its new calls with `blocked_number` and makes them visible. A change
 * of a flag has then either committed before, and the comparison reads it, or begins afterwards, and finds the new calls:
 * no number slips through between the two.
 */
export async function lockBlocking(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BLOCKING}, 0)`.execute(trx);
}

/** One change of a number's marks at a time, in number order. */
export async function lockNumbers(trx: Trx, numbers: readonly number[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('number ' || number, 0))
    from (select number from unnest(${[...numbers]}::bigint[]) as given (number) order by number) ordered`.execute(trx);
}

function assertPossible(campaignId: number) {
  if (campaignId > ID_MAX) throw new AppError('NOT_FOUND');
}
