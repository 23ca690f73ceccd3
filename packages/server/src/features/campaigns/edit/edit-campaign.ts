import { isDeepStrictEqual } from 'node:util';
import { isClosed, isOngoing, type StatusCommand, type StatusState } from '@campanero/contract/campaigns/status';
import {
  EXEMPT_REASON_MISSING,
  type OngoingBody,
  type UpdateCampaignFields,
} from '@campanero/contract/campaigns/write-schemas';
import { SCRIPT_MAX_FILES, SEGMENT_TIMEOUT_MS } from '@campanero/contract/limits';
import { isOnExternalSide } from '@campanero/contract/roles';
import { type LockedSplit, lockSplit, refreshListedJob } from '../../../call-store/write/index.ts';
import type { UploadedFile } from '../../../integrations/files/port.ts';
import { AppError, assertCurrent, fieldError, found, transact, type Work } from '../../../work/index.ts';
import { type AuditValues, campaignAudit } from '../../../work/audit.ts';
import type { Actor, SignedCtx } from '../../../work/context.ts';
import { getVisibleCampaign } from '../view/campaign-detail.queries.ts';
import {
  checkChosenStates,
  checkCoordinator,
  checkObjective,
  checkOperators,
  checkPlace,
  checkSurvey,
  chooseForm,
  type ChosenForm,
  listObjectiveStates,
  mergePlace,
} from './choices.queries.ts';
import {
  deleteOperators,
  type EditableCampaign,
  insertOperators,
  insertScripts,
  jsonOf,
  listOperatorIds,
  listScripts,
  listStateIds,
  replaceStates,
  updateCampaignRow,
} from './campaign-write.queries.ts';
import { currentState, lockForEdit, moveStatus } from '../status/change-status.ts';
import { describeCampaign } from '../view/describe-campaign.queries.ts';
import { hasAnswerCells } from '../../surveys/quotas.queries.ts';
import { hasInterviews } from '../../surveys/surveys.queries.ts';
import { findVisibleStatus, isStoredKey } from '../status/stage.queries.ts';
import { handOverCalls } from './hand-over-calls.queries.ts';

/** `PUT /campaign/{id}`: any field; new scripts are added. Rules: see editCampaign(). */
export async function updateCampaign(
  ctx: SignedCtx,
  id: number,
  { formId, ...fields }: UpdateCampaignFields,
  newScripts: readonly UploadedFile[],
): Promise<{ id: number }> {
  const form = await findNewForm(ctx, id, formId);
  return editCampaign(ctx, id, { ...fields, newScripts, ...(form && { form }) }, { onlyOngoing: false });
}

/** `PATCH /campaign/{id}/ongoing`: for a running campaign or one in REVISANDO, which a later end date resumes. */
export const updateOngoing = (ctx: SignedCtx, id: number, body: OngoingBody): Promise<{ id: number }> =>
  editCampaign(ctx, id, body, { onlyOngoing: true });

/** Only for a changed form, so that other edits work while the forms system is down. Read before the lock; checked again under it. */
async function findNewForm(ctx: SignedCtx, id: number, formId: string | undefined) {
  if (formId === undefined) return undefined;
  const campaign = await getVisibleCampaign(ctx, id);
  if ((campaign.formId ?? '') === formId) return undefined;
  if (isOngoing(campaign)) throw new AppError('CAMPAIGN_RUNNING');
  return chooseForm(ctx, formId);
}

/** Before the scripts are uploaded; checked again under the lock. A replay of an Idempotency-Key passes to get the stored response. */
export async function assertEditable(ctx: SignedCtx, id: number, idempotencyKey: unknown): Promise<void> {
  const status = found(await findVisibleStatus(ctx.db, ctx.actor, id, ctx.clock()));
  if (!isClosed({ status })) return;
  if (typeof idempotencyKey === 'string' && (await isStoredKey(ctx.db, ctx.actor.id, idempotencyKey))) return;
  throw new AppError('CAMPAIGN_FINISHED');
}

