import type { QuestionListQuery } from '@campanero/contract/questions/schemas';
import { countQuestions, selectQuestions } from '../../call-store/read/index.ts';
import { routesOf } from '../../http/mount.ts';
import { type SignedCtx, trackContactReads } from '../../work/index.ts';
import { answerQuestion } from './answer-question.ts';

export const questionRoutes = routesOf('questions', {
  list: ({ query }, ctx) => listQuestions(ctx, query),
  answer: ({ params, body }, ctx) => answerQuestion(ctx, params.id, body),
});

async function listQuestions(ctx: SignedCtx, { campaignId, closed, pageNumber, pageSize }: QuestionListQuery) {
  const { db, actor } = ctx;
  const search = { campaignId, isClosed: closed !== undefined };
  const [rows, totalElementsCount] = await Promise.all([
    selectQuestions(db, actor, search, { limit: pageSize, offset: pageNumber * pageSize }),
    countQuestions(db, actor, search),
  ]);
  await trackContactReads(
    ctx,
    rows.map((row) => ({ number: row.number, campaignId: row.campaign.id })),
    'list',
  );
  return {
    questions: rows.map((row) => ({ ...row, number: String(row.number) })),
    totalElementsCount,
    page: pageNumber,
  };
}
