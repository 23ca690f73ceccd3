import {
  isClosed,
  type CampaignStatus,
  commandStatus,
  statusByDates,
  type StatusCommand,
  type StatusState,
} from '@campanero/contract/campaigns/status';
import type { ErrorCode } from '@campanero/contract/errors';
import type { Trx } from '../../../db/client.ts';
import { AppError, found, type Work } from '../../../work/index.ts';
import { type ExclusiveLock, lockCampaign } from '../../../call-store/write/index.ts';
import type { Viewer } from '../../../call-store/reach.ts';
import { campaignStream, recordEvent } from '../../../work/outgoing-events.ts';
import { findForEdit } from '../edit/campaign-write.queries.ts';
import { findStage, listWatchers, updateStatus, type Stage } from './stage.queries.ts';

// The only module that writes a campaign's status (rule campaign-life/one-writer), under the campaign's exclusive lock and with an
// update conditional on the old status. The contract's status.ts has the transitions. Callers write the audit record.

export async function lockStage(trx: Trx, campaignId: number): Promise<LockedStage> {
  const lock = await lockCampaign(trx, campaignId);
  return { ...found(await findStage(trx, campaignId)), lock };
}

export type LockedStage = Stage & { lock: ExclusiveLock };

/** Refuses a campaign that the viewer may not see. */
export async function lockForEdit(trx: Trx, viewer: Viewer, campaignId: number) {
  const stage = await lockStage(trx, campaignId);
  return { stage, campaign: found(await findForEdit(trx, viewer, campaignId)) };
}

/** The status by dates, which the stored one may lag behind. */
export const currentState = (stage: Stage, now: Date): StatusState => statusByDates(stage, stage, now);

type Move = { from: CampaignStatus; to: CampaignStatus };

/** Stores the status by dates after the commands if it differs. `times` are the dates after this transaction. */
export async function moveStatus(
  work: Pick<Work, 'trx' | 'now' | 'afterCommit' | 'publishActivity'>,
  stage: LockedStage,
  commands: readonly StatusCommand[] = [],
  times: Partial<Pick<Stage, 'startDate' | 'endDate'>> = {},
): Promise<Move> {
  const { trx, now, afterCommit } = work;
  const before = currentState(stage, now);
  const moved = commands.reduce(applyCommand, before);
  const after = statusByDates(moved, { ...stage, ...times }, now);
  if (
    after.status !== stage.status ||
    after.statusBeforePause !== stage.statusBeforePause ||
    after.statusBeforeLoad !== stage.statusBeforeLoad
  ) {
    await updateStatus(trx, stage, after, now);
    const payload = { id: stage.id, status: after.status };
    if (after.status !== stage.status) {
      work.publishActivity(stage);
      afterCommit({ to: await listWatchers(trx, stage.id), event: 'campaign', payload });
      await recordEvent(work, {
        kinds: ['campaign.status'],
        campaignIds: [stage.id],
        stream: campaignStream(stage.id),
        data: { campaignId: stage.id, status: after.status, statusBefore: stage.status },
      });
    }
  }
  return { from: before.status, to: after.status };
}

function applyCommand(state: StatusState, command: StatusCommand): StatusState {
  const next = commandStatus(state, command);
  if (!next) throw new AppError(refusalIn(state.status));
  return next;
}

function refusalIn(status: CampaignStatus): ErrorCode {
  if (isClosed({ status })) return 'CAMPAIGN_FINISHED';
  return status === 'CARGANDO AUDIENCIA' ? 'CAMPAIGN_PROCESSING' : 'CAMPAIGN_STATUS';
}
