import { formatDay } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import {
  type Condition,
  isQuestion,
  KIND_NAMES,
  optionsOf,
  type SurveyItem,
  type SurveyQuestion,
  UNKNOWN_WORDS,
} from '@campanero/contract/surveys/definition';

export const questionCount = (count: number) => formatCounted(count, 'pregunta', 'preguntas');
export const surveyCount = (count: number) => formatCounted(count, 'relevamiento', 'relevamientos');
export const interviewCount = (count: number) => formatCounted(count, 'entrevista', 'entrevistas');

export const SURVEY_NOT_SAVED = 'No fue posible guardar el relevamiento. Inténtelo de nuevo o contacte con el soporte.';
export const NEW_NAME = 'Nuevo relevamiento';
export const BECOMES_NEW = 'Al guardar será una pregunta nueva; las respuestas de la anterior quedan en Resultados.';

const UNWRITTEN: Partial<Record<SurveyItem['kind'], string>> = {
  section: 'Sección sin título',
  note: 'Texto para leer sin escribir',
};
/** In a list; an item without words is named by what it is. */
export const itemTitle = (item: SurveyItem) => item.text.trim() || (UNWRITTEN[item.kind] ?? 'Pregunta sin escribir');

const SHORT_MAX = 60;
/** Inside another sentence. */
function shortTitle(item: SurveyItem): string {
  const title = itemTitle(item);
  return title.length > SHORT_MAX ? `${title.slice(0, SHORT_MAX).trimEnd()}…` : title;
}

type Test = Condition['test'];
const MEASURED: Record<Test, string> = {
  is: 'es',
  not: 'no es',
  atLeast: 'es al menos',
  atMost: 'es como máximo',
  answered: 'tiene respuesta',
  unknown: `es «${UNKNOWN_WORDS}»`,
};

/** How a test reads after the name of its question. */
export function testName(test: Test, kind: SurveyQuestion['kind']): string {
  if (kind === 'date' && test === 'atLeast') return 'es desde el';
  if (kind === 'date' && test === 'atMost') return 'es hasta el';
  if (kind === 'choices' && test === 'is') return 'incluye';
  if (kind === 'choices' && test === 'not') return 'no incluye';
  return MEASURED[test];
}

const DAY_MS = 86_400_000;
export const dayOf = (dayNumber: number) => new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);

function valueInWords(question: SurveyQuestion, value: number): string {
  if (question.kind === 'date') return formatDay(dayOf(value));
  if (question.kind === 'scale' || question.kind === 'number') return value.toLocaleString('es-AR');
  const text = optionsOf(question).find(({ id }) => id === value)?.text;
  return text === undefined ? 'una opción que ya no está' : text || `la opción ${value}`;
}

function conditionInWords({ questionId, test, values }: Condition, items: readonly SurveyItem[]): string {
  const question = items.filter(isQuestion).find(({ id }) => id === questionId);
  if (!question) return 'una pregunta que ya no está';
  const words = values.map((value) => valueInWords(question, value)).join(' o ');
  return [`«${shortTitle(question)}»`, testName(test, question.kind), words].filter(Boolean).join(' ');
}

/** "Mostrar si …"; empty for what is always shown. */
export function showIfInWords(item: SurveyItem, items: readonly SurveyItem[]): string {
  const showIf = 'showIf' in item ? item.showIf : null;
  if (!showIf || showIf.conditions.length === 0) return '';
  const joint = showIf.match === 'all' ? ' y ' : ' o bien ';
  return `Mostrar si ${showIf.conditions.map((each) => conditionInWords(each, items)).join(joint)}`;
}

/** What kind of item, in a line. */
export function kindInWords(item: SurveyItem): string {
  const name = KIND_NAMES[item.kind];
  if (item.kind === 'scale') return `${name} ${item.from} a ${item.to}`;
  if ('options' in item) return `${name} · ${formatCounted(item.options.length, 'opción', 'opciones')}`;
  return name;
}

/** Of a conflict: each item in a line. */
export const itemsInWords = (items: readonly SurveyItem[]) =>
  items.map((item, place) => `${place + 1}. ${itemTitle(item)}`).join('\n');
