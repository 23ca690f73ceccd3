import { z } from 'zod';
import { audienceFilterFields, PLAIN_FILTERS } from '../audience/filters.ts';
import { digitsAs, id, idNumber, instant, intBetween, named, pageOf, pageSizeUpTo } from '../shared/paging.ts';
import { spanQuery } from '../shared/span.ts';
import { rawText } from '../shared/text-schema.ts';
import { AAPOR_CLASSES, type AaporClass } from './aapor.ts';
import {
  ITEM_ID_MAX,
  type ItemKind,
  KIND_NAMES,
  OPTION_ID_MAX,
  type QuestionKind,
  type SurveyItem,
} from './definition.ts';
import { CHANNELS, type Channel } from './schemas.ts';

const count = z.number().int();

/** What one may count by: questions that are answered by choosing. */
export const FILTER_KINDS: readonly ItemKind[] = ['choice', 'choices', 'yesNo', 'scale'];
export const isFilterQuestion = (each: SurveyItem) => FILTER_KINDS.includes(each.kind);

/** "No sabe / No contesta" among the options of a filter. */
export const UNKNOWN_OPTION = 'ns';
const WRONG_OPTIONS = 'Elija una o más de las respuestas de la pregunta.';
const givenOptions = rawText(300, { tooLong: WRONG_OPTIONS }).refine(
  (joined) =>
    joined
      .split(',')
      .every((each) => each === UNKNOWN_OPTION || (/^\d{1,2}$/.test(each) && Number(each) <= OPTION_ID_MAX)),
  WRONG_OPTIONS,
);

const person = audienceFilterFields.pick({
  gender: true,
  birthYearFrom: true,
  birthYearTo: true,
  districtId: true,
  sectionId: true,
  subsectionId: true,
});
export const PERSON_FILTERS = Object.keys(person.shape) as (keyof typeof person.shape)[];

const CHANNEL_KEYS = Object.keys(CHANNELS) as [Channel, ...Channel[]];
const filters = {
  /** When the answers were saved last. */
  ...spanQuery.shape,
  channel: z.enum(CHANNEL_KEYS, 'Elija teléfono, mail o WhatsApp.').optional(),
  operatorId: id.optional(),
  ...person.shape,
  /** Interviews in which this question has one of these answers: options, comma-joined. */
  questionId: digitsAs(intBetween(1, ITEM_ID_MAX, 'Esa pregunta no existe.')).optional(),
  options: givenOptions.optional(),
};
interface Asked {
  fromdate?: string | undefined;
  todate?: string | undefined;
  birthYearFrom?: number | undefined;
  birthYearTo?: number | undefined;
  questionId?: number | undefined;
  options?: string | undefined;
}
const withOrder = <S extends z.ZodObject>(schema: S) =>
  schema
    .refine((asked: Asked) => spanQuery.safeParse({ fromdate: asked.fromdate, todate: asked.todate }).success, {
      path: ['todate'],
      message: 'La fecha Hasta debe ser posterior a la fecha Desde.',
    })
    .refine(({ birthYearFrom: from, birthYearTo: to }: Asked) => from === undefined || to === undefined || from <= to, {
      path: ['birthYearTo'],
      message: PLAIN_FILTERS.birthYearFrom.span?.disordered,
    })
    .refine(({ questionId, options }: Asked) => (questionId === undefined) === (options === undefined), {
      path: ['options'],
      message: WRONG_OPTIONS,
    });

export const resultsFilters = z.object(filters);
export type ResultsFilters = z.output<typeof resultsFilters>;
export const resultsQuery = withOrder(resultsFilters);

/** Undefined: not answered in numbers. */
const distribution = z.object({
  mean: z.number(),
  median: z.number(),
  /** Of a sample; null: of one answer there is none. */
  deviation: z.number().nullable(),
  min: z.number(),
  max: z.number(),
});
export type Distribution = z.infer<typeof distribution>;

const optionCount = z.object({ id: z.number(), text: z.string(), isRetired: z.boolean(), count });
export type OptionCount = z.infer<typeof optionCount>;

/** From, included, to `to`, excluded; one value where they are the same. */
const numberClass = z.object({ from: z.number(), to: z.number(), count });
export type NumberClass = z.infer<typeof numberClass>;

const KINDS = Object.keys(KIND_NAMES).filter((kind) => kind !== 'note' && kind !== 'section') as [
  QuestionKind,
  ...QuestionKind[],
];

const questionResult = z.object({
  id: z.number(),
  kind: z.enum(KINDS),
  text: z.string(),
  section: z.string(),
  /** Newer versions do not ask it. */
  isRetired: z.boolean(),
  unit: z.string(),
  /** Those who answered: the base of all shares. The others of those who were asked are apart. */
  answered: count,
  unknown: count,
  skipped: count,
  options: z.array(optionCount),
  distribution: distribution.nullable(),
  classes: z.array(numberClass),
  /** Of dates: by month, or by year where there are many. */
  periods: z.array(z.object({ period: z.string(), count })),
});
export type QuestionResult = z.infer<typeof questionResult>;

const begunComplete = { begun: count, complete: count };
export const resultsView = z.object({
  at: instant,
  survey: named,
  /** Interviews with any answer, and those of them that are complete. */
  ...begunComplete,
  channels: z.array(z.object({ channel: z.enum(CHANNEL_KEYS), ...begunComplete })),
  /** By the day of the last save. */
  days: z.array(z.object({ date: z.iso.date(), ...begunComplete })),
  questions: z.array(questionResult),
});
export type SurveyResults = z.infer<typeof resultsView>;

export const questionKey = z.object({ id, questionId: digitsAs(idNumber.max(ITEM_ID_MAX, 'Esa pregunta no existe.')) });

/** Question and filters: the question of the texts is in the path, that of the filter in the query. */
export const TEXTS_PAGE_SIZE = 20;
export const textsQuery = withOrder(
  z.object({
    ...filters,
    pageNumber: digitsAs(intBetween(0, 1_000_000, 'Ingrese un número de página, desde cero.')).prefault(0),
    pageSize: pageSizeUpTo(100),
  }),
);
export const textsPage = pageOf('texts', z.object({ callId: z.number(), words: z.string(), savedAt: instant }));

/** Words are counted in so many of the newest texts. */
export const WORDS_FROM_TEXTS = 5000;
export const topWords = z.object({ texts: count, words: z.array(z.object({ word: z.string(), count })) });

const CLASS_KEYS = Object.keys(AAPOR_CLASSES) as [AaporClass, ...AaporClass[]];
export const surveyRates = z.object({
  counts: z.record(z.enum(CLASS_KEYS), count),
  /** What the calls of each state count as where there is no interview. */
  states: z.array(named.extend({ class: z.enum(CLASS_KEYS), calls: count, complete: count, begun: count })),
});
export type SurveyRates = z.infer<typeof surveyRates>;
