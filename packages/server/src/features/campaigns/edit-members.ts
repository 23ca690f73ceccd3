import { releaseUntouched } from '../../call-store/write/move.ts';
import type { Work } from '../../work/transact.ts';
import type { MergedCampaign } from './campaign-change.ts';
import {
  deleteOperators,
  insertOperators,
  listOperatorIds,
  listStateIds,
  replaceStates,
  type EditableCampaign,
} from './campaign-write.queries.ts';
import { checkOperators, checkStates } from './check-choices.ts';
import { listObjectiveStates } from './choices.queries.ts';

type Doing = Pick<Work, 'trx' | 'now'>;

/** Who leaves loses the untouched calls (decisions 3); who comes must be enabled and of the campaign's side. */
export async function changeOperators(
  { trx, now }: Doing,
  campaign: EditableCampaign,
  { external }: MergedCampaign,
  asked: readonly number[] | undefined,
): Promise<void> {
  const changesSide = external !== campaign.external;
  if (!asked && !changesSide) return;
  const present = await listOperatorIds(trx, campaign.id);
  const wanted = new Set(asked ?? present);
  await checkOperators(trx, [...wanted], external, changesSide ? new Set() : present);
  const removed = [...present].filter((id) => !wanted.has(id));
  if (removed.length > 0) {
    await deleteOperators(trx, campaign.id, removed);
    await releaseUntouched(trx, campaign, removed, now);
  }
  await insertOperators(
    trx,
    campaign.id,
    [...wanted].filter((id) => !present.has(id)),
    now,
  );
}

/** The Estados tab replaces them; another objective brings its own, unless states come with it. */
export async function changeStates(
  { trx }: Doing,
  campaign: EditableCampaign,
  { objectiveId }: MergedCampaign,
  asked: readonly number[] | undefined,
): Promise<void> {
  if (asked) {
    await checkStates(trx, asked, await listStateIds(trx, campaign.id));
    await replaceStates(trx, campaign.id, asked);
  } else if (objectiveId !== campaign.objectiveId)
    await replaceStates(trx, campaign.id, await listObjectiveStates(trx, objectiveId));
}
