import { fold } from '../shared/text.ts';
import {
  type Condition,
  isQuestion,
  isStep,
  optionsOf,
  QUESTIONS_MAX,
  type SurveyItem,
  type SurveyQuestion,
  type SurveyStep,
} from './definition.ts';

// What keeps a questionnaire from being used. The editor shows each sentence beside its item; the server refuses all of them.

export interface SurveyMistake {
  /** Undefined: of the whole questionnaire. */
  itemId?: number;
  message: string;
}

export const NO_QUESTION = 'El relevamiento necesita al menos una pregunta.';
export const UNREACHABLE = 'Esta pregunta no se hace nunca: sus condiciones no se pueden cumplir a la vez.';
const CONDITION_GONE = 'Una condición mira una pregunta que ya no está antes que esta. Elija otra o quítela.';

export function surveyMistakes(items: readonly SurveyItem[]): SurveyMistake[] {
  const questions = items.filter(isQuestion);
  const whole = [
    ...(questions.length === 0 ? [NO_QUESTION] : []),
    ...(questions.length > QUESTIONS_MAX ? [`Un relevamiento tiene hasta ${QUESTIONS_MAX} preguntas.`] : []),
    ...(new Set(items.map(({ id }) => id)).size < items.length
      ? ['Dos preguntas tienen el mismo número interno.']
      : []),
  ].map((message) => ({ message }));
  if (whole.length > 0) return whole;
  const ofItems = items.flatMap((each) => itemMistakes(each, items).map((message) => ({ itemId: each.id, message })));
  // Conditions that are wrong in themselves say nothing about what can be reached.
  if (ofItems.length > 0) return ofItems;
  const steps = items.filter(isStep);
  const budget = { steps: STEPS_MAX };
  return steps
    .filter((step) => !isEverShown(steps, step, budget))
    .map(({ id }) => ({ itemId: id, message: UNREACHABLE }));
}

function itemMistakes(each: SurveyItem, items: readonly SurveyItem[]): string[] {
  const wording = each.text === '' ? [NO_TEXT[each.kind] ?? 'Escriba la pregunta.'] : [];
  const before = items.slice(0, items.indexOf(each)).filter(isQuestion);
  const conditions = isStep(each) ? (each.showIf?.conditions ?? []) : [];
  return [...wording, ...choiceMistakes(each), ...new Set(conditions.flatMap((one) => conditionMistake(one, before)))];
}

const NO_TEXT: Partial<Record<SurveyItem['kind'], string>> = {
  section: 'Escriba el título de la sección.',
  note: 'Escriba el texto que se lee.',
};

function choiceMistakes(each: SurveyItem): string[] {
  if (each.kind === 'scale') {
    const isShort = each.labels.length > each.to - each.from + 1;
    return each.to <= each.from || isShort ? ['La escala termina antes de lo que empieza.'] : [];
  }
  if (each.kind === 'number')
    return each.min !== null && each.max !== null && each.min > each.max ? ['El mínimo es mayor que el máximo.'] : [];
  if (each.kind !== 'choice' && each.kind !== 'choices') return [];
  const texts = each.options.map((option) => fold(option.text));
  if (texts.length < 2) return ['Escriba al menos dos opciones.'];
  if (texts.includes('')) return ['Hay una opción vacía: escríbala o quítela.'];
  if (new Set(texts).size < texts.length) return ['Dos opciones dicen lo mismo.'];
  return new Set(each.options.map(({ id }) => id)).size < texts.length ? ['Dos opciones tienen el mismo número.'] : [];
}

function conditionMistake({ questionId, test, values }: Condition, before: readonly SurveyQuestion[]): string[] {
  const asked = before.find(({ id }) => id === questionId);
  if (!asked) return [CONDITION_GONE];
  if (test === 'answered') return [];
  if (test === 'unknown') return asked.required ? [] : ['«No sabe / No contesta» solo se ofrece en las obligatorias.'];
  if (!testsOf(asked).includes(test)) return ['Una condición no corresponde al tipo de la pregunta que mira.'];
  if (values.length === 0) return ['A una condición le falta el valor.'];
  if (test === 'is' || test === 'not') {
    const known = optionsOf(asked);
    const isGone = known.length > 0 && values.some((value) => !known.some(({ id }) => id === value));
    return isGone ? ['Una condición mira una opción que ya no está. Elija otra o quítela.'] : [];
  }
  return values.length > 1 ? ['Una condición tiene más de un límite.'] : [];
}