// Under the exclusive lock, because registering and reassigning depend on the fields. Removing operators may move many calls:
// timeout of a split.
const editCampaign = (ctx: SignedCtx, id: number, change: CampaignChange, { onlyOngoing }: { onlyOngoing: boolean }) =>
  transact(ctx, { statementTimeoutMs: SEGMENT_TIMEOUT_MS }, async (work) => {
    const { trx, actor, now, audit } = work;
    const split = await lockSplit(trx, id);
    const { stage, campaign } = await lockForEdit(trx, actor, id);
    const state = currentState(stage, now);
    const merged = mergeChange(campaign, change);
    assertEditAllowed({ campaign, state, merged, change, onlyOngoing, actor });

    const before = await describeCampaign(trx, id);
    await writeFields(work, campaign, merged, change);
    const locks = { split, campaign: stage.lock };
    const handedOver = await changeOperators(work, campaign, { locks, merged, change, requestId: ctx.requestId });
    await changeStates(work, campaign, merged, change.states);
    if (merged.obeysLists !== campaign.obeysLists) await work.enqueue(refreshListedJob, { campaignId: id });
    await addScripts(work, id, change.newScripts ?? []);
    const { from, to } = await moveStatus(work, stage, commandsFor(state, merged, change, now), merged);

    const after = await describeCampaign(trx, id);
    const isOnlyPause = change.paused !== undefined && JSON.stringify(before) === JSON.stringify(after);
    await audit(campaignAudit(id, isOnlyPause ? 'ACCIÓN' : 'ACTUALIZAR'), {
      before: { ...before, Estado: from },
      after: { ...after, ...handedOver, Estado: to },
    });
    return { id };
  });

interface EditCheck {
  campaign: EditableCampaign;
  state: StatusState;
  merged: MergedCampaign;
  change: CampaignChange;
  onlyOngoing: boolean;
  actor: Actor;
}

/** The checks that need no query. Their order decides which error is reported. */
function assertEditAllowed({ campaign, state, merged, change, onlyOngoing, actor }: EditCheck): void {
  if (isClosed(state)) throw new AppError('CAMPAIGN_FINISHED');
  assertCurrent(campaign, change.version);
  if (onlyOngoing && !isOngoing(state)) throw new AppError('CAMPAIGN_NOT_RUNNING');
  if (isOngoing(state) && changesFixedFields(campaign, merged)) throw new AppError('CAMPAIGN_RUNNING');
  // Users must not make a campaign invisible to themselves.
  if (isOnExternalSide(actor) && !merged.external) throw new AppError('FORBIDDEN');
  if (merged.endDate <= merged.startDate)
    throw fieldError('VALIDATION', 'endDate', 'Debe ser posterior a la fecha de inicio');
  if (lacksExemptReason(campaign, merged, change))
    throw fieldError('VALIDATION', 'exemptReason', EXEMPT_REASON_MISSING);
}

const ANSWER_CELLS = 'La campaña tiene cupos por respuestas a este relevamiento. Quítelos primero.';

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
  if (merged.surveyId !== campaign.surveyId) {
    if (await hasInterviews(trx, campaign.id))
      throw fieldError('SURVEY_ANSWERED', 'surveyId', new AppError('SURVEY_ANSWERED').message);
    // In the other survey the same numbers mean something else.
    if (await hasAnswerCells(trx, campaign.id)) throw fieldError('VALIDATION', 'surveyId', ANSWER_CELLS);
    if (merged.surveyId !== null) await checkSurvey(trx, merged.surveyId);
  }
  const { formId: _sameInForm, ...columns } = merged;
  const { description, externalId } = change;
  const texts = { description, externalId: externalId === undefined ? undefined : externalId || null };
  await updateCampaignRow(trx, campaign.id, { ...columns, ...change.form, ...texts }, now);
}

