import { api } from '@campanero/contract';
import type { QuotaCellBody } from '@campanero/contract/surveys/quota-schemas';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { anOperator, type TestUser } from '../../../test/factories.ts';
import { aCallingCampaign } from '../../../test/calling.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { anAskingCampaign, answered, aSurvey, type Asking, interviewNow, say } from '../../../test/surveys.ts';
import { erasePeople } from '../../call-store/write/index.ts';
import { verifyEverything } from '../../verify/verify.ts';
import { transact } from '../../work/index.ts';

const world = useWorld();
const { surveys, calls } = api;
let here: Asking;
beforeEach(async () => {
  here = await anAskingCampaign(world);
});

const ANYBODY = { sectionId: null, gender: null, ageFrom: null, ageTo: null, answer: null };
const cell = (parts: Partial<QuotaCellBody>): QuotaCellBody => ({ ...ANYBODY, target: 1, isOff: false, ...parts });
const board = async (of = here) =>
  (await as(world, of.manager).call(surveys.quotas, { params: { id: of.campaign.id } })).body;
const save = async (cells: QuotaCellBody[], of: Pick<Asking, 'manager' | 'campaign'> = here, version?: number) =>
  as(world, of.manager).call(surveys.saveQuotas, {
    params: { id: of.campaign.id },
    body: {
      cells,
      version:
        version ?? (await as(world, of.manager).call(surveys.quotas, { params: { id: of.campaign.id } })).body.version,
    },
  });
const next = (user: TestUser, current = 0, of: Pick<Asking, 'campaign'> = here) =>
  as(world, user).call(calls.next, { params: { id: of.campaign.id, current } });
/** What is known of the persons of a user's calls, in load order. */
async function known(user: TestUser, people: { gender?: string; birthYear?: number }[]) {
  for (const [place, { gender = null, birthYear = null }] of people.entries()) {
    const { id, personId } = here.callsOf(user)[place]!;
    const birthday = birthYear && `${birthYear}-07-01`;
    await sql`update person set gender = ${gender}, birthday = ${birthday}::date where id = ${personId}`.execute(
      world.db,
    );
    await sql`update call set gender = ${gender}::"char", birth_year = ${birthYear} where id = ${id}`.execute(world.db);
  }
}
const DONE = { 2: { value: 1 }, 3: { value: 2 }, 5: { none: 'skipped' } } as const;
const findings = async () => {
  const { db, deps, clock } = world;
  const sections = await verifyEverything({
    db,
    read: deps.read,
    files: deps.files,
    recordedHeads: [],
    now: clock.now(),
  });
  return sections.flatMap((section) => section.findings);
};

describe('the board', () => {
  test('keeps cells with their version and an audit record in words', async () => {
    const saved = await save([
      cell({ gender: 'F', ageFrom: 18, ageTo: 29, target: 40 }),
      cell({ answer: { questionId: 3, value: 1 }, target: 10 }),
    ]);
    expect(saved).toMatchObject({
      status: 200,
      body: { cells: [{ gender: 'F', filled: 0, target: 40 }, { filled: 0 }] },
    });
    expect(await board()).toEqual(saved.body);
    const words = JSON.stringify((await auditOf(world)).at(-1)!.info);
    expect(words).toContain('mujeres, 18 a 29 años: 40');
    expect(words).toContain('¿Vive con chicos? Sí: 10');
    const [first] = saved.body.cells;
    const { sectionName: _name, filled: _filled, ...same } = first!;
    expect((await save([{ ...same, isOff: true }])).body.cells).toMatchObject([{ id: first!.id, isOff: true }]);
  });

  test('refuses an older page, also ten at once, and cells of another campaign', async () => {
    const { version } = await board();
    const pressed = await Promise.all(Array.from({ length: 10 }, () => save([cell({ gender: 'M' })], here, version)));
    expect(pressed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)]);
    const other = await anAskingCampaign(world);
    const { body } = await save([cell({ gender: 'F' })], other);
    expect((await save([cell({ id: body.cells[0]!.id, gender: 'F' })])).status).toBe(409);
  });

  test.each<[string, Partial<QuotaCellBody>, string]>([
    ['no condition', {}, 'cells'],
    ['ages upside down', { ageFrom: 40, ageTo: 20 }, 'cells'],
    ['a target of nothing', { gender: 'F', target: 0 }, 'cells'],
    ['an unknown section', { sectionId: 'ninguna' }, 'cells.0.sectionId'],
    ['an answer that is not asked', { answer: { questionId: 2, value: 9 } }, 'cells.0.answer'],
    ['a question without options', { answer: { questionId: 5, value: 1 } }, 'cells.0.answer'],
  ])('refuses %s', async (_what, parts, field) => {
    const { status, body } = await save([cell(parts)]);
    expect([status, (body as unknown as { errors: { field: string }[] }).errors[0]!.field]).toEqual([400, field]);
    expect((await board()).cells).toEqual([]);
  });

  test('refuses 61 cells, 1 MiB and a closed campaign', async () => {
    expect((await save(Array.from({ length: 61 }, () => cell({ gender: 'F' })))).status).toBe(400);
    expect((await save([cell({ sectionId: 'x'.repeat(1_048_576) })])).status).toBe(413);
    await sql`update campaign set status = 'FINALIZADA' where id = ${here.campaign.id}`.execute(world.db);
    expect((await save([cell({ gender: 'F' })])).status).toBe(409);
  });
});

