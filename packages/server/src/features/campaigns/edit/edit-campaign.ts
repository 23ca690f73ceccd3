import { hasFixedFrame, isClosed, isOngoing } from '@campanero/contract/campaigns/rules';
import {
  EXEMPT_REASON_MISSING,
  type OngoingBody,
  type UpdateCampaignFields,
} from '@campanero/contract/campaigns/write-schemas';
import type { StatusCommand, StatusState } from '@campanero/contract/campaigns/status-moves';
import { SCRIPT_MAX_FILES, SEGMENT_TIMEOUT_MS } from '@campanero/contract/limits';
import { isExternalRole } from '@campanero/contract/roles';
import { lockCampaign, refreshListedJob } from '../../../call-store/write/index.ts';
import type { UploadedFile } from '../../../integrations/files/port.ts';
import { AppError } from '../../../work/app-error.ts';
import type { Actor, SignedCtx } from '../../../work/context.ts';
import type { Trx } from '../../../db/client.ts';
import { transact, type Work } from '../../../work/transact.ts';
import { assertCurrent } from '../../../work/version.ts';
import { findVisibleCampaign } from '../view/campaign-detail.queries.ts';
import { checkCoordinator, checkObjective, checkPlace, chooseForm } from './check-choices.ts';
import {
  changeOperators,
  changesFrame,
  changeStates,
  lacksExemptReason,
  mergeChange,
  type CampaignChange,
  type MergedCampaign,
} from './campaign-change.ts';
import {
  findForEdit,
  insertScripts,
  listScripts,
  updateCampaignRow,
  type EditableCampaign,
} from './campaign-write.queries.ts';
import { currentState, lockStage, moveStatus } from '../status/change-status.ts';
import { describeCampaign } from '../view/describe-campaign.queries.ts';
import { findVisibleStatus, isStoredKey } from '../status/stage.queries.ts';

/** `PUT /campaign/{id}`: any field; new scripts are added to the present ones. Rules: see editCampaign(). */
export async function updateCampaign(
  ctx: SignedCtx,
  id: number,
  { formId, ...fields }: UpdateCampaignFields,
  newScripts: readonly UploadedFile[],
): Promise<{ id: number }> {
  const form = await formOf(ctx, id, formId);
  return editCampaign(ctx, id, { ...fields, newScripts, ...(form && { form }) }, { onlyOngoing: false });
}

/** `PATCH /campaign/{id}/ongoing`: what may change while it runs or is in REVISANDO, which a later end date leaves again. */
export const updateOngoing = (ctx: SignedCtx, id: number, body: OngoingBody): Promise<{ id: number }> =>
  editCampaign(ctx, id, body, { onlyOngoing: true });

/**
 * Asks the forms system only about a form that is new to the campaign: while that system is away, everything else can
 * still be changed. Read before the lock; the edit checks again under it.
 */
async function formOf(ctx: SignedCtx, id: number, formId: string | undefined) {
  if (formId === undefined) return undefined;
  const campaign = await findVisibleCampaign(ctx.db, ctx.actor, id, ctx.clock());
  if (!campaign) throw new AppError('NOT_FOUND');
  if ((campaign.formId ?? '') === formId) return undefined;
  if (hasFixedFrame(campaign)) throw new AppError('CAMPAIGN_RUNNING');
  return chooseForm(ctx, formId);
}

/**
 * Refuses an edit before its scripts are uploaded, with the same error as the edit itself, which checks again under the lock.
 * A repeat of an edit that was carried out passes and gets the first one's answer.
 */
export async function assertEditable(ctx: SignedCtx, id: number, idempotencyKey: unknown): Promise<void> {
  const status = await findVisibleStatus(ctx.db, ctx.actor, id, ctx.clock());
  if (!status) throw new AppError('NOT_FOUND');
  if (!isClosed({ status })) return;
  if (typeof idempotencyKey === 'string' && (await isStoredKey(ctx.db, ctx.actor.id, idempotencyKey))) return;
  throw new AppError('CAMPAIGN_FINISHED');
}

interface EditOptions {
  /** Only what may change while it runs, and only then (PATCH …/ongoing). */
  onlyOngoing: boolean;
}

/**
 * Changes a campaign under its exclusive lock, also while people call in it: registering and reassigning rely on who works
 * there. Fields, people, states, scripts, pause, and what follows from them (calls of removed operators, which may be many, so
 * that the limit of time is that of a split; the status after a new end). Creator roles, campaigns they see. 409 for a
 * finished campaign, for a stale version, and for a change of the frame (changesFrame) of one that has begun. Leaves one audit
 * record (CAMPAÑA ACTUALIZAR, or ACCIÓN when only the pause changed) and the event `campaign` if the status moved.
 */
