import type { CallRange } from '../../call-store/read/index.ts';
import type { Handover } from '@campanero/contract/users/leaving';
import { lockCampaignShared, lockSplit } from '../../call-store/write/index.ts';
import { isClosed, selectFirst, selectRows, type Trx } from '../../db/index.ts';
import { handOverCalls } from '../campaigns/edit/hand-over-calls.queries.ts';

/** Operators may have several campaigns with 15,000 calls each. */
export const LEAVING_TIMEOUT_MS = 120_000;

interface Leaver {
  id: number;
  /** The side whose calls they may still have; null for none. */
  side: 'internal' | 'external' | null;
}

export interface HandoverResult {
  given: number;
  freed: number;
  /** For the audit: receivers and counts per campaign. */
  receivers: string[];
}

// They stay in the campaigns' lists of operators, where `validOperators` excludes them. Their accounts must be changed first,
// so that no leaving user receives calls of another.
export async function leaveCampaigns(
  work: Parameters<typeof handOverCalls>[0],
  leavers: readonly Leaver[],
  handover: Handover | undefined,
  requestId: string,
): Promise<Map<number, HandoverResult>> {
  const results = new Map<number, HandoverResult>(leavers.map(({ id }) => [id, { given: 0, freed: 0, receivers: [] }]));
  const chosen = new Map(handover?.campaigns?.map(({ id, to }) => [id, to]));
  const leaverIds = leavers.map((leaver) => leaver.id);
  for (const { id, external, operators } of await listOperatedCampaigns(work.trx, leaverIds)) {
    const side = external ? 'external' : 'internal';
    const from = leavers.filter((leaver) => operators.includes(leaver.id) && leaver.side !== side);
    if (from.length === 0) continue;
    // Wait for a segmentation that may still assign calls to them.
    const split = await lockSplit(work.trx, id);
    const lock = await lockCampaignShared(work.trx, id);
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
  'Llamados sin operador': result?.freed || undefined,
  'Llamados entregados': result?.given || undefined,
  'Entregados a': result?.receivers.join('; ') || undefined,
});

/** Unfinished campaigns of the users, in lock order; the others are read-only. */
const listOperatedCampaigns = (trx: Trx, userIds: readonly number[]) =>
  selectRows<{ id: number; external: boolean; operators: number[] }>(trx)`
    select campaign.id, campaign.external, array_agg(campaign_operator.user_id) as operators
    from campaign_operator join campaign on campaign.id = campaign_operator.campaign_id
    where not ${isClosed()} and campaign_operator.user_id = any(${userIds}::int[])
    group by campaign.id order by campaign.id`;

const findUnfinishedCampaign = (trx: Trx, id: number) =>
  selectFirst<CallRange & { name: string; external: boolean }>(trx)`
    select id, name, external, id_lo, id_hi from campaign where id = ${id} and not ${isClosed()}`;