async function addScripts({ trx, actor, now }: Work, id: number, files: NonNullable<CampaignChange['newScripts']>) {
  if (files.length === 0) return;
  const current = await listScripts(trx, id);
  if (current.length + files.length > SCRIPT_MAX_FILES) throw new AppError('TOO_MANY_FILES');
  await insertScripts(trx, id, files, { userId: actor.id, now });
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

/** The fields of an edit: absent ones stay, empty ones are cleared. */
interface CampaignChange extends Omit<UpdateCampaignFields, 'formId'> {
  /** Only when it changes. */
  form?: ChosenForm;
  newScripts?: readonly UploadedFile[];
}

function mergeChange(campaign: EditableCampaign, change: CampaignChange) {
  const obeysLists = change.obeysLists ?? campaign.obeysLists;
  return {
    name: change.name ?? campaign.name,
    external: change.external ?? campaign.external,
    objectiveId: change.objectiveId ?? campaign.objectiveId,
    coordinatedBy: change.coordinatedBy ?? campaign.coordinatedBy,
    startDate: change.startDate === undefined ? campaign.startDate : new Date(change.startDate),
    endDate: change.endDate === undefined ? campaign.endDate : new Date(change.endDate),
    formId: change.form ? change.form.formId : campaign.formId,
    retryOtherHours: change.retryOtherHours ?? campaign.retryOtherHours,
    obeysLists,
    exemptReason: obeysLists ? null : (change.exemptReason ?? campaign.exemptReason) || null,
    surveyId: change.surveyId === undefined ? campaign.surveyId : change.surveyId,
    callingRules: jsonOf(change.callingRules === undefined ? campaign.callingRules : change.callingRules),
    ...mergePlace(campaign, change),
  };
}
type MergedCampaign = ReturnType<typeof mergeChange>;

/** Older campaigns that were exempt before reasons were required may stay without one. */
const lacksExemptReason = (before: EditableCampaign, after: MergedCampaign, change: CampaignChange): boolean =>
  !after.obeysLists && after.exemptReason === null && (before.obeysLists || change.exemptReason !== undefined);

/** Whether a field changes that is fixed once the campaign has an audience. */
const changesFixedFields = (before: EditableCampaign, after: MergedCampaign): boolean =>
  FIXED.some((name) => !isDeepStrictEqual(before[name], after[name]));
const FIXED = ['objectiveId', 'external', 'startDate', 'districtId', 'sectionId', 'subsectionId', 'formId'] as const;

type ChangeWork = Pick<Work, 'trx' | 'now' | 'publishActivity' | 'afterCommit'>;

interface OperatorChange {
  locks: Pick<LockedSplit, 'split' | 'campaign'>;
  merged: MergedCampaign;
  change: Pick<CampaignChange, 'operators' | 'handover'>;
  requestId: string;
}

/** Reassigns the calls of removed operators. Added ones must be enabled and internal or external like the campaign. */
async function changeOperators(
  work: ChangeWork,
  campaign: EditableCampaign,
  { locks, merged: { external, name }, change: { operators: asked, handover }, requestId }: OperatorChange,
): Promise<AuditValues> {
  const { trx, now } = work;
  const changesType = external !== campaign.external;
  if (!asked && !changesType) return {};
  const current = await listOperatorIds(trx, campaign.id);
  const wanted = new Set(asked ?? current);
  await checkOperators(trx, [...wanted], external, changesType ? new Set() : current);
  const removed = [...current].filter((id) => !wanted.has(id));
  if (removed.length > 0) await deleteOperators(trx, campaign.id, removed);
  const added = [...wanted].filter((id) => !current.has(id));
  await insertOperators(trx, campaign.id, added, now);
  if (removed.length === 0) return {};
  const { receivers } = await handOverCalls(work, {
    campaign: { id: campaign.id, name, external },
    locked: { range: campaign, ...locks },
    from: removed,
    to: handover,
    requestId,
  });
  return { 'Llamados entregados': receivers };
}

/** Replaces the states with the given ones or, for a new objective, with those of the objective. */
async function changeStates(
  { trx }: ChangeWork,
  campaign: EditableCampaign,
  { objectiveId }: MergedCampaign,
  asked: readonly number[] | undefined,
): Promise<void> {
  if (asked) {
    await checkChosenStates(trx, asked, await listStateIds(trx, campaign.id));
    await replaceStates(trx, campaign.id, asked);
  } else if (objectiveId !== campaign.objectiveId)
    await replaceStates(trx, campaign.id, await listObjectiveStates(trx, objectiveId));
}
