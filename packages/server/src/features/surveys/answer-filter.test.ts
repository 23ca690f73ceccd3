import { api } from '@campanero/contract';
import { answerFilters, readAnswerFilter } from '@campanero/contract/surveys/answer-filter';
import { sampleItem } from '@campanero/contract/test/survey-samples';
import { beforeEach, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { ask } from '../../../test/exports.ts';
import { anAskingCampaign, type Asking, ITEMS, say } from '../../../test/surveys.ts';

const world = useWorld();
let here: Asking;
let ids: number[];
beforeEach(async () => {
  here = await anAskingCampaign(world, [...ITEMS, sampleItem(6, 'choices')]);
  ids = here.callsOf(here.ana).map(({ id }) => id);
  await say(world, here, { 3: { value: 1 }, 6: { values: [1, 3] } }, { callId: ids[0]! });
  await say(world, here, { 3: { value: 2 }, 6: { values: [2] } }, { callId: ids[1]! });
  await say(world, here, { 3: { none: 'unknown' } }, { callId: ids[2]! });
});

const listed = async (answer: string) => {
  const { status, body } = await as(world, here.manager).call(api.audience.list, {
    params: { id: here.campaign.id },
    query: { answer },
  });
  return status === 200 ? body.calls.map(({ id }) => id).toSorted((a, b) => a - b) : status;
};

test('the audience is those who gave an answer, one of several, or did not know', async () => {
  expect(await listed('3:1')).toEqual([ids[0]]);
  expect(await listed('3:2')).toEqual([ids[1]]);
  expect(await listed('3:ns')).toEqual([ids[2]]);
  expect(await listed('6~3')).toEqual([ids[0]]);
  expect(await listed('6~2')).toEqual([ids[1]]);
  expect(await listed('77:1')).toEqual([]);
  const count = await as(world, here.manager).call(api.audience.count, {
    params: { id: here.campaign.id },
    query: { answer: '3:1' },
  });
  expect(count.body.totalElementsCount).toBe(1);
});

test.each(['3', '3:', ':1', '3:1:1', '3;drop', '0:x', '9999:1', `3:${'1'.repeat(9)}`])(
  '%j is refused',
  async (answer) => {
    expect(await listed(answer)).toBe(400);
  },
);

test('stands in the audit record of an export in words', async () => {
  await ask(world, here.manager, api.exports.audience, { params: { id: here.campaign.id }, query: { answer: '3:1' } });
  expect(JSON.stringify((await auditOf(world)).at(-1)!.info)).toContain('¿Vive con chicos? Sí');
});

test('what is offered is read as it was meant', () => {
  const offered = answerFilters(here.survey.items);
  expect(offered).toContainEqual({ id: '3:ns', name: '¿Vive con chicos? No sabe / No contesta' });
  expect(offered).toContainEqual({ id: '6~3', name: 'Pregunta 6 Vino' });
  expect(readAnswerFilter('6~3')).toEqual({ questionId: 6, value: 3, isSeveral: true });
  expect(offered.every(({ id }) => /^\d{1,3}[:~](\d{1,2}|ns)$/.test(id))).toBe(true);
});
