import type { UpdateCampaignFields } from '@campanero/contract/campaigns/write-schemas';
import type { UploadedFile } from '../../../integrations/files/port.ts';
import type { LockedSplit } from '../../../call-store/write/index.ts';
import type { AuditValues, Work } from '../../../work/index.ts';
import {
  deleteOperators,
  insertOperators,
  listOperatorIds,
  listStateIds,
  replaceStates,
  type EditableCampaign,
} from './campaign-write.queries.ts';
import { listObjectiveStates, type Place } from './choices.queries.ts';
import { handOverCalls } from './hand-over-calls.queries.ts';
import { checkOperators, checkChosenStates, type ChosenForm } from './check-choices.ts';

/** The fields of an edit: absent ones stay, empty ones are cleared. */
export interface CampaignChange extends Omit<UpdateCampaignFields, 'formId'> {
  /** Only when it changes. */
  form?: ChosenForm;
  newScripts?: readonly UploadedFile[];
}

/** SQL null, not JSON null, for a campaign without its own rules. */
export const jsonOf = (rules: unknown) => (rules === null ? null : JSON.stringify(rules));

/** The columns after the change. */
export function mergeChange(campaign: EditableCampaign, change: CampaignChange) {
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
    callingRules: jsonOf(change.callingRules === undefined ? campaign.callingRules : change.callingRules),
    ...mergePlace(campaign, change),
  };
}
export type MergedCampaign = ReturnType<typeof mergeChange>;

/** A new district clears section and subsection, a new section clears the subsection, unless they are sent too. */
function mergePlace(present: Place, asked: Partial<Record<keyof Place, string>>): Place {
  const chosen = (value: string | undefined, inherited: string | null) =>
    value === undefined ? inherited : value || null;
  const districtId = chosen(asked.districtId, present.districtId);
  const sectionId = chosen(asked.sectionId, districtId === present.districtId ? present.sectionId : null);
  const isSameSection = districtId === present.districtId && sectionId === present.sectionId;
  const subsectionId = chosen(asked.subsectionId, isSameSection ? present.subsectionId : null);
  return { districtId, sectionId, subsectionId };
}

/** Older campaigns that were exempt before reasons were required may stay without one. */
export const lacksExemptReason = (before: EditableCampaign, after: MergedCampaign, change: CampaignChange): boolean =>
  !after.obeysLists && after.exemptReason === null && (before.obeysLists || change.exemptReason !== undefined);

/** Whether a field changes that is fixed once the campaign has an audience. */
export const changesFixedFields = (before: EditableCampaign, after: MergedCampaign): boolean =>
  before.objectiveId !== after.objectiveId ||
  before.external !== after.external ||
  before.startDate.getTime() !== after.startDate.getTime() ||
  before.districtId !== after.districtId ||
  before.sectionId !== after.sectionId ||
  before.subsectionId !== after.subsectionId ||
  before.formId !== after.formId;

type ChangeWork = Pick<Work, 'trx' | 'now' | 'publishActivity' | 'afterCommit'>;

interface OperatorChange {
  locks: Pick<LockedSplit, 'split' | 'campaign'>;
  merged: MergedCampaign;
  change: Pick<CampaignChange, 'operators' | 'handover'>;
  requestId: string;
}

/** Reassigns the calls of removed operators. Added ones must be enabled and internal or external like the campaign. */
export async function changeOperators(
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
export async function changeStates(
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
