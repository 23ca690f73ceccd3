import { z } from 'zod';
import { ID_MAX, idNumber, intBetween } from '../shared/paging.ts';
import { answerList } from './definition.ts';
import type { interviewView } from './interview-endpoints.ts';
import type { campaignSurvey, surveyBody, surveyDetail, surveyPatch, surveyRow } from './survey-schemas.ts';

export type SurveyBody = z.output<typeof surveyBody>;
export type SurveyPatch = z.output<typeof surveyPatch>;
export type SurveyRow = z.infer<typeof surveyRow>;
export type SurveyDetail = z.infer<typeof surveyDetail>;
export type CampaignSurvey = z.infer<typeof campaignSurvey>;
export type InterviewView = z.infer<typeof interviewView>;

export const CHANNELS = { phone: 'Teléfono', mail: 'Mail', whatsapp: 'WhatsApp' } as const;
export type Channel = keyof typeof CHANNELS;

/** Answers that come with a registration, a correction or a form: those that were given or changed. */
export const interviewBody = z.object({
  surveyId: idNumber,
  /** The version that was on the screen. */
  number: intBetween(1, ID_MAX, 'Esa versión del relevamiento no existe.'),
  answers: answerList,
});
export type InterviewBody = z.output<typeof interviewBody>;

/** Another survey than the campaign's, a version that is gone; an answer that the question does not allow. */
export const INTERVIEW_ERRORS = ['SURVEY_CHANGED', 'SURVEY_ANSWER'] as const;