const editCampaign = (
  ctx: SignedCtx,
  id: number,
  change: CampaignChange,
  options: EditOptions,
): Promise<{ id: number }> =>
  transact(
    ctx,
    async (work) => {
      const { trx, actor, now, audit } = work;
      const split = await lockCampaign(trx, id, 'split');
      const stage = await lockStage(trx, id);
      const campaign = await findForEdit(trx, actor, id);
      if (!campaign) throw new AppError('NOT_FOUND');
      const state = currentState(stage, now);
      const merged = mergeChange(campaign, change);
      assertAllowed({ campaign, state, merged, change, options, actor });

      const before = await describeCampaign(trx, id);
      await writeFields(work, campaign, merged, change);
      const handedOver = await changeOperators(work, campaign, {
        locks: { split, campaign: stage.lock },
        merged,
        change,
        requestId: ctx.requestId,
      });
      await changeStates(work, campaign, merged, change.states);
      if (merged.obeysLists !== campaign.obeysLists) await work.enqueue(refreshListedJob, { campaignId: id });
      await addScripts(work, id, change.newScripts ?? []);
      const { from, to } = await moveStatus(work, stage, commandsFor(state, merged, change, now), merged);

      const after = await describeCampaign(trx, id);
      const isOnlyPause = change.paused !== undefined && JSON.stringify(before) === JSON.stringify(after);
      await audit({
        action: 'CAMPAÑA',
        subaction: isOnlyPause ? 'ACCIÓN' : 'ACTUALIZAR',
        object: { type: 'campaign', id },
        before: { ...before, Estado: from },
        after: { ...after, ...handedOver, Estado: to },
      });
      return { id };
    },
    { statementTimeoutMs: SEGMENT_TIMEOUT_MS },
  );

interface EditCheck {
  campaign: EditableCampaign;
  state: StatusState;
  merged: MergedCampaign;
  change: CampaignChange;
  options: EditOptions;
  actor: Actor;
}

/** The checks that need no further query, the gravest first. */
function assertAllowed({ campaign, state, merged, change, options, actor }: EditCheck): void {
  if (isClosed(state)) throw new AppError('CAMPAIGN_FINISHED');
  assertCurrent(campaign, change.version);
  if (options.onlyOngoing && !isOngoing(state)) throw new AppError('CAMPAIGN_NOT_RUNNING');
  if (hasFixedFrame(state) && changesFrame(campaign, merged)) throw new AppError('CAMPAIGN_RUNNING');
  // Users must not make a campaign invisible to themselves.
  if (isExternalRole(actor.primary) && !merged.external) throw new AppError('FORBIDDEN');
  if (merged.endDate <= merged.startDate)
    throw new AppError('VALIDATION', {
      fields: [{ field: 'endDate', message: 'Debe ser posterior a la fecha de inicio' }],
    });
  if (lacksExemptReason(campaign, merged, change))
    throw new AppError('VALIDATION', { fields: [{ field: 'exemptReason', message: EXEMPT_REASON_MISSING }] });
}

async function writeFields(
  { trx, now }: Pick<Work, 'trx' | 'now'>,
  campaign: EditableCampaign,
  merged: MergedCampaign,
  change: CampaignChange,
): Promise<void> {
  if (merged.objectiveId !== campaign.objectiveId) await checkObjective(trx, merged.objectiveId);
  if (merged.coordinatedBy !== campaign.coordinatedBy || merged.external !== campaign.external)
    await checkCoordinator(trx, merged.coordinatedBy, merged.external);
  await checkPlace(trx, merged);
  const { formId: _sameInForm, ...columns } = merged;
  await updateCampaignRow(
    trx,
    campaign.id,
    {
      ...columns,
      ...change.form,
      ...(change.description !== undefined && { description: change.description }),
      ...(change.externalId !== undefined && { externalId: change.externalId || null }),
    },
    now,
  );
}

async function addScripts({ trx, actor, now }: Work, id: number, files: NonNullable<CampaignChange['newScripts']>) {
  if (files.length === 0) return;
  await assertRoomForScripts(trx, id, files.length);
  await insertScripts(trx, id, files, { userId: actor.id, now });
}

async function assertRoomForScripts(trx: Trx, id: number, more: number): Promise<void> {
  const present = await listScripts(trx, id);
  if (present.length + more > SCRIPT_MAX_FILES) throw new AppError('TOO_MANY_FILES');
}

function commandsFor(state: StatusState, merged: MergedCampaign, change: CampaignChange, now: Date): StatusCommand[] {
  const isPaused =
    state.status === 'PAUSADA' || (state.status === 'CARGANDO AUDIENCIA' && state.statusBeforeLoad === 'PAUSADA');
  const isExtended = state.status === 'REVISANDO' && merged.endDate > now;
  const togglesPause = change.paused !== undefined && change.paused !== isPaused;
  return [
    ...(isExtended ? (['extend'] as const) : []),
    ...(togglesPause ? [change.paused ? ('pause' as const) : ('resume' as const)] : []),
  ];
}
