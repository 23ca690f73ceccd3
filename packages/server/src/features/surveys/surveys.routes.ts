import { answersAsList } from '@campanero/contract/surveys/definition';
import { readSpan } from '@campanero/contract/shared/span';
import { answersIn, findInterview, selectSaves, selectShutAnswers } from '../../call-store/read/index.ts';
import { routesOf } from '../../http/mount.ts';
import { AppError, found, onReplica } from '../../work/index.ts';
import { getCallingCampaign, hasCall } from '../calls/calling-campaign.queries.ts';
import { saveQuotas, viewQuotas } from './save-quotas.ts';
import { createSurvey, describeSurvey, updateSurvey } from './save-survey.ts';
import { sendSurveyLink } from './send-link.ts';
import { countLinks } from './survey-links.queries.ts';
import { findAsked, findVisibleSurveyId, selectSurveys } from './surveys.queries.ts';

export const surveyRoutes = routesOf('surveys', {
  list: (_input, { db }) => selectSurveys(db),
  get: ({ params }, { db }) => describeSurvey(db, params.id),
  create: ({ body }, ctx) => createSurvey(ctx, body),
  update: ({ params, body }, ctx) => updateSurvey(ctx, params.id, body),
  ofCampaign: async ({ params }, { db, actor }) =>
    found(await findAsked(db, found(await findVisibleSurveyId(db, actor, params.id)))),
  quotas: ({ params }, ctx) => viewQuotas(ctx, params.id),
  saveQuotas: ({ params, body }, ctx) => saveQuotas(ctx, params.id, body),
  linkCounts: ({ params, query }, ctx) =>
    onReplica(ctx, async ({ db, actor }) => {
      // Null: none now.
      if ((await findVisibleSurveyId(db, actor, params.id)) === undefined) throw new AppError('NOT_FOUND');
      return countLinks(db, params.id, readSpan(query));
    }),
  sendLink: ({ params, body }, ctx) => sendSurveyLink(ctx, params, body.channel),
  interview: async ({ params }, { db, actor, clock }) => {
    const campaign = await getCallingCampaign(db, actor, params.id);
    if (!hasCall(campaign, params.callId) || campaign.surveyId === null) throw new AppError('NOT_FOUND');
    const [asked, stored, saves, shut] = await Promise.all([
      findAsked(db, campaign.surveyId),
      findInterview(db, params.callId),
      selectSaves(db, params.callId),
      selectShutAnswers(db, params.callId, clock()),
    ]);
    const answers = asked && stored ? answersIn(asked.items, stored) : {};
    return { answers: answersAsList(answers), complete: stored?.complete ?? false, shut, saves };
  },
});
