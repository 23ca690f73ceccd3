import { CLOSED_STATUSES } from '@campanero/contract/campaigns/rules';
import type { Handover } from '@campanero/contract/users/leaving';
import { lockCampaign } from '../../call-store/write/index.ts';
import type { Trx } from '../../db/client.ts';
import type { Work } from '../../work/transact.ts';
import { handOverCalls } from '../campaigns/edit/hand-over-calls.queries.ts';

/** Operators may have several campaigns with 15,000 calls each to hand over. */
export const LEAVING_TIMEOUT_MS = 120_000;

interface Leaver {
  id: number;
  /** The side whose calls they may still be given; null: none. */
  side: 'internal' | 'external' | null;
}

/** What became of one user's calls. */
export interface Parting {
  given: number;
  freed: number;
  /** For the audit: who got how many in which campaign. */
  receivers: string[];
}

/**
 * Hands over the calls of users who no longer work on the calls' side: disabled, of another side, or no operators any more.
 * They stay in the campaigns' lists of operators, where `validOperators` leaves them out: enabled again, they are operators
 * there again, without calls. Their accounts must have changed before: nobody who leaves gets the calls of another one.
 */
export async function leaveCampaigns(
  work: Work,
  leavers: readonly Leaver[],
  handover: Handover | undefined,
  requestId: string,
): Promise<Map<number, Parting>> {
  const partings = new Map<number, Parting>(leavers.map(({ id }) => [id, { given: 0, freed: 0, receivers: [] }]));
  const chosen = new Map(handover?.campaigns?.map(({ id, to }) => [id, to]));
  for (const { id, external, operators } of await listOperatedCampaigns(
    work.trx,
    leavers.map((leaver) => leaver.id),
  )) {
    const side = external ? 'external' : 'internal';
    const from = leavers.filter((leaver) => operators.includes(leaver.id) && leaver.side !== side);
    if (from.length === 0) continue;
    // A segmentation that began before they were disabled may still give them calls: wait for it.
    const split = await lockCampaign(work.trx, id, 'split');
    const lock = await lockCampaign(work.trx, id, 'shared');
    // Read again under the lock: it may have been finished meanwhile, or loaded for the first time.
    const campaign = await findUnfinishedCampaign(work.trx, id);
    if (!campaign) continue;
    const left = await handOverCalls(work, {
      campaign,
      locked: { range: campaign, split, campaign: lock },
      from: from.map((leaver) => leaver.id),
      to: chosen.get(id) ?? handover?.to,
      requestId,
    });
    for (const leaver of from) {
      const parting = partings.get(leaver.id)!;
      const given = left.given.get(leaver.id) ?? 0;
      parting.given += given;
      parting.freed += left.freed.get(leaver.id) ?? 0;
      if (given > 0 && left.receivers) parting.receivers.push(`${campaign.name} (${left.receivers})`);
    }
  }
  return partings;
}

/** What the audit says of it. */
export const partingInWords = (parting: Parting | undefined) => ({
  'Llamados sin operador': parting && parting.freed > 0 ? parting.freed : undefined,
  'Llamados entregados': parting && parting.given > 0 ? parting.given : undefined,
  'Entregados a': parting && parting.receivers.length > 0 ? parting.receivers.join('; ') : undefined,
});

/** A closed campaign is read-only: what it shows of its operators stays as it was. */
const unfinished = (trx: Trx) =>
  trx
    .selectFrom('campaign')
    .select(['id', 'name', 'external', 'idLo', 'idHi'])
    .where('status', 'not in', CLOSED_STATUSES);

/** The unfinished campaigns in which the users are operators, in the order in which their locks must be taken. */
async function listOperatedCampaigns(trx: Trx, userIds: readonly number[]) {
  if (userIds.length === 0) return [];
  const rows = await trx
    .selectFrom('campaignOperator')
    .innerJoin('campaign', 'campaign.id', 'campaignOperator.campaignId')
    .select(['campaign.id', 'campaign.external', 'campaignOperator.userId'])
    .where('campaign.status', 'not in', CLOSED_STATUSES)
    .where('campaignOperator.userId', 'in', [...userIds])
    .orderBy('campaign.id')
    .execute();
  const byCampaign = [...Map.groupBy(rows, ({ id }) => id).values()];
  return byCampaign.map((same) => ({ ...same[0]!, operators: same.map(({ userId }) => userId) }));
}

const findUnfinishedCampaign = (trx: Trx, id: number) => unfinished(trx).where('id', '=', id).executeTakeFirst();
