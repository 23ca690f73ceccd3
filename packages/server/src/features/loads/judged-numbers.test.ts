import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { theSystemStates } from '../../../test/catalogue.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { callsOf, loadFiles, reportOf, runLoad, upload } from '../../../test/loads.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { lockCampaign } from '../../call-store/locks.ts';
import { lockPerson, refreshCallsJob, markNumber } from '../../call-store/write/index.ts';
import { verifyEverything } from '../../verify/verify.ts';

// Whether a number is blocked depends on all its persons, so a load recomputes the blocks of its numbers.

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
  await theSystemStates(world);
});

const HEADER = 'telefono;nombre;apellido;documento';
const load = async (lines: string[], { id, ...options }: { id?: number } & Parameters<typeof loadFiles>[4] = {}) => {
  world.clock.advance(1_000);
  const campaignId = id ?? (await aCampaign(world)).id;
  const report = await loadFiles(world, coordinator, campaignId, [{ content: [HEADER, ...lines].join('\n') }], options);
  expect(report.read).toBe(report.loaded + report.duplicates + report.rejected + report.skipped);
  return { id: campaignId, report };
};
const callOn = async (campaignId: number, number: number) =>
  (await callsOf(world, campaignId)).find((call) => call.number === String(number));
const markWrong = async (campaignId: number, number: number, wrong: '0' | '1' = '1') => {
  const { personId } = (await callOn(campaignId, number))!;
  const reply = await as(world, coordinator).call(api.contacts.markWrong, {
    params: { personId, wrong },
    query: { lead: '1' },
    body: { phone: String(number) },
  });
  expect(reply.status).toBe(200);
};
const flag = async (campaignId: number, number: number, body: { dead?: boolean; doNotCall?: boolean }) => {
  const { personId } = (await callOn(campaignId, number))!;
  const reply = await as(world, coordinator).call(api.contacts.savePerson, {
    params: { personId },
    query: { lead: '1' },
    body,
  });
  expect(reply.status).toBe(200);
};
const reasonOf = async (number: number) =>
  (await world.db.selectFrom('blockedNumber').select('reason').where('number', '=', number).executeTakeFirst())
    ?.reason ?? null;
/** Block reason on the contact page; null if not blocked. */
const saidOf = async (campaignId: number, number: number) => {
  const { id: callId } = (await callOn(campaignId, number))!;
  const reply = await as(world, coordinator).call(api.contacts.detail, { params: { phone: String(number), callId } });
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.blocked;
};
const expectGreen = async () => {
  const deps = {
    db: world.db,
    read: world.deps.read,
    files: world.deps.files,
    recordedHeads: [],
    now: world.clock.now(),
  };
  expect((await verifyEverything(deps)).flatMap(({ findings }) => findings)).toEqual([]);
};

describe.each([
  ['into the leaves that are there', {}],
  ['into leaves of its own', { tuning: { ownPartitionFrom: 1 } }],
])('a load with another person unblocks a number without callable persons, %s', (_way, options) => {
  const base = 1_131_000_000 + ('tuning' in options ? 50_000 : 0);

  test('in another campaign, where its row is loaded', async () => {
    const number = base + 1;
    const first = await load([`${number};Ana;Díaz;${number}`, `${number + 1};Eva;Sol;`]);
    await markWrong(first.id, number);
    expect(await reasonOf(number)).toBe('WRONG');
    const { id, report } = await load([`${number};Iris;Luz;`, `${number + 2};Olga;Rey;`], options);
    expect(report).toMatchObject({ read: 2, loaded: 2, skipped: 0 });
    expect(await reasonOf(number)).toBeNull();
    expect(await callOn(id, number)).toMatchObject({ name: 'Iris Luz', blocked: false });
    expect(await callOn(first.id, number)).toMatchObject({ blocked: false });
    expect(await saidOf(first.id, number)).toBeNull();
    await expectGreen();
  });

  test('in the same campaign, where its row is a duplicate', async () => {
    const number = base + 11;
    const { id } = await load([`${number};Ana;Díaz;`]);
    await flag(id, number, { dead: true });
    expect((await callOn(id, number))!.blocked).toBe(true);
    const { report } = await load([`${number};Iris;Luz;`], { id, ...options });
    expect(report).toMatchObject({ read: 1, loaded: 0, duplicates: 1 });
    expect(await reasonOf(number)).toBeNull();
    expect((await callOn(id, number))!.blocked).toBe(false);
    await expectGreen();
  });
});

