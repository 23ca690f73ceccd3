import type { UpdateCampaignFields } from '@campanero/contract/campaigns/write-schemas';
import type { UploadedFile } from '../../integrations/files/port.ts';
import type { EditableCampaign } from './campaign-write.queries.ts';
import type { Place } from './choices.queries.ts';
import type { ChosenForm } from './choose-form.ts';

/** What an edit asks for: a field that is absent stays, one that is empty is cleared (decisions 2). */
export interface CampaignChange extends Omit<UpdateCampaignFields, 'formId'> {
  /** Only when another one was chosen. */
  form?: ChosenForm;
  newScripts?: readonly UploadedFile[];
}

/** The columns as they would be after the change. */
export function mergeChange(campaign: EditableCampaign, change: CampaignChange) {
  return {
    external: change.external ?? campaign.external,
    objectiveId: change.objectiveId ?? campaign.objectiveId,
    coordinatedBy: change.coordinatedBy ?? campaign.coordinatedBy,
    startDate: change.startDate === undefined ? campaign.startDate : new Date(change.startDate),
    endDate: change.endDate === undefined ? campaign.endDate : new Date(change.endDate),
    formId: change.form ? change.form.formId : campaign.formId,
    ...mergePlace(campaign, change),
  };
}
export type MergedCampaign = ReturnType<typeof mergeChange>;

/** A new district clears section and subsection, a new section the subsection, unless they come with it (decisions 2). */
export function mergePlace(present: Place, asked: Partial<Record<keyof Place, string>>): Place {
  const chosen = (value: string | undefined, inherited: string | null) =>
    value === undefined ? inherited : value || null;
  const districtId = chosen(asked.districtId, present.districtId);
  const sectionId = chosen(asked.sectionId, districtId === present.districtId ? present.sectionId : null);
  const isSameSection = districtId === present.districtId && sectionId === present.sectionId;
  const subsectionId = chosen(asked.subsectionId, isSameSection ? present.subsectionId : null);
  return { districtId, sectionId, subsectionId };
}

/** What stands still once the campaign has an audience: place, form, objective, start, and the side its people are on. */
export const changesFrame = (before: EditableCampaign, after: MergedCampaign): boolean =>
  before.objectiveId !== after.objectiveId ||
  before.external !== after.external ||
  before.startDate.getTime() !== after.startDate.getTime() ||
  before.districtId !== after.districtId ||
  before.sectionId !== after.sectionId ||
  before.subsectionId !== after.subsectionId ||
  before.formId !== after.formId;
