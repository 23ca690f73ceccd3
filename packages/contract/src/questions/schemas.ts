import { z } from 'zod';
import { id, instant, named, pageOf, pagingQuery } from '../shared/paging.ts';
import { text } from '../shared/text-schema.ts';

export const QUESTION_ANSWER_MAX = 1000;

/** Empty: closed without an answer. */
export const questionAnswerBody = z.object({ answer: text(QUESTION_ANSWER_MAX) });
export type QuestionAnswerBody = z.infer<typeof questionAnswerBody>;

const QUESTION_ORDER = ['askedAt'] as const;
export type QuestionOrder = (typeof QUESTION_ORDER)[number];

export const questionFilters = z.object({
  campaignId: id.optional(),
  /** Without it: those that wait, of campaigns that are not closed. */
  closed: z.literal('1').optional(),
});
export const questionListQuery = pagingQuery(QUESTION_ORDER).extend(questionFilters.shape);
export type QuestionListQuery = z.infer<typeof questionListQuery>;

const question = z.object({
  id: z.number(),
  question: z.string(),
  askedAt: instant,
  askedBy: named,
  campaign: named,
  callId: z.number(),
  number: z.string(),
  contactName: z.string(),
  stateName: z.string(),
  stateColor: z.string(),
  /** Null: not answered, or closed without an answer. */
  answer: z.string().nullable(),
  closedBy: named.nullable(),
  closedAt: instant.nullable(),
});
export type Question = z.infer<typeof question>;
export const questionPage = pageOf('questions', question);
