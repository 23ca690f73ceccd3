import { z } from 'zod';
import { instant, named, rowVersion } from '../shared/paging.ts';
import { line } from '../shared/text-schema.ts';
import { SURVEY_NAME_MAX } from './definition.ts';
import { surveyItem, surveyItems } from './item-schemas.ts';

// What the endpoints of surveys take and answer. Apart from schemas.ts, because every page loads what a registration may hold.

const name = line(SURVEY_NAME_MAX, { notEmpty: 'Ingrese un nombre.' });

export const surveyBody = z.object({ name, items: surveyItems });
/** An absent field stays. */
export const surveyPatch = z.object({ name, items: surveyItems, disable: z.boolean(), version: rowVersion }).partial();

export const surveyRow = named.extend({
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

/** What is asked in a campaign now. */
export const campaignSurvey = named.extend({ number: z.number(), items: z.array(surveyItem) });