describe('next contact', () => {
  test('passes over people of full and closed cells, and takes them again once there is room', async () => {
    await known(here.ana, [{ gender: 'F' }, { gender: 'M' }, { gender: 'F' }]);
    const [first, second, third] = here.callsOf(here.ana).map(({ id }) => id);
    const { body } = await save([cell({ gender: 'F', target: 1 }), cell({ gender: 'M', target: 5 })]);
    expect((await next(here.ana)).body).toMatchObject({ callId: first });
    await say(world, here, DONE, { callId: first! });
    expect((await board()).cells).toMatchObject([{ filled: 1 }, { filled: 0 }]);
    expect((await next(here.ana, first)).body).toMatchObject({ callId: second });
    await say(world, here, DONE, { callId: second! });
    expect((await next(here.ana, second)).status).toBe(422);
    const [women, men] = body.cells.map(({ sectionName: _name, filled: _filled, ...same }) => same);
    await save([{ ...women!, target: 2 }, men!]);
    expect((await next(here.ana, second)).body).toMatchObject({ callId: third });
    expect(await findings()).toEqual([]);
  });

  test('a cell closed by hand, by age', async () => {
    await known(here.ana, [{ birthYear: 2001 }, { birthYear: 1980 }, {}]);
    await save([cell({ ageFrom: 18, ageTo: 29, target: 99, isOff: true })]);
    const [, second] = here.callsOf(here.ana).map(({ id }) => id);
    expect((await next(here.ana)).body).toMatchObject({ callId: second });
  });

  test('somebody who gave half of an answer of a full cell is not called again', async () => {
    const [first, second, third] = here.callsOf(here.ana).map(({ id }) => id);
    await save([cell({ answer: { questionId: 3, value: 1 }, target: 1 })]);
    await say(world, here, { 3: { value: 1 } }, { callId: first!, stateId: here.states.again.id });
    await say(
      world,
      here,
      { 2: { value: 1 }, 3: { value: 1 }, 4: { value: 2 }, 5: { none: 'skipped' } },
      { callId: second! },
    );
    expect((await board()).cells).toMatchObject([{ filled: 1 }]);
    world.clock.advance(2 * 3_600_000);
    expect((await next(here.ana)).body).toMatchObject({ callId: third });
    await say(world, here, {}, { callId: third!, stateId: here.states.refused.id });
    expect((await next(here.ana, third)).status).toBe(422);
  });
});

test('the page of a call says which answers nobody more is wanted with, for that person alone', async () => {
  await known(here.ana, [{ gender: 'F' }, { gender: 'M' }]);
  await save([
    cell({ gender: 'F', answer: { questionId: 3, value: 1 }, isOff: true }),
    cell({ answer: { questionId: 2, value: 2 }, target: 5 }),
  ]);
  const [first, second] = here.callsOf(here.ana).map(({ id }) => id);
  expect((await interviewNow(world, here, first)).shut).toEqual([{ questionId: 3, value: 1 }]);
  expect((await interviewNow(world, here, second)).shut).toEqual([]);
});

