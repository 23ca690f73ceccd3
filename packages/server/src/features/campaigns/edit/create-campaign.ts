import { insertRow } from '../../../db/index.ts';
import type { CreateCampaignFields } from '@campanero/contract/campaigns/create-schemas';
import { isOnExternalSide } from '@campanero/contract/roles';
import type { UploadedFile } from '../../../integrations/files/port.ts';
import { AppError, campaignAudit, type SignedCtx, transact } from '../../../work/index.ts';
import { findCampaignOrigin, startLoad } from '../../loads/start-load.ts';
import { insertOperators, insertScripts, jsonOf, replaceStates } from './campaign-write.queries.ts';
import {
  checkCoordinator,
  checkObjective,
  checkOperators,
  checkPlace,
  checkSurvey,
  chooseForm,
  listObjectiveStates,
} from './choices.queries.ts';
import { describeCampaign, withoutBlanks } from '../view/describe-campaign.queries.ts';

/** The external side creates only external campaigns. With people of another campaign, their load begins at once. */
export async function createCampaign(ctx: SignedCtx, fields: CreateCampaignFields, files: readonly UploadedFile[]) {
  const mustBeExternal = isOnExternalSide(ctx.actor);
  const external = fields.external ?? mustBeExternal;
  // A service account of some campaigns could not see the new one.
  const isOfSome = (ctx.actor.service?.campaignIds ?? null) !== null;
  if ((mustBeExternal && !external) || isOfSome) throw new AppError('FORBIDDEN');
  const form = await chooseForm(ctx, fields.formId);
  const { people } = fields;
  const origin = people && (await findCampaignOrigin(ctx, people));
  return transact(ctx, async (work) => {
    const { trx, actor, now } = work;
    const { objectiveId, coordinatedBy } = fields;
    const operators = [...new Set(fields.operators)];
    const place = {
      districtId: fields.districtId || null,
      sectionId: fields.sectionId || null,
      subsectionId: fields.subsectionId || null,
    };
    await checkObjective(trx, objectiveId);
    await checkCoordinator(trx, coordinatedBy, external);
    await checkOperators(trx, operators, external);
    await checkPlace(trx, place);
    if (fields.surveyId) await checkSurvey(trx, fields.surveyId);

    const id = await insertRow(trx, 'campaign', {
      name: fields.name,
      description: fields.description,
      externalId: fields.externalId || null,
      objectiveId,
      coordinatedBy,
      external,
      startDate: new Date(fields.startDate),
      endDate: new Date(fields.endDate),
      ...place,
      ...form,
      retryOtherHours: fields.retryOtherHours ?? true,
      obeysLists: fields.obeysLists ?? true,
      exemptReason: fields.obeysLists === false ? fields.exemptReason : null,
      callingRules: jsonOf(fields.callingRules ?? null),
      surveyId: fields.surveyId ?? null,
      createdBy: actor.id,
      createdAt: now,
      updatedAt: now,
    });
    await insertOperators(trx, id, operators, now);
    await replaceStates(trx, id, await listObjectiveStates(trx, objectiveId));
    await insertScripts(trx, id, files, { userId: actor.id, now });
    const record = { ...campaignAudit(id, 'CREAR'), after: withoutBlanks(await describeCampaign(trx, id)) };
    const load = people && origin && (await startLoad(work, id, origin, people));
    await work.auditEach(load ? [record, load.record] : [record]);
    return { id };
  });
}
