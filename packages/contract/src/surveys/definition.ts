import { z } from 'zod';
import { intBetween } from '../shared/paging.ts';
import { list, text } from '../shared/text-schema.ts';

// What a survey (Relevamiento) consists of. Questions and options keep their id for ever: results of all versions are added by it.

export const SURVEY_NAME_MAX = 100;
export const QUESTIONS_MAX = 60;
export const SECTIONS_MAX = 20;
/** Of items there are at a time, and of those there ever were: the id is the place in the stored answers. */
export const ITEMS_MAX = QUESTIONS_MAX + SECTIONS_MAX;
export const ITEM_ID_MAX = 500;
export const CONDITIONS_MAX = 5;
export const OPTIONS_MAX = 30;
/** Chosen options are stored as bits of one number, which JavaScript holds exactly. */
export const OPTION_ID_MAX = 50;
export const SURVEY_TEXT_MAX = 100_000;
export const SHORT_TEXT_MAX = 200;
export const LONG_TEXT_MAX = 1000;
export const NUMBER_MAX = 1_000_000_000;
export const SCALE_MAX = 10;

const NO_ITEM = 'Esa pregunta no existe.';
export const itemId = intBetween(1, ITEM_ID_MAX, NO_ITEM);
export const optionId = intBetween(1, OPTION_ID_MAX, 'Esa opción no existe.');
export const OUT_OF_RANGE = `Ingrese un número entre ${-NUMBER_MAX} y ${NUMBER_MAX}.`;
/** Two decimals at most: stored in hundredths. */
export const hundredths = (value: number) => Math.round(value * 100);
export const decimal = z
  .number(OUT_OF_RANGE)
  .min(-NUMBER_MAX, OUT_OF_RANGE)
  .max(NUMBER_MAX, OUT_OF_RANGE)
  .refine((value) => hundredths(value) / 100 === value, 'Use dos decimales como máximo.');

// Their schemas are in item-schemas.ts: every page loads what an answer is, and hardly one what an item is.

export interface Condition {
  questionId: number;
  /** `is`: one of the values was chosen. `not`: answered, and with none of them. `unknown`: No sabe / No contesta. */
  test: 'is' | 'not' | 'atLeast' | 'atMost' | 'answered' | 'unknown';
  values: number[];
}
export interface ShowIf {
  match: 'all' | 'any';
  conditions: Condition[];
}

interface Written {
  id: number;
  text: string;
}
interface Shown extends Written {
  help: string;
  showIf: ShowIf | null;
}
interface Asked extends Shown {
  required: boolean;
}
export type SurveyItem =
  | (Written & { kind: 'section' })
  | (Shown & { kind: 'note' })
  | (Asked & { kind: 'choice'; options: Option[] })
  | (Asked & { kind: 'choices'; options: Option[] })
  | (Asked & { kind: 'yesNo' })
  /** `labels`: one for each point, from the first to the last; empty: the number alone. */
  | (Asked & { kind: 'scale'; from: number; to: number; labels: string[] })
  | (Asked & { kind: 'number'; min: number | null; max: number | null; unit: string })
  | (Asked & { kind: 'date' })
  | (Asked & { kind: 'short' })
  | (Asked & { kind: 'long' });
export type ItemKind = SurveyItem['kind'];
/** What has an answer. */
export type SurveyQuestion = Exclude<SurveyItem, { kind: 'section' | 'note' }>;
export type QuestionKind = SurveyQuestion['kind'];
/** What is shown to whoever asks: everything but the titles of sections. */
export type SurveyStep = Exclude<SurveyItem, { kind: 'section' }>;

export const KIND_NAMES: Record<ItemKind, string> = {
  choice: 'Una opción',
  choices: 'Varias opciones',
  yesNo: 'Sí o no',
  scale: 'Escala',
  number: 'Número',
  date: 'Fecha',
  short: 'Texto corto',
  long: 'Texto largo',
  note: 'Texto para leer',
  section: 'Sección',
};

export const isQuestion = (each: SurveyItem): each is SurveyQuestion => each.kind !== 'section' && each.kind !== 'note';
export const isStep = (each: SurveyItem): each is SurveyStep => each.kind !== 'section';

export const YES = 1;
export const NO = 2;
const YES_NO = [
  { id: YES, text: 'Sí' },
  { id: NO, text: 'No' },
];

interface Option {
  id: number;
  text: string;
}
/** What one may choose from, in its order; empty for questions that are answered otherwise. */
export function optionsOf(question: SurveyItem): readonly Option[] {
  switch (question.kind) {
    case 'choice':
    case 'choices':
      return question.options;
    case 'yesNo':
      return YES_NO;
    case 'scale':
      return Array.from({ length: Math.max(0, question.to - question.from + 1) }, (_, place) => ({
        id: question.from + place,
        text: question.labels[place] ?? '',
      }));
    default:
      return [];
  }
}

export const UNKNOWN_WORDS = 'No sabe / No contesta';

/** An answer as it is asked for, sent and kept in drafts. */
export const answer = z.union([
  /** An option, a point of a scale, or a number. */
  z.object({ value: decimal }),
  z.object({ values: list(optionId, OPTIONS_MAX).min(1) }),
  z.object({ text: text(LONG_TEXT_MAX) }),
  z.object({ date: z.iso.date({ abort: true }) }),
  /** `unknown`: No sabe / No contesta. `skipped`: a question that need not be answered was passed over. */
  z.object({ none: z.enum(['unknown', 'skipped']) }),
]);
export type Answer = z.infer<typeof answer>;

/** By the question's id. */
export type Answers = Readonly<Record<number, Answer>>;

export const answerList = list(z.object({ questionId: itemId, answer }), QUESTIONS_MAX);
type AnswerList = z.infer<typeof answerList>;
export const answersOf = (given: AnswerList): Answers =>
  Object.fromEntries(given.map(({ questionId, answer: each }) => [questionId, each]));
export const answersAsList = (answers: Answers): AnswerList =>
  Object.entries(answers).map(([questionId, each]) => ({ questionId: Number(questionId), answer: each }));