describe('counting', () => {
  test('follows corrections, keeps what an erasure leaves, and counts anew when a cell means something else', async () => {
    await known(here.ana, [{ gender: 'F' }]);
    await known(here.luis, [{ gender: 'F' }]);
    await save([cell({ gender: 'F', target: 9 }), cell({ answer: { questionId: 2, value: 1 }, target: 9 })]);
    const first = await say(world, here, DONE);
    await say(world, here, DONE, { by: here.luis, callId: here.callsOf(here.luis)[0]!.id });
    expect((await board()).cells.map(({ filled }) => filled)).toEqual([2, 2]);
    world.clock.advance(60_000);
    await as(world, here.manager).call(calls.correct, {
      params: { id: here.campaign.id, callId: here.callsOf(here.ana)[0]!.id, entryId: first.body.id },
      body: {
        stateId: here.states.talked.id,
        reason: 'Dijo otra cosa',
        interview: answered(here, { 2: { value: 3 } }),
      },
    });
    expect((await board()).cells.map(({ filled }) => filled)).toEqual([2, 1]);
    await transact(jobCtx(world), (work) =>
      erasePeople(work, [here.callsOf(here.luis)[0]!.personId], { keepBlock: true }),
    );
    expect((await board()).cells.map(({ filled }) => filled)).toEqual([2, 1]);
    const [women, answer] = (await board()).cells.map(({ sectionName: _name, filled: _filled, ...same }) => same);
    expect((await save([{ ...women!, target: 5 }, answer!])).body.cells.map(({ filled }) => filled)).toEqual([2, 1]);
    expect(
      (await save([women!, { ...answer!, answer: { questionId: 2, value: 3 } }])).body.cells.map(
        ({ filled }) => filled,
      ),
    ).toEqual([2, 1]);
    expect(await findings()).toEqual([]);
    await sql`update quota_cell set filled = filled + 1 where id = ${women!.id}`.execute(world.db);
    expect(await findings()).toEqual(['1 cupo no tiene el número de sus entrevistas.']);
    await sql`update quota_cell set filled = filled - 1 where id = ${women!.id}`.execute(world.db);
  });
});

test('a cell that becomes wider counts those it had and the others', async () => {
  await known(here.ana, [{ birthYear: 2005 }, { birthYear: 1985 }]);
  const [young, older] = here.callsOf(here.ana).map(({ id }) => id);
  const { body } = await save([cell({ ageFrom: 18, ageTo: 29, target: 9 })]);
  await say(world, here, DONE, { callId: young! });
  await say(world, here, DONE, { callId: older! });
  expect((await board()).cells).toMatchObject([{ filled: 1 }]);
  const id = body.cells[0]!.id;
  expect((await save([cell({ id, ageFrom: 18, ageTo: 60, target: 9 })])).body.cells).toMatchObject([{ filled: 2 }]);
  expect(await findings()).toEqual([]);
});

test('forty operators at the border: no more than the target and those under way when it filled', async () => {
  const operators: TestUser[] = [];
  for (let at = 0; at < 40; at += 1) operators.push(await anOperator(world));
  const crowd = await aCallingCampaign(world, { operators, each: 3 });
  const survey = await aSurvey(world, crowd.manager);
  await sql`update campaign set survey_id = ${survey.id} where id = ${crowd.campaign.id}`.execute(world.db);
  await sql`update person set gender = 'F' where id = any(${crowd.calls.map(({ personId }) => personId)}::bigint[])`.execute(
    world.db,
  );
  await sql`update call set gender = 'F' where campaign_id = ${crowd.campaign.id}`.execute(world.db);
  const TARGET = 50;
  await save([cell({ gender: 'F', target: TARGET })], crowd);
  const interview = answered({ survey }, DONE);
  const work = async (user: TestUser) => {
    let current = 0;
    for (let round = 0; round < 3; round += 1) {
      const taken = await next(user, current, crowd);
      if (taken.status !== 200) return;
      current = taken.body.callId;
      const body = { stateId: crowd.states.talked.id, interview };
      await as(world, user).call(calls.register, { params: { id: crowd.campaign.id, callId: current }, body });
    }
  };
  await Promise.all(operators.map(work));
  const [filled] = (await board({ ...crowd } as Asking)).cells;
  expect(filled!.filled).toBeGreaterThanOrEqual(TARGET);
  expect(filled!.filled).toBeLessThan(TARGET + operators.length);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from interview where campaign_id = ${crowd.campaign.id} and complete`.execute(world.db);
  expect(rows[0]!.n).toBe(filled!.filled);
  for (const user of operators) expect((await next(user, 0, crowd)).status).toBe(422);
  expect(await findings()).toEqual([]);
}, 60_000);
