import { countClasses, classOfState } from '@campanero/contract/surveys/aapor';
import { type ResultsFilters, WORDS_FROM_TEXTS } from '@campanero/contract/surveys/results-schemas';
import { CHANNELS, type Channel } from '@campanero/contract/surveys/schemas';
import {
  countTexts,
  readAnswerCodes,
  readInterviewBytes,
  readStateCounts,
  selectTexts,
} from '../../call-store/read/index.ts';
import { routesOf } from '../../http/mount.ts';
import type { SignedCtx } from '../../work/index.ts';
import { AppError } from '../../work/app-error.ts';
import { getVisibleCampaign } from '../campaigns/view/campaign-detail.queries.ts';
import { figuresOf, type InterviewGroup, tallyInterviews } from './results-figures.ts';
import { openResults } from './results-filter.queries.ts';
import { countWords } from './results-words.ts';

/** Every figure is counted from the present answers when it is asked for (docs/rules/surveys.md). */
export const surveyResultsRoutes = routesOf('surveyResults', {
  results: async ({ params, query }, ctx) => {
    const source = await openCampaign(ctx, params.id, query);
    const { codes, groups } = await tallyInterviews(await readInterviewBytes(ctx, source.campaign, source.filter));
    const questions = [];
    for (const counted of source.questions) {
      const { id } = counted.question;
      const { counts, isExact } = codes.get(id) ?? { counts: [], isExact: true };
      const exact = isExact ? counts : await readAnswerCodes(ctx, source.campaign, source.filter, id);
      questions.push(figuresOf(counted, exact));
    }
    return { at: ctx.clock().toISOString(), survey: source.survey, ...sumGroups(groups), questions };
  },
  texts: async ({ params, query }, ctx) => {
    const asked = await openTexts(ctx, params, query);
    const { pageNumber: page, pageSize: limit } = query;
    const total = await countTexts(ctx, asked);
    const texts = await selectTexts(ctx, { ...asked, limit, offset: page * limit });
    return { texts, totalElementsCount: total, page };
  },
  words: async ({ params, query }, ctx) => {
    const asked = await openTexts(ctx, params, query);
    const newest = await selectTexts(ctx, { ...asked, limit: WORDS_FROM_TEXTS, offset: 0 });
    return countWords(newest.map(({ words }) => words));
  },
  rates: async ({ params }, ctx) => {
    const { campaign } = await getAskingCampaign(ctx, params.id);
    const states = await readStateCounts(ctx, campaign);
    return { counts: countClasses(states), states: states.map((state) => ({ ...state, class: classOfState(state) })) };
  },
});

/** A campaign that the caller may see and that has a survey. */
async function getAskingCampaign(ctx: SignedCtx, id: number) {
  const campaign = await getVisibleCampaign(ctx, id);
  if (!campaign.survey) throw new AppError('NOT_FOUND');
  return { campaign, survey: campaign.survey };
}

async function openCampaign(ctx: SignedCtx, id: number, query: ResultsFilters) {
  const { campaign, survey } = await getAskingCampaign(ctx, id);
  return { campaign, survey, ...(await openResults(ctx.db, survey.id, query)) };
}

async function openTexts(
  ctx: SignedCtx,
  { id, questionId }: { id: number; questionId: number },
  query: ResultsFilters,
) {
  const { campaign, filter, questions } = await openCampaign(ctx, id, query);
  const kind = questions.find(({ question }) => question.id === questionId)?.question.kind;
  if (kind !== 'short' && kind !== 'long') throw new AppError('NOT_FOUND');
  return { campaign, filter, questionId };
}

const sumOf = (groups: readonly InterviewGroup[]) => ({
  begun: groups.reduce((sum, { n }) => sum + n, 0),
  complete: groups.reduce((sum, { n, complete }) => sum + (complete ? n : 0), 0),
});

function sumGroups(groups: readonly InterviewGroup[]) {
  const channels = Object.keys(CHANNELS) as Channel[];
  return {
    ...sumOf(groups),
    channels: channels.map((channel) => ({ channel, ...sumOf(groups.filter((each) => each.channel === channel)) })),
    days: [...Map.groupBy(groups, ({ day }) => day)].map(([date, ofDay]) => ({ date, ...sumOf(ofDay) })),
  };
}
