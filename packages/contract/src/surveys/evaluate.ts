import {
  type Answer,
  type Answers,
  type Condition,
  hundredths,
  isQuestion,
  isStep,
  LONG_TEXT_MAX,
  NUMBER_MAX,
  optionsOf,
  OUT_OF_RANGE,
  SHORT_TEXT_MAX,
  type ShowIf,
  type SurveyItem,
  type SurveyQuestion,
  type SurveyStep,
} from './definition.ts';

// Which question is next, what is reachable, what is missing: the same code in the browser and in the server. Conditions name
// earlier questions only, so one pass in order decides what is shown.

export const DATE_WRONG = 'Ingrese una fecha completa: día, mes y año.';
const CHOOSE = 'Elija una de las opciones.';
const WRITE = 'Escriba la respuesta.';

/** Why this is no answer to the question; undefined if it is one. */
export function answerError(question: SurveyQuestion, given: Answer): string | undefined {
  if ('none' in given)
    return given.none === 'skipped' && question.required ? 'Esta pregunta necesita una respuesta.' : undefined;
  switch (question.kind) {
    case 'choice':
    case 'yesNo':
    case 'scale':
      return 'value' in given && optionsOf(question).some(({ id }) => id === given.value) ? undefined : CHOOSE;
    case 'choices':
      return 'values' in given && areOptions(question.options, given.values) ? undefined : CHOOSE;
    case 'number':
      return 'value' in given ? rangeError(question, given.value) : 'Ingrese un número.';
    case 'date':
      return 'date' in given ? undefined : DATE_WRONG;
    case 'short':
    case 'long':
      return 'text' in given
        ? textError(given.text, question.kind === 'short' ? SHORT_TEXT_MAX : LONG_TEXT_MAX)
        : WRITE;
  }
}

const areOptions = (options: readonly { id: number }[], values: readonly number[]) =>
  values.length > 0 &&
  new Set(values).size === values.length &&
  values.every((value) => options.some(({ id }) => id === value));

const textError = (words: string, max: number) =>
  words.trim() === '' ? WRITE : words.length > max ? `Excede los ${max} caracteres.` : undefined;

function rangeError({ min, max, unit }: SurveyQuestion & { kind: 'number' }, value: number): string | undefined {
  if (hundredths(value) / 100 !== value) return 'Use dos decimales como máximo.';
  // Also without ends of its own: what cannot be stored would count as answered and never be sent.
  if (Math.abs(value) > NUMBER_MAX) return OUT_OF_RANGE;
  const inUnit = unit && ` ${unit}`;
  const inWords = (limit: number) => `${limit.toLocaleString('es-AR')}${inUnit}`;
  if (min !== null && max !== null && (value < min || value > max))
    return `Ingrese un número entre ${inWords(min)} y ${inWords(max)}.`;
  if (min !== null && value < min) return `Ingrese ${inWords(min)} o más.`;
  return max !== null && value > max ? `Ingrese ${inWords(max)} o menos.` : undefined;
}

/** The answer that counts for the conditions of later questions: one that this version of the question allows. */
function validAnswer(question: SurveyQuestion, answers: Answers): Answer | undefined {
  const given = answers[question.id];
  return given !== undefined && answerError(question, given) === undefined ? given : undefined;
}

/** The date of an answer as a number: days since 1970. */
export const dayNumber = (date: string) => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);

function meets({ test, values }: Condition, given: Answer | undefined): boolean {
  if (given === undefined) return false;
  if ('none' in given) return test === 'unknown' && given.none === 'unknown';
  if (test === 'unknown') return false;
  if (test === 'answered') return true;
  const chosen = 'values' in given ? given.values : 'value' in given ? [given.value] : [];
  const isOne = values.some((value) => chosen.includes(value));
  if (test === 'is') return isOne;
  if (test === 'not') return !isOne;
  const [limit] = values;
  const measured = 'date' in given ? dayNumber(given.date) : chosen[0];
  if (limit === undefined || measured === undefined) return false;
  return test === 'atLeast' ? measured >= limit : measured <= limit;
}

function isShown({ match, conditions }: ShowIf, counting: ReadonlyMap<number, Answer | undefined>): boolean {
  const isMet = (each: Condition) => meets(each, counting.get(each.questionId));
  return match === 'all' ? conditions.every(isMet) : conditions.some(isMet);
}

/** Notes and questions that are shown with these answers, in order. */
export function reachable(items: readonly SurveyItem[], answers: Answers): SurveyStep[] {
  const counting = new Map<number, Answer | undefined>();
  return items.filter(isStep).filter((step) => {
    if (step.showIf !== null && step.showIf.conditions.length > 0 && !isShown(step.showIf, counting)) return false;
    if (isQuestion(step)) counting.set(step.id, validAnswer(step, answers));
    return true;
  });
}

const isOpen = (answers: Answers) => (step: SurveyStep) => isQuestion(step) && !validAnswer(step, answers);

/** Where an interview goes on: the first reachable question without an answer, or the notes that are read right before it. */
export function nextStep(items: readonly SurveyItem[], answers: Answers): SurveyStep | undefined {
  const steps = reachable(items, answers);
  let place = steps.findIndex(isOpen(answers));
  if (place === -1) return undefined;
  while (place > 0 && steps[place - 1]?.kind === 'note') place--;
  return steps[place];
}

/** Reachable questions that are neither answered nor passed over. */
export const missing = (items: readonly SurveyItem[], answers: Answers): SurveyQuestion[] =>
  reachable(items, answers).filter(isQuestion).filter(isOpen(answers));

export const isComplete = (items: readonly SurveyItem[], answers: Answers): boolean =>
  missing(items, answers).length === 0 && reachable(items, answers).some(isQuestion);

/** What is saved: without answers to questions that are hidden now. Answers to questions of other versions stay. */
export function keepReachable(items: readonly SurveyItem[], answers: Answers): Answers {
  const shown = new Set(reachable(items, answers).map(({ id }) => id));
  const hidden = items.filter(isQuestion).filter(({ id }) => !shown.has(id));
  const kept = { ...answers };
  for (const { id } of hidden) delete kept[id];
  return kept;
}

/** Passes over what need not be answered: a form that is sent leaves nothing open on purpose. */
export function skipOptional(items: readonly SurveyItem[], answers: Answers): Answers {
  const filled: Record<number, Answer> = { ...answers };
  // A skipped answer meets no condition, so it opens and closes nothing.
  for (const { id, required } of missing(items, answers)) if (!required) filled[id] = { none: 'skipped' };
  return filled;
}

/** How far an interview is: of the questions that are reachable with these answers, how many have one. */
export function progress(items: readonly SurveyItem[], answers: Answers): { done: number; total: number } {
  const total = reachable(items, answers).filter(isQuestion).length;
  return { done: total - missing(items, answers).length, total };
}
