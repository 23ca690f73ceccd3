import { sql, type RawBuilder } from 'kysely';
import { AppError } from '../../work/app-error.ts';
import type { Trx } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';

/** Any constant that no other advisory lock uses; the second number is the campaign's id. */
const KIND = 7262;
const ID_MAX = 2_147_483_647;

/**
 * Everyone who changes status, dates, pause or people of a campaign takes this one; registering a call takes the shared
 * one. Held until the end of the transaction. What is read about the campaign must be read by a LATER statement: one and
 * the same statement would see it as it was before the lock was granted (model 5).
 */
export async function lockCampaign(trx: Trx, campaignId: number): Promise<void> {
  assertPossible(campaignId);
  await sql`select pg_advisory_xact_lock(${KIND}, ${campaignId})`.execute(trx);
}

/** Nobody changes the campaign while this is held, and many hold it at once: a waiting finish is not starved by them. */
export async function lockCampaignShared(trx: Trx, campaignId: number): Promise<void> {
  assertPossible(campaignId);
  await sql`${prepared} select pg_advisory_xact_lock_shared(${KIND}, ${campaignId})`.execute(trx);
}

/** The shared one, and what else a transaction begins with, in one round trip. */
export async function lockCampaignSharedAnd(trx: Trx, campaignId: number, also: RawBuilder<unknown>): Promise<void> {
  assertPossible(campaignId);
  await sql`${prepared} select pg_advisory_xact_lock_shared(${KIND}, ${campaignId}), ${also}`.execute(trx);
}

/** Any constant that no other advisory lock uses; the second number is the campaign's id. */
const SPLIT_KIND = 7265;

/**
 * Whoever hands out, takes back or moves many calls of a campaign does so one after the other, and so does whoever lets go
 * of the calls of somebody who leaves. Taken before the campaign's own lock, which is then shared with those who register:
 * nobody waits for a million calls to be handed out.
 */
export async function lockSplit(trx: Trx, campaignId: number): Promise<void> {
  assertPossible(campaignId);
  await sql`select pg_advisory_xact_lock(${SPLIT_KIND}, ${campaignId})`.execute(trx);
}

function assertPossible(campaignId: number) {
  if (campaignId > ID_MAX) throw new AppError('NOT_FOUND');
}