/** Which tests a condition on this question may use. */
export function testsOf(question: SurveyQuestion): Condition['test'][] {
  const unknown = question.required ? (['unknown'] as const) : [];
  switch (question.kind) {
    case 'choice':
    case 'choices':
    case 'yesNo':
      return ['is', 'not', 'answered', ...unknown];
    case 'scale':
    case 'number':
      return ['is', 'not', 'atLeast', 'atMost', 'answered', ...unknown];
    case 'date':
      return ['atLeast', 'atMost', 'answered', ...unknown];
    default:
      return ['answered', ...unknown];
  }
}

/** What an answer must be so that some conditions are met. Options of a question with several: the ones chosen and not chosen. */
interface Demand {
  isUnknown: boolean;
  least: number;
  most: number;
  /** At least one of each list was chosen. */
  among: readonly (readonly number[])[];
  without: readonly number[];
}
type Demands = ReadonlyMap<number, Demand>;
const ANY_ANSWER: Omit<Demand, 'isUnknown'> = { least: -Infinity, most: Infinity, among: [], without: [] };

/** More combinations than this are not tried in a questionnaire: further questions then count as reachable. */
const STEPS_MAX = 20_000;

/** Whether some answers show the step. Goes from the step back to the beginning and tries the alternatives of "any". */
function isEverShown(steps: readonly SurveyStep[], step: SurveyStep, budget: { steps: number }): boolean {
  const places = new Map(steps.map(({ id }, place) => [id, place]));
  /** `open`: places of steps that have to be shown. The last one first: it asks only about earlier ones, so each comes once. */
  function search(open: ReadonlySet<number>, demands: Demands): boolean {
    if (open.size === 0 || budget.steps-- <= 0) return true;
    const place = Math.max(...open);
    const showIf = steps[place]?.showIf;
    const conditions = showIf?.conditions ?? [];
    const alternatives =
      showIf?.match === 'any' && conditions.length > 0 ? conditions.map((each) => [each]) : [conditions];
    return alternatives.some((together) => {
      let further: Demands | undefined = demands;
      for (const each of together) further &&= withCondition(further, each, steps[places.get(each.questionId) ?? -1]);
      if (!further) return false;
      const asked = together.flatMap(({ questionId }) => places.get(questionId) ?? []);
      return search(new Set([...[...open].filter((each) => each !== place), ...asked]), further);
    });
  }
  return search(new Set([places.get(step.id) ?? 0]), new Map());
}

function withCondition(demands: Demands, condition: Condition, question: SurveyStep | undefined) {
  const { questionId, test, values } = condition;
  const before = demands.get(questionId);
  const isUnknown = test === 'unknown';
  if (!question || (before && before.isUnknown !== isUnknown)) return undefined;
  const had = before ?? { ...ANY_ANSWER, isUnknown };
  const [limit = 0] = values;
  const demand: Demand = {
    isUnknown,
    least: test === 'atLeast' ? Math.max(had.least, limit) : had.least,
    most: test === 'atMost' ? Math.min(had.most, limit) : had.most,
    among: test === 'is' ? [...had.among, values] : had.among,
    without: test === 'not' ? [...had.without, ...values] : had.without,
  };
  return isUnknown || canAnswer(question, demand) ? new Map(demands).set(questionId, demand) : undefined;
}

function canAnswer(question: SurveyStep, { least, most, among, without }: Demand): boolean {
  const fits = (value: number) =>
    value >= least && value <= most && !without.includes(value) && among.every((list) => list.includes(value));
  if (question.kind === 'choices') {
    const free = question.options.map(({ id }) => id).filter((id) => !without.includes(id));
    return free.length > 0 && among.every((list) => list.some((id) => free.includes(id)));
  }
  if (question.kind === 'number') {
    const from = Math.max(least, question.min ?? -Infinity);
    const to = Math.min(most, question.max ?? Infinity);
    if (from > to) return false;
    const [list] = among;
    if (list) return list.some((value) => value >= from && value <= to && fits(value));
    return to > from || !without.includes(from);
  }
  const options = isQuestion(question) ? optionsOf(question) : [];
  return options.length === 0 ? least <= most : options.some(({ id }) => fits(id));
}

/** A question that was saved keeps its type, and a scale its ends: an answer would mean something else. Another type is another question. */
export const isSameQuestion = (was: SurveyItem, now: SurveyItem): boolean =>
  was.kind === now.kind &&
  !(was.kind === 'scale' && now.kind === 'scale' && (was.from !== now.from || was.to !== now.to));

/** Compared with all that was ever saved. */
export const changedMeaning = (before: readonly SurveyItem[], after: readonly SurveyItem[]): SurveyMistake[] =>
  after
    .filter((each) => before.some((was) => was.id === each.id && !isSameQuestion(was, each)))
    .map(({ id }) => ({ itemId: id, message: 'El tipo de una pregunta guardada no cambia: haga una pregunta nueva.' }));
