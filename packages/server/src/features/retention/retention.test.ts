import { setTimeout as pause } from 'node:timers/promises';
import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, addCalls, type Calling } from '../../../test/calling.ts';
import { aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';
import { runJob } from '../../../test/jobs.ts';
import { recountAll } from '../../call-store/write/index.ts';
import { sealAudit } from '../../work/seal-audit.ts';
import { verifyAudit } from '../../work/verify-audit.ts';

const world = useWorld();
let admin: TestUser;
beforeAll(async () => {
  admin = await anAdministrator(world);
});

const view = async () => (await as(world, admin).call(api.retention.view)).body;
const set = (body: object, user = admin) => as(world, user).send(api.retention.change, { body });
const setPaused = (isPaused: unknown, user = admin) =>
  as(world, user).send(api.retention.pause, { body: { isPaused } });
const setCampaign = async (id: number, body: object) =>
  as(world, admin).send(api.retention.changeCampaign, {
    params: { id },
    body: { version: (await kept(id))?.version ?? 0, ...body },
  });
const finish = ({ campaign }: Calling, finishedAt: string) =>
  world.db
    .updateTable('campaign')
    .set({ status: 'FINALIZADA', finishedAt: new Date(finishedAt) })
    .where('id', '=', campaign.id)
    .execute();
const namesOf = async (ids: readonly number[]) =>
  (
    await sql<{
      lastName: string;
    }>`select last_name as "lastName" from person where id = any(${[...ids]}::bigint[]) order by id`.execute(world.db)
  ).rows.map(({ lastName }) => lastName);
const personsOf = ({ calls }: Calling) => calls.map(({ personId }) => personId);
const list = async (query: object = {}) =>
  (await as(world, admin).send(api.retention.campaigns, { query: { pageSize: 100, ...query } })).body;
const kept = async (id: number) => (await list()).campaigns.find((campaign) => campaign.id === id);
const due = async () => (await as(world, admin).call(api.retention.due)).body;

test('anonymises persons of campaigns past their period only', async () => {
  const old = await aCallingCampaign(world, { each: 3 });
  const [first] = old.calls;
  await as(world, old.operators[0]!).call(api.calls.register, {
    params: { id: old.campaign.id, callId: first!.id },
    body: { stateId: old.states.talked.id, observations: 'una palabra' },
  });
  const young = await aCallingCampaign(world, { each: 1 });
  const open = await aCallingCampaign(world, { each: 0 });
  // The third person is in an open campaign, too.
  const stays = old.calls[2]!;
  const [again] = await addCalls(world, open.campaign.id, [null], { numbers: [stays.number] });
  await sql`delete from person_phone where person_id = ${again!.personId}`.execute(world.db);
  await sql`update call set person_id = ${stays.personId} where id = ${again!.id}`.execute(world.db);
  await sql`update person set do_not_call = true where id = ${old.calls[1]!.personId}`.execute(world.db);
  await finish(old, '2024-03-01T12:00:00Z');
  await finish(young, '2024-04-01T12:00:00Z');
  expect(await kept(old.campaign.id)).toMatchObject({ isDue: true, dueAt: '2026-03-01T12:00:00.000Z', calls: 3 });
  expect(await kept(young.campaign.id)).toMatchObject({ isDue: false, dueAt: '2026-04-01T12:00:00.000Z' });
  expect(await kept(open.campaign.id)).toMatchObject({ isDue: false, dueAt: null });
  // The preview matches: two persons, since the third stays.
  expect(await due()).toEqual({ campaigns: 1, persons: 2, isWhole: true });
  const detail = async () =>
    (await as(world, old.manager).call(api.campaigns.detail, { params: { id: old.campaign.id } })).body;
  expect((await detail()).kept).toEqual({ months: 24, until: '2026-03-01T12:00:00.000Z', anonymisedAt: null });

  await runJob(world.deps, 'retention.anonymise');
  expect(await due()).toEqual({ campaigns: 0, persons: 0, isWhole: true });
  expect((await detail()).kept.anonymisedAt).toBe(world.clock.now().toISOString());
  expect(await namesOf(personsOf(old))).toEqual(['', '', '3']);
  expect(await namesOf(personsOf(young))).toEqual(['1']);
  expect(await kept(old.campaign.id)).toMatchObject({ isDue: false, anonymisedAt: expect.any(String) });
  expect((await view()).runs[0]).toMatchObject({ campaign: { id: old.campaign.id }, persons: 2, outcome: 'DONE' });
  // Do-not-call numbers stay blocked.
  const blocked = await world.db.selectFrom('blockedNumber').select(['number', 'reason']).execute();
  expect(blocked).toEqual([{ number: Number(old.calls[1]!.number), reason: 'DO_NOT_CALL' }]);
  const records = await auditOf(world);
  expect(JSON.stringify(records)).not.toContain('una palabra');
  expect(JSON.stringify(records)).toContain('Borrado por el plazo de conservación');
  expect(JSON.stringify(records)).toContain('Personas anonimizadas por plazo');
  await expect.poll(() => sealAudit(world.db), { timeout: 15_000 }).toBe(0);
  expect((await verifyAudit(world.db)).findings).toEqual([]);
  const { wrongBlocks } = await recountAll(world.db);
  expect(wrongBlocks).toEqual([]);

  // Once the other campaign is past its period they are anonymised, too.
  await finish(open, '2024-01-01T12:00:00Z');
  await runJob(world.deps, 'retention.anonymise');
  expect(await namesOf([stays.personId])).toEqual(['']);
});

test('own period, none with a reason, and the system’s', async () => {
  const here = await aCallingCampaign(world, { each: 1 });
  const { id } = here.campaign;
  await finish(here, '2025-12-01T12:00:00Z');
  expect(await setCampaign(id, { months: null, reason: 'Juicio en curso' })).toMatchObject({ status: 200 });
  expect(await kept(id)).toMatchObject({ dueAt: null, isDue: false, reason: 'Juicio en curso' });
  await setCampaign(id, { months: 6, reason: null });
  expect(await kept(id)).toMatchObject({ dueAt: '2026-06-01T12:00:00.000Z', months: 6 });
  await setCampaign(id, { months: 1, reason: null });
  expect(await kept(id)).toMatchObject({ isDue: true });
  for (const body of [
    { months: 0, reason: null },
    { months: 121, reason: null },
    { months: null, reason: 'no' },
    { months: 3, reason: 'con motivo' },
    {},
  ])
    expect((await setCampaign(id, body)).status).toBe(400);
  expect((await setCampaign(999_999, { months: 3, reason: null })).status).toBe(404);
  const records = (await auditOf(world)).filter(({ objectId }) => objectId === String(id));
  expect(JSON.stringify(records.at(-1)!.info)).toContain('1 meses');
});

test('anonymises nothing during a load', async () => {
  const old = await aCallingCampaign(world, { each: 1 });
  await finish(old, '2023-03-01T12:00:00Z');
  const { campaign } = await aCallingCampaign(world, { each: 0 });
  const { id } = await world.db
    .insertInto('audienceLoad')
    .values({ campaignId: campaign.id, createdBy: admin.id, source: 'csv', name: 'a.csv', working: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const taken = async () => (await sql`select last_value from erased_number`.execute(world.db)).rows;
  const before = await taken();
  const running = runJob(world.deps, 'retention.anonymise');
  await pause(300);
  expect(await namesOf(personsOf(old))).toEqual(['1']);
  // Not even tried and rolled back, which would use a sequence value.
  expect(await taken()).toEqual(before);
  const over = { status: 'CANCELLED', working: false, finishedAt: world.clock.now() };
  await world.db.updateTable('audienceLoad').set(over).where('id', '=', id).execute();
  await running;
  expect(await namesOf(personsOf(old))).toEqual(['']);
});

test('clears requesters of answered requests past the period', async () => {
  const asked = async (asker: string, answeredAt: string | null) => {
    const { id } = await world.db
      .insertInto('dataRequest')
      .values({
        kind: 'ACCESO',
        channel: 'NOTA',
        receivedOn: '2024-02-01',
        dueOn: '2024-02-11',
        asker,
        state: answeredAt === null ? 'ABIERTO' : 'CUMPLIDO',
        answeredAt: answeredAt === null ? null : new Date(answeredAt),
        answer: answeredAt === null ? null : `A ${asker}`,
        createdBy: admin.id,
        createdAt: world.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  // The test clock starts on 10-03-2026.
  const ids = [
    await asked('Vieja', '2024-03-09T12:00:00Z'),
    await asked('Reciente', '2024-03-11T12:00:00Z'),
    await asked('Abierta', null),
  ];
  const line = async () => (await view()).kept.find(({ what }) => what.startsWith('Quién hizo cada pedido'));
  expect(await line()).toMatchObject({ period: '24 meses desde la respuesta', total: 2, due: 1 });
  await setPaused(true);
  await runJob(world.deps, 'retention.anonymise');
  expect(await line()).toMatchObject({ due: 1 });
  await setPaused(false);
  await runJob(world.deps, 'retention.anonymise');
  expect(await line()).toMatchObject({ total: 1, due: 0 });
  const now = await world.db
    .selectFrom('dataRequest')
    .select(['asker', 'answer'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  expect(now).toEqual([
    { asker: '(borrado)', answer: '(borrado)' },
    { asker: 'Reciente', answer: 'A Reciente' },
    { asker: 'Abierta', answer: null },
  ]);
  const records = (await auditOf(world)).filter(({ info }) => JSON.stringify(info).includes('quitados por plazo'));
  expect(records).toHaveLength(1);
});

test('lists campaigns by page, due ones first, with search and filters', async () => {
  const { totalElementsCount, campaigns } = await list({ pageSize: 2 });
  expect(campaigns).toHaveLength(2);
  expect((await list({ pageSize: 2, pageNumber: 1 })).campaigns[0]!.id).not.toBe(campaigns[0]!.id);
  const all = (await list()).campaigns;
  expect(all).toHaveLength(totalElementsCount);
  for (const state of ['DUE', 'KEPT', 'OPEN', 'NONE', 'DONE'])
    for (const each of (await list({ state })).campaigns)
      expect([state, each.isDue, each.anonymisedAt !== null, each.reason !== null]).toEqual([
        state,
        state === 'DUE',
        state === 'DONE',
        state === 'NONE',
      ]);
  expect((await list({ general: String(all[0]!.id) })).campaigns.map(({ id }) => id)).toContain(all[0]!.id);
  expect((await list({ orderbytitle: 'calls', orderbytype: 'desc' })).campaigns[0]!.calls).toBe(
    Math.max(...all.map(({ calls }) => calls)),
  );
  expect((await list({ general: 'no hay tal campaña' })).totalElementsCount).toBe(0);
});

test('pauses and resumes, in the same run after a kill', async () => {
  const here = await aCallingCampaign(world, { each: 4 });
  await finish(here, '2020-12-01T12:00:00Z');
  expect(await setPaused(true)).toMatchObject({ status: 200, body: { isPaused: true } });
  await runJob(world.deps, 'retention.anonymise');
  expect(await namesOf(personsOf(here))).toEqual(['1', '2', '3', '4']);
  world.enqueued.length = 0;
  await setPaused(false);
  expect(world.enqueued).toMatchObject([{ name: 'retention.anonymise' }]);

  const killed = new AbortController();
  killed.abort(new Error('killed'));
  await expect(runJob(world.deps, 'retention.anonymise', killed.signal)).rejects.toThrow('killed');
  const { rows } = await sql<{ id: number }>`select id from retention_run where finished_at is null`.execute(world.db);
  await runJob(world.deps, 'retention.anonymise');
  expect(await namesOf(personsOf(here))).toEqual(['', '', '', '']);
  expect((await view()).runs.find((run) => run.id === rows[0]!.id)).toMatchObject({ persons: 4, outcome: 'DONE' });
});

test('stays paused when the period is changed from a stale page', async () => {
  const { version, months } = await view();
  const other = await anAdministrator(world);
  expect((await setPaused(true)).status).toBe(200);
  expect(await set({ months: 36, version }, other)).toMatchObject({
    status: 200,
    body: { months: 36, isPaused: true, version: version + 1 },
  });
  expect(await set({ months, version })).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
  expect((await set({ months })).status).toBe(400);
  expect(await view()).toMatchObject({ months: 36, isPaused: true });
  world.enqueued.length = 0;
  expect((await set({ months, version: version + 1 })).status).toBe(200);
  // Nothing to do while paused.
  expect(world.enqueued).toEqual([]);
  expect((await setPaused(false)).status).toBe(200);
});

test('pausing: permissions, one audit record, idempotent', async () => {
  expect((await setPaused(true, await aCoordinator(world))).status).toBe(403);
  expect((await as(world, null).send(api.retention.pause, { body: { isPaused: true } })).status).toBe(401);
  expect((await setPaused('yes')).status).toBe(400);
  const before = (await auditOf(world)).length;
  const asked = await Promise.all(Array.from({ length: 10 }, () => setPaused(true)));
  expect(asked.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const records = (await auditOf(world)).slice(before);
  expect(records).toMatchObject([
    { userId: admin.id, action: 'CAMPAÑA', subaction: 'ACTUALIZAR', objectType: 'retention' },
  ]);
  expect(records[0]!.info).toMatchObject({ modifications: [{ label: 'Anonimización', value: 'Detenida' }] });
  await setPaused(false);
});

test('of concurrent changes with the same version one is accepted', async () => {
  const { version } = await view();
  const system = await Promise.all(Array.from({ length: 10 }, (_, n) => set({ months: 30 + n, version })));
  const here = await aCallingCampaign(world, { each: 1 });
  const { id } = here.campaign;
  const one = await Promise.all(
    Array.from({ length: 10 }, (_, n) => setCampaign(id, { months: 30 + n, reason: null, version: 0 })),
  );
  for (const answers of [system, one])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
  expect(await kept(id)).toMatchObject({ version: 1 });
  await set({ months: 24, version: version + 1 });
});

test('lists other data with periods and due counts', async () => {
  await sql`insert into rate_limit (key, window_start, count) values ('x', '2026-03-01', 1)`.execute(world.db);
  const rows = (await view()).kept;
  expect(rows).toContainEqual({
    what: 'Contadores de límites de uso',
    period: '24 horas',
    total: expect.any(Number),
    due: 1,
    thing: null,
  });
  expect(rows.map(({ what }) => what)).toContain('Filas rechazadas de cargas terminadas');
  // Every table has a label.
  expect(rows.filter(({ what }) => /[a-z]_[a-z]/.test(what))).toEqual([]);
  expect(rows.find(({ what }) => what === 'Archivos exportados')).toMatchObject({ period: '3 días' });
});

test('changes the periods of notifications, notes and mails; refuses a stale version', async () => {
  const { periods } = await view();
  expect(periods).toEqual({ notifications: 180, notes: 365, inbox: 365, outbox: 90, version: 0 });
  const setDays = (body: object, user: TestUser | null = admin) =>
    as(world, user).send(api.retention.changePeriods, { body: { ...periods, ...body } });
  expect((await setDays({ notes: 100 }, null)).status).toBe(401);
  expect((await setDays({ notes: 100 }, await aCoordinator(world))).status).toBe(403);
  expect((await setDays({ notes: 29 })).body.errors).toEqual([
    { field: 'notes', message: 'Ingrese una cantidad de días entre 30 y 3650.' },
  ]);
  const replies = await Promise.all(Array.from({ length: 10 }, () => setDays({ notes: 100 })));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)]);
  const after = await view();
  expect(after.periods).toMatchObject({ notes: 100, inbox: 365, version: 1 });
  expect(after.kept).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'Notificaciones sin leer', period: '180 días', thing: 'notifications' }),
      expect.objectContaining({
        what: 'Notas de los usuarios',
        period: '100 días desde su último cambio',
        thing: 'notes',
      }),
      expect.objectContaining({ what: 'Correos de la bandeja', period: '365 días', thing: 'inbox' }),
      expect.objectContaining({ period: '90 días', total: 0, due: 0, thing: 'outbox' }),
      expect.objectContaining({ what: 'Auditoría', thing: null }),
    ]),
  );
  expect((await auditOf(world)).at(-1)).toMatchObject({
    action: 'CAMPAÑA',
    subaction: 'ACTUALIZAR',
    info: { modifications: [{ label: 'Notas de los usuarios (días)', value: 100 }] },
  });
});
