import type { InterviewBody } from '@campanero/contract/surveys/schemas';
import {
  type Answer,
  type Answers,
  answersAsList,
  type SurveyItem,
  type SurveyQuestion,
} from '@campanero/contract/surveys/definition';
import { missing } from '@campanero/contract/surveys/evaluate';
import type { QuotaCellBody } from '@campanero/contract/surveys/quota-schemas';
import type { Random } from './random.ts';

/** The campaign of the demo that has a questionnaire. */
export const SURVEY_CAMPAIGN = 'Encuesta de arbolado público';
export const SURVEY_NAME = 'Arbolado público: qué ven los vecinos';

const options = (...texts: string[]) => texts.map((text, place) => ({ id: place + 1, text }));
const all = { help: '', required: true, showIf: null } as const;

export const DEMO_SURVEY: SurveyItem[] = [
  { kind: 'section', id: 1, text: 'Su cuadra' },
  {
    kind: 'note',
    id: 2,
    text: 'Le voy a hacer unas preguntas sobre los árboles de su cuadra. Son dos minutos y las respuestas se usan sin su nombre.',
    help: '',
    showIf: null,
  },
  { ...all, kind: 'yesNo', id: 3, text: '¿Hay árboles en la vereda de su cuadra?' },
  {
    ...all,
    kind: 'scale',
    id: 4,
    text: '¿Cómo ve el estado de esos árboles?',
    from: 1,
    to: 5,
    labels: ['Muy malo', 'Malo', 'Regular', 'Bueno', 'Muy bueno'],
    showIf: { match: 'all', conditions: [{ questionId: 3, test: 'is', values: [1] }] },
  },
  {
    ...all,
    kind: 'choices',
    id: 5,
    text: '¿Qué problemas nota?',
    help: 'Puede elegir varios.',
    options: options(
      'Raíces que rompen la vereda',
      'Ramas sobre los cables',
      'Árboles secos',
      'Falta de poda',
      'Ninguno',
    ),
    showIf: { match: 'all', conditions: [{ questionId: 3, test: 'is', values: [1] }] },
  },
  {
    ...all,
    kind: 'yesNo',
    id: 6,
    text: '¿Le gustaría que se plante uno frente a su casa?',
    showIf: { match: 'all', conditions: [{ questionId: 3, test: 'is', values: [2] }] },
  },
  { kind: 'section', id: 7, text: 'El servicio' },
  {
    ...all,
    kind: 'choice',
    id: 8,
    text: '¿Hizo algún reclamo por un árbol en el último año?',
    options: options('No', 'Sí, por la línea 147', 'Sí, por la aplicación', 'Sí, en la comuna'),
  },
  {
    ...all,
    kind: 'number',
    id: 9,
    text: '¿Cuántos días tardaron en responderle?',
    min: 0,
    max: 400,
    unit: 'días',
    showIf: { match: 'all', conditions: [{ questionId: 8, test: 'is', values: [2, 3, 4] }] },
  },
  {
    ...all,
    kind: 'scale',
    id: 10,
    text: 'Del 0 al 10, ¿cuánto recomendaría el servicio de arbolado?',
    from: 0,
    to: 10,
    labels: [],
  },
  { ...all, kind: 'short', id: 11, text: '¿Qué especie le gusta más?', required: false },
  { ...all, kind: 'long', id: 12, text: '¿Algo más que quiera decir sobre los árboles del barrio?', required: false },
];

const ANYBODY = { sectionId: null, gender: null, ageFrom: null, ageTo: null, answer: null, isOff: false };
export const DEMO_QUOTAS: QuotaCellBody[] = [
  { ...ANYBODY, gender: 'F', target: 30 },
  { ...ANYBODY, gender: 'M', target: 30 },
  { ...ANYBODY, ageFrom: 18, ageTo: 34, target: 15 },
  { ...ANYBODY, answer: { questionId: 3, value: 2 }, target: 12 },
];

const SPECIES = [
  'Jacarandá',
  'Tilo',
  'Jacarandá',
  'Lapacho',
  'Fresno',
  'Plátano',
  'Jacarandá',
  'Ceibo',
  'Tipa',
  'Palo borracho',
];
const WISHES = [
  'Que poden antes del verano, las ramas tocan los cables.',
  'Las raíces levantaron toda la vereda y mi madre se cayó.',
  'Me gustaría que planten más árboles con flores.',
  'Que respondan los reclamos, hace un año que espero.',
  'Están muy lindos los jacarandás de la avenida.',
  'El árbol de la esquina está seco, es peligroso.',
];
const UNKNOWN: Answer = { none: 'unknown' };
const SKIPPED: Answer = { none: 'skipped' };

function answerTo({ id, kind }: SurveyQuestion, random: Random): Answer {
  if (random.chance(0.04) && id < 11) return UNKNOWN;
  switch (id) {
    case 3:
      return { value: random.chance(0.82) ? 1 : 2 };
    case 4:
      return {
        value: random.weighted([
          [1, 8],
          [2, 17],
          [3, 34],
          [4, 29],
          [5, 12],
        ]),
      };
    case 5:
      return random.chance(0.2)
        ? { values: [5] }
        : { values: [1, 2, 3, 4].filter((each) => random.chance(each === 4 ? 0.5 : 0.3) || each === 1) };
    case 8:
      return {
        value: random.weighted([
          [1, 64],
          [2, 19],
          [3, 12],
          [4, 5],
        ]),
      };
    case 9:
      return { value: random.int(2, 90) };
    case 10:
      return { value: Math.min(10, random.int(3, 8) + random.int(0, 3)) };
    case 11:
      return random.chance(0.7) ? { text: random.pick(SPECIES) } : SKIPPED;
    case 12:
      return random.chance(0.35) ? { text: random.pick(WISHES) } : SKIPPED;
    default:
      return kind === 'yesNo' ? { value: random.chance(0.7) ? 1 : 2 } : SKIPPED;
  }
}

/** What is answered in one conversation, as the questions come: all of them, or the first ones before it ended. */
export function drawAnswers(random: Random, most = Infinity): Answers {
  const answers: Record<number, Answer> = {};
  for (
    let [next] = missing(DEMO_SURVEY, answers);
    next && Object.keys(answers).length < most;
    [next] = missing(DEMO_SURVEY, answers)
  )
    answers[next.id] = answerTo(next, random);
  return answers;
}

/** Of an outcome: a complete survey, half a one, or none. */
export function drawInterview(surveyId: number, stateId: number, random: Random): InterviewBody | null {
  const isWhole = stateId === 16 || (stateId === 2 && random.chance(0.7));
  if (!isWhole && (![2, 12].includes(stateId) || random.chance(0.3))) return null;
  const answers = drawAnswers(random, isWhole ? Infinity : random.int(1, 6));
  return { surveyId, number: 1, answers: answersAsList(answers) };
}
