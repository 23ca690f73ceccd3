import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import type { Work } from '../../work/transact.ts';
import { listWatchingManagers } from './watching-managers.queries.ts';

/**
 * Whose calls are whose has changed: the managers who see the campaign hear of it after the commit, as of a change of its
 * status. Not the one who did it, whose page asks again by itself; operators have their bell.
 */
export async function announceSplit(
  { trx, actor, afterCommit }: Pick<Work, 'trx' | 'actor' | 'afterCommit'>,
  id: number,
  status: CampaignStatus,
): Promise<void> {
  const managers = await listWatchingManagers(trx, id);
  afterCommit({ to: managers.filter((manager) => manager !== actor.id), event: 'campaign', payload: { id, status } });
}
