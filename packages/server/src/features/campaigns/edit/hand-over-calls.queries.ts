import { MAX_CALLS_PER_OPERATOR } from '@campanero/contract/limits';
import type { Destination } from '@campanero/contract/users/leaving';
import { handOverOpenCalls, type LockedSplit, unassignUntouched } from '../../../call-store/write/index.ts';
import { AppError, fieldError } from '../../../work/app-error.ts';
import { notify } from '../../../work/notify.ts';
import { selectOperators } from '../view/campaign-detail.queries.ts';

interface Handover {
  campaign: { id: number; name: string; external: boolean };
  locked: LockedSplit;
  /** Already disabled, changed to another role, or removed from the campaign. */
  from: readonly number[];
  to: Destination | undefined;
  /** Part of the notification's subject, so that each receiver is notified once. */
  requestId: string;
}

// `shared` without other operators leaves the calls unassigned. Refuses a receiver who is not of the campaign, unless there are no calls.
export async function handOverCalls(work: HandoverWork, handover: Handover) {
  const { campaign, locked, from, to, requestId } = handover;
  const others = await listReceivers(work, handover);
  const isMissing = typeof to === 'number' && others.length === 0;
  const { trx, now } = work;
  const check = (calls: number) => {
    if (isMissing && calls > 0) throw notOfCampaign(campaign.name);
    if (others.length > 0 && Math.ceil(calls / others.length) > MAX_CALLS_PER_OPERATOR)
      throw new AppError('TOO_MANY_PER_OPERATOR');
  };
  const open =
    to === undefined
      ? undefined
      : await handOverOpenCalls(trx, locked, { from, to: others.map(({ id }) => id), now, check });
  const rest = await unassignUntouched(trx, locked, from, now);
  work.publishActivity(campaign);
  const shares = others.flatMap(({ id, name }) => {
    const amount = open?.to.get(id) ?? 0;
    return amount > 0 ? [{ id, name, amount }] : [];
  });
  const subject = `handover:${requestId}:${campaign.id}`;
  const about = { action: 'ASSIGNAMENT', subject, campaignId: campaign.id } as const;
  const notifications = shares.map(({ id, amount }) => ({ ...about, userId: id, amount }));
  await notify(work, notifications);
  const moved = from.map((id) => ({ id, open: open?.from.get(id) ?? 0, rest: rest.from.get(id) ?? 0 }));
  const isGiven = others.length > 0;
  return {
    given: new Map(moved.map((one) => [one.id, isGiven ? one.open : 0])),
    freed: new Map(moved.map((one) => [one.id, one.rest + (isGiven ? 0 : one.open)])),
    /** For the audit record: «Ana Díaz: 12, Luis Paz: 11»; undefined without receivers. */
    receivers: shares.map(({ name, amount }) => `${name}: ${amount}`).join(', ') || undefined,
  };
}
type HandoverWork = Parameters<typeof notify>[0] & {
  publishActivity: (campaign: { id: number; external: boolean }) => void;
};

async function listReceivers({ trx }: HandoverWork, { campaign, from, to }: Handover) {
  if (to === undefined || to === 'free') return [];
  const valid = (await selectOperators(trx, campaign)).filter(({ id, isValid }) => isValid && !from.includes(id));
  return to === 'shared' ? valid : valid.filter(({ id }) => id === to);
}

const notOfCampaign = (name: string) =>
  fieldError('PERSON_NOT_ALLOWED', 'handover', `Quien recibe los llamados tiene que ser operador de «${name}».`);
