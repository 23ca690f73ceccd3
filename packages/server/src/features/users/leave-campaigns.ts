import { CLOSED_STATUSES } from '@campanero/contract/campaigns/rules';
import type { Handover } from '@campanero/contract/users/leaving';
import { lockCampaign } from '../../call-store/write/index.ts';
import type { Trx } from '../../db/client.ts';
import type { Work } from '../../work/transact.ts';
import { handOverCalls } from '../campaigns/edit/hand-over-calls.queries.ts';

/** Operators may have several campaigns with 15,000 calls each. */
export const LEAVING_TIMEOUT_MS = 120_000;

interface Leaver {
  id: number;
  /** The side whose calls they may still have; null for none. */
  side: 'internal' | 'external' | null;
}

/** What happened to one user's calls. */
export interface HandoverResult {
  given: number;
  freed: number;
  /** For the audit: receivers and counts per campaign. */
  receivers: string[];
}

/**
 * Hands over the calls of users who no longer work on the calls' side: disabled, moved to the other side, or no longer
 * operators. They stay in the campaigns' lists of operators, where `validOperators` excludes them until they are
 * enabled again. Their accounts must be changed first, so that no leaving user receives calls of another.
 */
export async function leaveCampaigns(
  work: Work,
  leavers: readonly Leaver[],
  handover: Handover | undefined,
  requestId: string,
): Promise<Map<number, HandoverResult>> {
  const results = new Map<number, HandoverResult>(leavers.map(({ id }) => [id, { given: 0, freed: 0, receivers: [] }]));
  const chosen = new Map(handover?.campaigns?.map(({ id, to }) => [id, to]));
  for (const { id, external, operators } of await listOperatedCampaigns(
    work.trx,
    leavers.map((leaver) => leaver.id),
  )) {
    const side = external ? 'external' : 'internal';
    const from = leavers.filter((leaver) => operators.includes(leaver.id) && leaver.side !== side);
    if (from.length === 0) continue;
    // Wait for a segmentation that may still assign calls to them.
    const split = await lockCampaign(work.trx, id, 'split');
    const lock = await lockCampaign(work.trx, id, 'shared');
    // Read again under the lock: it may have been finished or loaded meanwhile.
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
      const result = results.get(leaver.id)!;
      const given = left.given.get(leaver.id) ?? 0;
      result.given += given;
      result.freed += left.freed.get(leaver.id) ?? 0;
      if (given > 0 && left.receivers) result.receivers.push(`${campaign.name} (${left.receivers})`);
    }
  }
  return results;
}

export const handoverAuditValues = (result: HandoverResult | undefined) => ({
  'Llamados sin operador': result && result.freed > 0 ? result.freed : undefined,
  'Llamados entregados': result && result.given > 0 ? result.given : undefined,
  'Entregados a': result && result.receivers.length > 0 ? result.receivers.join('; ') : undefined,
});

/** Closed campaigns are read-only. */
const unfinished = (trx: Trx) =>
  trx
    .selectFrom('campaign')
    .select(['id', 'name', 'external', 'idLo', 'idHi'])
    .where('status', 'not in', CLOSED_STATUSES);

/** Unfinished campaigns of the users, in lock order. */
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