describe('a number stays blocked', () => {
  test('when the same person is loaded again, also without document', async () => {
    const number = 1_132_000_001;
    const first = await load([`${number};Ana;Díaz;3000001`]);
    await markWrong(first.id, number);
    const { report } = await load([`${number};ANA;diaz;`, `${number};Ana;Díaz;3000001`]);
    expect(report).toMatchObject({ read: 2, loaded: 0, skippedBreakdown: { blocked: 2 } });
    expect(await reasonOf(number)).toBe('WRONG');
    await expectGreen();
  });

  test('when the other person is dead or do-not-call, or the number is marked invalid', async () => {
    const [dead, refusing, invalid] = [1_132_000_011, 1_132_000_012, 1_132_000_013];
    const first = await load([
      ...[dead, refusing, invalid].map((number) => `${number};Ana;Díaz;${number}`),
      '1132000021;Muerta;Una;3000021',
      '1132000022;Renuente;Una;3000022',
    ]);
    for (const number of [dead, refusing, invalid]) await markWrong(first.id, number);
    await flag(first.id, 1_132_000_021, { dead: true });
    await flag(first.id, 1_132_000_022, { doNotCall: true });
    const { id: callId } = (await callOn(first.id, invalid))!;
    const marked = await as(world, coordinator).call(api.contacts.saveDetail, {
      params: { phone: String(invalid), callId },
      body: { invalid: 1 },
    });
    expect(marked).toMatchObject({ status: 200 });
    const { report } = await load([
      `${dead};Muerta;Una;3000021`,
      `${refusing};Otra;Persona;`,
      `${refusing};Renuente;Una;3000022`,
      `${invalid};Otra;Persona;`,
    ]);
    expect(report).toMatchObject({ read: 4, loaded: 0, skippedBreakdown: { blocked: 4 } });
    expect(await Promise.all([dead, refusing, invalid].map(reasonOf))).toEqual(['WRONG', 'WRONG', 'INVALID']);
    await expectGreen();
  });
});

describe('a loaded person blocks the number', () => {
  test('do-not-call: no call is created, and other campaigns block it', async () => {
    const [known, shared, own] = [1_133_000_001, 1_133_000_002, 1_133_000_003];
    const first = await load([`${known};Renuente;Una;3100001`, `${shared};Ana;Díaz;`]);
    await flag(first.id, known, { doNotCall: true });
    const { id, report } = await load([
      `${shared};Renuente;Una;3100001`,
      `${own};Renuente;Una;3100001`,
      '1133000004;Eva;Sol;',
    ]);
    expect(report).toMatchObject({ read: 3, loaded: 1, skippedBreakdown: { blocked: 2 } });
    expect((await callsOf(world, id)).map(({ number }) => number)).toEqual(['1133000004']);
    expect(await reasonOf(shared)).toBe('DO_NOT_CALL');
    expect((await callOn(first.id, shared))!.blocked).toBe(true);
    // The number stays theirs: it is blocked for another person, too.
    expect((await load([`${own};Otra;Persona;`])).report).toMatchObject({
      loaded: 0,
      skippedBreakdown: { blocked: 1 },
    });
    await expectGreen();
  });

  test('also when the row is a duplicate', async () => {
    const [known, shared] = [1_133_000_011, 1_133_000_012];
    const { id } = await load([`${known};Renuente;Otra;3100011`, `${shared};Ana;Díaz;`]);
    await flag(id, known, { doNotCall: true });
    expect((await load([`${shared};Renuente;Otra;3100011`], { id })).report).toMatchObject({ duplicates: 1 });
    expect((await callOn(id, shared))!.blocked).toBe(true);
    await expectGreen();
  });

  test('a dead person blocks it only if there is no other', async () => {
    const [known, alone, shared, both] = [1_133_000_021, 1_133_000_022, 1_133_000_023, 1_133_000_024];
    const first = await load([`${known};Muerta;Otra;3100021`, `${shared};Ana;Díaz;`]);
    await flag(first.id, known, { dead: true });
    const { id, report } = await load([
      `${alone};Muerta;Otra;3100021`,
      `${shared};Muerta;Otra;3100021`,
      `${both};Muerta;Otra;3100021`,
      `${both};Eva;Sol;`,
    ]);
    expect(report).toMatchObject({ read: 4, loaded: 2, duplicates: 1, skippedBreakdown: { blocked: 1 } });
    expect((await callsOf(world, id)).map(({ number }) => Number(number))).toEqual([shared, both]);
    expect(await Promise.all([alone, shared, both].map(reasonOf))).toEqual(['DEAD', null, null]);
    await expectGreen();
  });
});

