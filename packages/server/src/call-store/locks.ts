import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { AppError } from '../work/app-error.ts';

/**
 * The advisory locks around calls. Whoever takes several takes them in the order of this file: split, campaign, desk,
 * blocking, numbers; then rows in id order, then counters (model 5). Each is held until the end of the transaction, and what
 * it protects must be read by a LATER statement: the same statement would see it as it was before the lock was granted.
 * The kinds are any constants that no other advisory lock uses.
 */
const SPLIT = 7265;
const CAMPAIGN = 7262;
const DESK = 7266;
const BLOCKING = 7263;
const ID_MAX = 2_147_483_647;

/**
 * Handing out, taking back or moving many calls of a campaign happens one after the other, and so does releasing the calls of
 * an operator who leaves. The campaign's own lock is then only shared, so registering never waits for a million calls.
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

/** The campaign does not change while this is held, and many hold it at once: a waiting finish is not starved by them. */
export async function lockCampaignShared(trx: Trx, campaignId: number): Promise<void> {
  assertPossible(campaignId);
  await sql`${prepared} select pg_advisory_xact_lock_shared(${CAMPAIGN}, ${campaignId})`.execute(trx);
}

/**
 * The campaign shared, and one request for a next contact per person at a time: a double click must find what the first
 * click was given, not take another call. `settings` are set in the same round trip.
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

/** Held by every change of what blocks a number (a person's flags, a wrong or an invalid mark); they do not exclude each other. */
export async function lockBlockingShared(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${BLOCKING}, 0)`.execute(trx);
}

/**
 * A load's last transaction takes this one for the instant in which it compares its new calls with `blocked_number` and
 * makes them visible. A flag is then either committed before, and read by that comparison, or begins afterwards, and finds
 * the new calls: no number slips through between the two.
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
