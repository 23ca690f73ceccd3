import { api } from '@campanero/contract';
import { answersAsList, type Answers, type SurveyItem } from '@campanero/contract/surveys/definition';
import { sampleItem, when } from '@campanero/contract/test/survey-samples';
import { sql } from 'kysely';
import { as } from './actors.ts';
import type { TestApp } from './app.ts';
import { aCallingCampaign, type Calling } from './calling.ts';
import { anOperator, type TestUser } from './factories.ts';

/** One question of each kind that operators meet; the fourth only for those who said yes. */
export const ITEMS: SurveyItem[] = [
  sampleItem(1, 'section', { text: 'Su barrio' }),
  sampleItem(2, 'choice', { text: '¿Qué le hace falta?' }),
  sampleItem(3, 'yesNo', { text: '¿Vive con chicos?' }),
  sampleItem(4, 'number', { text: '¿Cuántos?', min: 1, max: 12, unit: '', showIf: when(3, 'is', 1) }),
  sampleItem(5, 'short', { text: '¿Qué mejoraría?', required: false }),
];

let names = 0;
export async function aSurvey(world: TestApp, by: TestUser, items: SurveyItem[] = ITEMS) {
  names += 1;
  const made = await as(world, by).call(api.surveys.create, { body: { name: `Relevamiento ${names}`, items } });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
}

export interface Asking extends Calling {
  survey: Awaited<ReturnType<typeof aSurvey>>;
  ana: TestUser;
  luis: TestUser;
}

/** A running campaign with a survey and two operators. */
export async function anAskingCampaign(world: TestApp, items: SurveyItem[] = ITEMS, each = 3): Promise<Asking> {
  const [ana, luis] = [await anOperator(world), await anOperator(world)];
  const here = await aCallingCampaign(world, { operators: [ana, luis], each });
  const survey = await aSurvey(world, here.manager, items);
  await sql`update campaign set survey_id = ${survey.id} where id = ${here.campaign.id}`.execute(world.db);
  return { ...here, survey, ana, luis };
}

export const answered = ({ survey }: Pick<Asking, 'survey'>, answers: Answers) => ({
  surveyId: survey.id,
  number: survey.number,
  answers: answersAsList(answers),
});

interface Said {
  by?: TestUser;
  callId?: number;
  stateId?: number;
  key?: string;
}

/** Registers an outcome with answers, by the first operator on their first call. */
export function say(world: TestApp, here: Asking, answers: Answers, said: Said = {}) {
  const { by = here.ana, callId = here.callsOf(here.ana)[0]!.id, stateId = here.states.talked.id, key } = said;
  return as(world, by).call(
    api.calls.register,
    { params: { id: here.campaign.id, callId }, body: { stateId, interview: answered(here, answers) } },
    key ? { 'idempotency-key': key } : {},
  );
}

export async function interviewNow(world: TestApp, here: Asking, callId = here.callsOf(here.ana)[0]!.id) {
  const { body } = await as(world, here.ana).call(api.surveys.interview, { params: { id: here.campaign.id, callId } });
  return { ...body, answers: Object.fromEntries(body.answers.map((each) => [each.questionId, each.answer])) };
}