describe('during a load', () => {
  test('a number loses its last person: the loaded one unblocks it', async () => {
    const number = 1_134_000_001;
    const first = await load([`${number};Ana;Díaz;`]);
    let marked: Promise<void> | undefined;
    const { id } = await load([`${number};Iris;Luz;`], {
      onStep: (step) => {
        if (step === 'write') marked = markWrong(first.id, number);
      },
    });
    await marked;
    expect(await reasonOf(number)).toBeNull();
    expect((await callOn(id, number))!.blocked).toBe(false);
    await expectGreen();
  });

  test('a person becomes do-not-call: their loaded number is blocked afterwards', async () => {
    const [known, given] = [1_134_000_011, 1_134_000_012];
    const first = await load([`${known};Renuente;Tercera;3200001`]);
    world.enqueued.length = 0;
    let flagged: Promise<void> | undefined;
    const { id } = await load([`${given};Renuente;Tercera;3200001`], {
      onStep: (step) => {
        if (step === 'write') flagged = flag(first.id, known, { doNotCall: true });
      },
    });
    await flagged;
    for (const { payload } of world.enqueued.filter(({ name }) => name === refreshCallsJob.name))
      await refreshCallsJob.handler(jobCtx(world), payload as { numbers: number[]; loads?: number[] });
    expect((await callOn(id, given))!.blocked).toBe(true);
    await expectGreen();
  });

  test('locked calls are updated by a job', async () => {
    const number = 1_134_000_021;
    const first = await load([`${number};Ana;Díaz;`]);
    await markWrong(first.id, number);
    const call = (await callOn(first.id, number))!;
    world.enqueued.length = 0;
    await world.db.transaction().execute(async (trx) => {
      await sql`select from call where id = ${call.id} for update`.execute(trx);
      expect((await load([`${number};Iris;Luz;`])).report).toMatchObject({ loaded: 1 });
    });
    expect((await callOn(first.id, number))!.blocked).toBe(true);
    const asked = world.enqueued.find(({ name }) => name === refreshCallsJob.name);
    expect(asked!.payload).toEqual({ numbers: [number] });
    await refreshCallsJob.handler(jobCtx(world), asked!.payload as { numbers: number[] });
    expect((await callOn(first.id, number))!.blocked).toBe(false);
    await expectGreen();
  });
});

test('marking a number as wrong does not deadlock with a load of the same number', async () => {
  const number = 1_140_009_001;
  const { id } = await load([`${number};Iris;Mora;30999001`]);
  const { id: otherId } = await aCampaign(world);
  const { personId } = (await callOn(id, number))!;
  const hasWaiting = async () => {
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and not granted and datname = current_database()`.execute(world.db);
    return rows.length > 0;
  };
  const content = `celular;nombre;apellido;documento\n${number};Iris;Mora;30999001`;
  const accepted = await upload(world, coordinator, otherId, [{ content }]);
  if (accepted.status !== 202) throw new Error('refused');
  let loading: Promise<void> | undefined;
  await world.db.transaction().execute(async (trx) => {
    // The load waits for the campaign; the mark is set before the load locks the same rows.
    const person = await world.db.transaction().execute(async (campaign) => {
      await lockCampaign(campaign, otherId);
      loading = runLoad(world, accepted.body.id);
      await expect.poll(hasWaiting, { timeout: 15_000 }).toBe(true);
      return lockPerson(trx, { id: coordinator.id, primary: 4 }, { personId, lead: true, number });
    });
    await expect.poll(hasWaiting, { timeout: 15_000 }).toBe(true);
    // The row must not be locked while the load waits, or both would deadlock.
    await sql`select from person_phone where number = ${number} for update nowait`.execute(trx);
    const work = { trx, now: world.clock.now(), enqueue: async () => {} };
    await markNumber(work, person!, { number, wrong: true });
  });
  await loading;
  expect(await reportOf(world, coordinator, otherId)).toMatchObject({ status: 'COMPLETED', loaded: 1 });
  const phones = await world.db
    .selectFrom('personPhone')
    .select(['mobile', 'wrong'])
    .where('number', '=', number)
    .execute();
  expect(phones).toEqual([{ mobile: true, wrong: true }]);
});
