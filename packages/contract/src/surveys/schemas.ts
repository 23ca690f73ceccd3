import { z } from 'zod';
import { ID_MAX, idNumber, instant, intBetween, named, rowVersion } from '../shared/paging.ts';
import { line } from '../shared/text-schema.ts';
import { answer, answerList, surveyItem, surveyItems } from './definition.ts';

export const SURVEY_NAME_MAX = 100;
const name = line(SURVEY_NAME_MAX, { notEmpty: 'Ingrese un nombre.' });

export const surveyBody = z.object({ name, items: surveyItems });
export type SurveyBody = z.output<typeof surveyBody>;
/** An absent field stays. */
export const surveyPatch = z.object({ name, items: surveyItems, disable: z.boolean(), version: rowVersion }).partial();
export type SurveyPatch = z.output<typeof surveyPatch>;

const surveyRow = named.extend({
  disable: z.boolean(),
  version: z.number(),
  /** Of the version that is asked now. */
  questions: z.number(),
  /** Campaigns that use it. */
  campaigns: z.number(),
  /** Interviews with any answer. */
  interviews: z.number(),
  updatedAt: instant,
});
export type SurveyRow = z.infer<typeof surveyRow>;
export const surveyList = z.array(surveyRow);

const surveyVersion = z.object({ number: z.number(), madeBy: named, madeAt: instant, interviews: z.number() });

export const surveyDetail = surveyRow.extend({
  number: z.number(),
  items: z.array(surveyItem),
  /** The largest ids that were ever used: a new question or option takes the next one. */
  lastIds: z.object({ item: z.number(), options: z.array(z.object({ itemId: z.number(), last: z.number() })) }),
  /** Those with answers and the one that is asked now, newest first. */
  versions: z.array(surveyVersion),
});
export type SurveyDetail = z.infer<typeof surveyDetail>;

/** What is asked in a campaign now. */
export const campaignSurvey = named.extend({ number: z.number(), items: z.array(surveyItem) });
export type CampaignSurvey = z.infer<typeof campaignSurvey>;

export const CHANNELS = { phone: 'Teléfono', mail: 'Mail', whatsapp: 'WhatsApp' } as const;
export type Channel = keyof typeof CHANNELS;
const channel = z.enum(['phone', 'mail', 'whatsapp']);

/** Answers that come with a registration, a correction or a form: those that were given or changed. */
export const interviewBody = z.object({
  surveyId: idNumber,
  /** The version that was on the screen. */
  number: intBetween(1, ID_MAX, 'Esa versión del relevamiento no existe.'),
  answers: answerList,
});
export type InterviewBody = z.output<typeof interviewBody>;

/** What was answered so far in a call. */
export const interviewView = z.object({
  answers: z.array(z.object({ questionId: z.number(), answer })),
  complete: z.boolean(),
  saves: z.array(
    z.object({
      at: instant,
      /** Null: the neighbour, by a link. */
      userName: z.string().nullable(),
      channel,
      answered: z.number(),
      complete: z.boolean(),
    }),
  ),
});
export type InterviewView = z.infer<typeof interviewView>;

/** Another survey than the campaign's, a version that is gone; an answer that the question does not allow. */
export const INTERVIEW_ERRORS = ['SURVEY_CHANGED', 'SURVEY_ANSWER'] as const;
