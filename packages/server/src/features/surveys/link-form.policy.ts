import {
  type Answer,
  answer as answerSchema,
  type Answers,
  isQuestion,
  type SurveyItem,
  type SurveyQuestion,
} from '@campanero/contract/surveys/definition';
import { answerError, DATE_WRONG, keepReachable, missing, reachable } from '@campanero/contract/surveys/evaluate';

// What a neighbour's form sends. Without a script of its own the page shows all questions that the answers so far have opened; those
// that the new answers open come with the next page.

/** As typed, to be shown again. */
export type Typed = ReadonlyMap<number, readonly string[]>;

/** Of "No sabe / No contesta", and of a box beside fields that are typed. */
export const UNKNOWN_VALUE = 'ns';

export interface SentForm {
  typed: Typed;
  /** Of the questions that were on the page. */
  shown: number[];
  /** The interview as it was then; null: nothing was answered. */
  seen: number | null;
  /** The survey and its version: a campaign may exchange its survey until somebody answered. */
  surveyId: number;
  number: number;
  action: string;
  callbackAt: string;
}

const wholeNumber = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null);

export function readForm(body: string): SentForm {
  const fields = new URLSearchParams(body);
  const typed = new Map<number, string[]>();
  for (const [name, value] of fields) {
    const [, id] = /^q(\d{1,3})$/.exec(name) ?? [];
    if (id) typed.set(Number(id), [...(typed.get(Number(id)) ?? []), value]);
  }
  return {
    typed,
    shown: (fields.get('shown') ?? '').split(',').flatMap((id) => wholeNumber(id) ?? []),
    seen: wholeNumber(fields.get('seen')),
    surveyId: wholeNumber(fields.get('survey')) ?? 0,
    number: wholeNumber(fields.get('number')) ?? 0,
    action: fields.get('action') ?? 'save',
    callbackAt: fields.get('callbackAt') ?? '',
  };
}

/** Undefined: nothing was chosen or typed. */
function readAnswer(question: SurveyQuestion, values: readonly string[]): Answer | undefined {
  if (values.includes(UNKNOWN_VALUE)) return { none: 'unknown' };
  const first = values.map((value) => value.trim()).find(Boolean) ?? '';
  if (first === '') return undefined;
  switch (question.kind) {
    case 'choices':
      return { values: values.map(Number) };
    case 'number':
      return numberIn(first);
    case 'date':
      return { date: first };
    case 'short':
    case 'long':
      return { text: first.normalize('NFC').replaceAll('\r\n', '\n') };
    default:
      return { value: Number(first) };
  }
}

export interface ReadAnswers {
  /** Right ones only. */
  given: Answers;
  /** A sentence for each wrong or missing one. */
  errors: ReadonlyMap<number, string>;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const NOT_ANSWERED = 'Responda esta pregunta o elija «No sabe / No contesta».';

export function readAnswers(items: readonly SurveyItem[], stored: Answers, { typed, shown }: SentForm): ReadAnswers {
  const given: Record<number, Answer> = {};
  const errors = new Map<number, string>();
  const onPage = items.filter(isQuestion).filter(({ id }) => shown.includes(id));
  for (const question of onPage) {
    const answer = readAnswer(question, typed.get(question.id) ?? []) ?? passedOver(question);
    if (!answer) continue;
    const wrong = 'date' in answer && !isDate(answer.date) ? DATE_WRONG : answerError(question, answer);
    const clean = answerSchema.safeParse(answer);
    if (clean.success && !wrong) given[question.id] = clean.data;
    else errors.set(question.id, wrong ?? 'Revise esta respuesta.');
  }
  for (const { id } of missing(items, { ...stored, ...given }))
    if (shown.includes(id) && !errors.has(id)) errors.set(id, NOT_ANSWERED);
  return { given, errors };
}

/** Leaving an optional question empty is an answer once the form is sent. */
const passedOver = ({ required }: SurveyQuestion): Answer | undefined => (required ? undefined : { none: 'skipped' });

const THOUSANDS = /^-?\d{1,3}(\.\d{3})+(,\d*)?$/;
/** A number as people here write it; something else is left to the question's own sentence. */
function numberIn(text: string): Answer {
  const plain = (THOUSANDS.test(text) ? text.replaceAll('.', '') : text).replace(',', '.');
  const value = plain.trim() === '' ? Number.NaN : Number(plain);
  return Number.isFinite(value) ? { value } : { text };
}
const isDate = (text: string) => DATE.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** What differs from what is stored. */
export function changesOf(items: readonly SurveyItem[], stored: Answers, given: Answers): Answers {
  const kept = keepReachable(items, { ...stored, ...given });
  return Object.fromEntries(
    Object.entries(kept).filter(([id, answer]) => JSON.stringify(stored[Number(id)]) !== JSON.stringify(answer)),
  );
}

/** As the fields of a form hold it. */
export function typedOf(items: readonly SurveyItem[], answers: Answers): Typed {
  return new Map(
    items.filter(isQuestion).flatMap(({ id, kind }) => {
      const answer = answers[id];
      return answer ? [[id, inFields(kind, answer)] as const] : [];
    }),
  );
}

function inFields(kind: SurveyQuestion['kind'], answer: Answer): string[] {
  if ('none' in answer) return answer.none === 'unknown' ? [UNKNOWN_VALUE] : [];
  if ('values' in answer) return answer.values.map(String);
  if ('text' in answer) return [answer.text];
  if ('date' in answer) return [answer.date];
  return [kind === 'number' ? String(answer.value).replace('.', ',') : String(answer.value)];
}

/** Shown with these answers, with the titles of their sections. */
export function shownItems(items: readonly SurveyItem[], answers: Answers): SurveyItem[] {
  const steps = new Set(reachable(items, answers).map(({ id }) => id));
  const isUsed = (place: number) => {
    const next = items.slice(place + 1);
    const end = next.findIndex(({ kind }) => kind === 'section');
    return next.slice(0, end === -1 ? undefined : end).some(({ id }) => steps.has(id));
  };
  return items.filter((each, place) => (each.kind === 'section' ? isUsed(place) : steps.has(each.id)));
}
