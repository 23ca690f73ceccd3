import { isRetry, triedParts } from '@campanero/contract/calls/retry';
import { findCallView, readPage, selectPeopleOnNumber } from '../../call-store/read/index.ts';
import { found, type SignedCtx, trackContactReads } from '../../work/index.ts';
import { mayCorrect, mayHold, mayReassignTo } from '../calls/calls.policy.ts';
import { getCallingCampaign } from '../calls/calling-campaign.queries.ts';
import { selectCampaignsOfNumber } from './contacts.queries.ts';

export type ContactKey = { phone: string; callId: number };

/** A call with the persons of its number and the campaigns that call it, if the user may see them. */
export async function viewContact(
  { db, actor, clock }: SignedCtx,
  key: ContactKey,
  whenFound: (call: { number: number; campaignId: number }) => Promise<void> = async () => {},
) {
  const now = clock();
  const call = found(await findCallView(db, actor, key, now));
  const [people, campaigns] = await Promise.all([
    selectPeopleOnNumber(db, actor, call.number, call.personId),
    selectCampaignsOfNumber(db, actor, call.number, now),
    whenFound(call),
  ]);
  const retryAfter = call.retryOtherHours && isRetry(call, now) ? triedParts(call.triedParts) : [];
  const campaign = found(campaigns.find(({ id }) => id === call.campaignId));
  const may = {
    mayRegister: call.blockReason !== 'ERASED' && mayHold(actor, call, now),
    mayCorrect: mayCorrect(actor, campaign),
    mayReassignTo: mayReassignTo(actor, campaign),
  };
  return { call, people, campaigns, may, retryAfter };
}
export type ContactView = Awaited<ReturnType<typeof viewContact>>;

/** The same when a user opens the page, which is counted as read in parallel. */
export const openContact = (ctx: SignedCtx, key: ContactKey) =>
  viewContact(ctx, key, (call) => trackContactReads(ctx, [call], 'page'));

export async function viewInCampaign(ctx: SignedCtx, { phone, campaignId }: { phone: string; campaignId: number }) {
  const { db, actor } = ctx;
  const callingCampaign = await getCallingCampaign(db, actor, campaignId);
  const { calls } = await readPage(ctx, actor, callingCampaign, { number: phone, pageNumber: 0, pageSize: 1 });
  return { campaignId, callId: found(calls[0]).id };
}
