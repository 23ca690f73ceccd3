import { MAX_CALLS_PER_OPERATOR } from '@campanero/contract/limits';
import type { Destination } from '@campanero/contract/users/leaving';
import { type LockedSplit, moveCalls } from '../../../call-store/write/index.ts';
import { AppError } from '../../../work/app-error.ts';
import { notify } from '../../../work/notify.ts';
import { selectOperators } from '../view/campaign-detail.queries.ts';

interface Leaving {
  campaign: { id: number; name: string; external: boolean };
  locked: LockedSplit;
  /** Already disabled, of other roles, or off the campaign's list. */
  from: readonly number[];
  to: Destination | undefined;
  /** Names the change, so that those who get calls are told once. */
  requestId: string;
}

interface LeftBehind {
  given: ReadonlyMap<number, number>;
  freed: ReadonlyMap<number, number>;
  /** For the audit: «Ana Díaz: 12, Luis Paz: 11»; undefined where nobody got any. */
  receivers: string | undefined;
}

/**
 * Hands over what operators hold who leave a campaign; who gets calls is told. Shared among the campaign's other operators, it
 * goes to nobody where there is none. One operator who is not (or no longer) of the campaign is refused, unless there is
 * nothing to hand over.
 */
export async function leaveCampaign(work: Leave, leaving: Leaving): Promise<LeftBehind> {
  const { campaign, locked, from, to, requestId } = leaving;
  const others = await listReceivers(work, leaving);
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
      : await moveCalls(trx, locked, { from, to: others.map(({ id }) => id), leaving: 'open', now, check });
  const rest = await moveCalls(trx, locked, { from, to: [], leaving: 'untouched', now });
  work.publishActivity(campaign);
  const shares = others.flatMap(({ id, name }) => {
    const amount = open?.to.get(id) ?? 0;
    return amount > 0 ? [{ id, name, amount }] : [];
  });
  await notify(
    work,
    shares.map(({ id, amount }) => ({
      userId: id,
      action: 'ASSIGNAMENT' as const,
      subject: `handover:${requestId}:${campaign.id}`,
      campaignId: campaign.id,
      amount,
    })),
  );
  const hands = from.map((id) => ({ id, open: open?.from.get(id) ?? 0, rest: rest.from.get(id) ?? 0 }));
  const isGiven = others.length > 0;
  return {
    given: new Map(hands.map((one) => [one.id, isGiven ? one.open : 0])),
    freed: new Map(hands.map((one) => [one.id, one.rest + (isGiven ? 0 : one.open)])),
    receivers: shares.map(({ name, amount }) => `${name}: ${amount}`).join(', ') || undefined,
  };
}
type Leave = Parameters<typeof notify>[0] & { publishActivity: (campaign: { id: number; external: boolean }) => void };

async function listReceivers({ trx }: Leave, { campaign, from, to }: Leaving) {
  if (to === undefined || to === 'free') return [];
  const valid = (await selectOperators(trx, campaign)).filter(({ id, isValid }) => isValid && !from.includes(id));
  return to === 'shared' ? valid : valid.filter(({ id }) => id === to);
}

const notOfCampaign = (name: string) =>
  new AppError('PERSON_NOT_ALLOWED', {
    fields: [{ field: 'handover', message: `Quien recibe los llamados tiene que ser operador de «${name}».` }],
  });
