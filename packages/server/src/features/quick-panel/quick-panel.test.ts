import { NOTES_MAX } from '@campanero/contract/limits';
import { api } from '@campanero/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign } from '../../../test/calling.ts';
import { aCampaign, aGuest, anExternalOperator, anOperator, type TestUser } from '../../../test/factories.ts';

const { quickPanel } = api;
const DAY = 86_400_000;
const world = useWorld();
let ana: TestUser;
beforeEach(async () => {
  world.clock.set('2026-03-10T13:00:00.000Z');
  ana = await anOperator(world);
});

const look = async (user: TestUser) => (await as(world, user).call(quickPanel.data)).body;
const eventsOf = async (user: TestUser) => (await look(user)).events.map(({ title, detail }) => `${title}: ${detail}`);

describe('agenda', () => {
  test('lists visible campaigns that start or end within a week', async () => {
    const now = world.clock.now().getTime();
    const inDays = (days: number) => new Date(now + days * DAY);
    const mine = { operators: [ana.id], status: 'EN CURSO' as const };
    const ending = await aCampaign(world, { ...mine, name: 'Vacunación de otoño', endDate: inDays(2) });
    await aCampaign(world, { ...mine, name: 'Una breve', startDate: inDays(-1 / 24), endDate: inDays(1 / 24) });
    await aCampaign(world, { ...mine, name: 'Una lejana' });
    await aCampaign(world, { ...mine, name: 'Una terminada', status: 'FINALIZADA', endDate: inDays(2) });
    expect(await eventsOf(ana)).toEqual([
      'Una breve: Comenzó a las 09:00',
      'Una breve: Termina a las 11:00',
      'Vacunación de otoño: Termina a las 10:00',
    ]);
    expect((await look(ana)).events.at(-1)).toMatchObject({
      id: `end-${ending.id}`,
      campaignId: ending.id,
      at: inDays(2).toISOString(),
    });
    expect(await look(await anExternalOperator(world))).toEqual({ events: [], notes: [] });
  });

  test("lists the user's own callbacks of today", async () => {
    const colleague = await anOperator(world);
    const { campaign, states, callsOf } = await aCallingCampaign(world, { operators: [ana, colleague], each: 3 });
    const own = callsOf(ana);
    const promise = (user: TestUser, callId: number, callbackAt: string) =>
      as(world, user).call(api.calls.register, {
        params: { id: campaign.id, callId },
        body: { stateId: states.again.id, callbackAt },
      });
    await promise(ana, own[0]!.id, '2026-03-10T20:00:00.000Z');
    await promise(ana, own[1]!.id, '2026-03-10T18:30:00.000Z');
    await promise(ana, own[2]!.id, '2026-03-11T15:00:00.000Z');
    await promise(colleague, callsOf(colleague)[0]!.id, '2026-03-10T16:00:00.000Z');
    const { events } = await look(ana);
    expect(events.filter(({ callId }) => callId !== undefined)).toEqual([
      {
        id: `callback-${own[1]!.id}`,
        title: expect.stringMatching(/^Persona \d+$/),
        detail: `15:30 · ${campaign.name}`,
        at: '2026-03-10T18:30:00.000Z',
        campaignId: campaign.id,
        callId: own[1]!.id,
        number: own[1]!.number,
      },
      expect.objectContaining({ callId: own[0]!.id, detail: `17:00 · ${campaign.name}` }),
    ]);
  });
});

describe('notes', () => {
  const add = (text: string, user: TestUser | null = ana) =>
    as(world, user).call(quickPanel.addNote, { body: { text } });
  const edit = (id: number, body: { text: string; version?: number }, user: TestUser | null = ana) =>
    as(world, user).call(quickPanel.editNote, { params: { id }, body });
  const remove = (id: number, user: TestUser | null = ana) =>
    as(world, user).call(quickPanel.deleteNote, { params: { id } });
  const textsOf = async (user: TestUser) => (await look(user)).notes.map(({ text }) => text);

  test('are added, edited and deleted, newest first, with events', async () => {
    world.published.length = 0;
    const audited = (await auditOf(world)).length;
    const first = await add('  Pedir el listado\nde la Comuna 4 \n');
    expect(first).toMatchObject({
      status: 201,
      body: {
        title: 'Pedir el listado',
        detail: 'de la Comuna 4',
        text: 'Pedir el listado\nde la Comuna 4',
        updatedAt: '2026-03-10T13:00:00.000Z',
        version: 0,
      },
    });
    const { id } = first.body;
    await add('Otra');
    world.clock.advance(60_000);
    expect(await edit(id, { text: 'Listado pedido', version: 0 })).toMatchObject({
      status: 200,
      body: { text: 'Listado pedido', detail: '', updatedAt: '2026-03-10T13:01:00.000Z', version: 1 },
    });
    expect(await textsOf(ana)).toEqual(['Otra', 'Listado pedido']);
    expect((await remove(id)).status).toBe(204);
    expect(await textsOf(ana)).toEqual(['Otra']);
    expect(world.published.filter(({ event }) => event === 'note')).toHaveLength(4);
    // Like settings, notes leave no audit record.
    expect(await auditOf(world)).toHaveLength(audited);
  });

  test('permissions: own notes only', async () => {
    const { id } = (await add('Mía')).body;
    const [colleague, guest] = [await anOperator(world), await aGuest(world)];
    for (const [caller, status] of [
      [null, 401],
      [guest, 403],
    ] as const) {
      expect((await add('x', caller)).status).toBe(status);
      expect((await edit(id, { text: 'x' }, caller)).status).toBe(status);
      expect((await remove(id, caller)).status).toBe(status);
    }
    expect((await edit(id, { text: 'Ajena' }, colleague)).body.error).toBe('NOT_FOUND');
    expect((await remove(id, colleague)).status).toBe(404);
    expect(await textsOf(colleague)).toEqual([]);
    expect(await look(guest)).toEqual({ events: [], notes: [] });
    expect(await textsOf(ana)).toEqual(['Mía']);
  });

  test('refuses a stale version, accepts an absent one', async () => {
    const { id } = (await add('En el teléfono')).body;
    expect((await edit(id, { text: 'En la computadora', version: 0 })).status).toBe(200);
    expect(await edit(id, { text: 'Otra vez en el teléfono', version: 0 })).toMatchObject({
      status: 409,
      body: { error: 'CONFLICT' },
    });
    expect(await textsOf(ana)).toEqual(['En la computadora']);
    expect((await edit(id, { text: 'Sin versión' })).body.version).toBe(2);
    await remove(id);
    expect((await edit(id, { text: 'Tarde' })).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  test('refuses empty and too long ones with a message', async () => {
    const reasons = async (text: unknown) => (await as(world, ana).send(quickPanel.addNote, { body: { text } })).body;
    expect(await reasons(' \n ')).toMatchObject({ error: 'VALIDATION', errors: [{ message: 'Escriba la nota.' }] });
    expect(await reasons(undefined)).toMatchObject({ errors: [{ field: 'text', message: 'Escriba la nota.' }] });
    expect(await reasons('x'.repeat(1001))).toMatchObject({ errors: [{ message: 'Excede los 1000 caracteres.' }] });
    expect((await add('🔔'.repeat(500))).status).toBe(201);
    expect((await as(world, ana).send(quickPanel.addNote, { body: { text: 'a\u0000b' } })).status).toBe(400);
  });

  test('at most fifty, also with concurrent requests', async () => {
    await world.db
      .insertInto('note')
      .values(Array.from({ length: NOTES_MAX - 1 }, () => ({ userId: ana.id, text: 'x' })))
      .execute();
    const both = await Promise.all([add('Una'), add('Otra')]);
    expect(both.map(({ status }) => status)).toSatisfy((codes: number[]) => codes.includes(201) && codes.includes(422));
    expect(both.find(({ status }) => status === 422)?.body).toMatchObject({
      error: 'TOO_MANY_NOTES',
      message: 'Ya tiene 50 notas. Borre alguna antes de agregar otra.',
    });
  });

  test('is idempotent without storing the text', async () => {
    const send = () =>
      as(world, ana).call(quickPanel.addNote, { body: { text: 'Llamar a Ramírez' } }, { 'idempotency-key': 'nota-1' });
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect(await textsOf(ana)).toEqual(['Llamar a Ramírez']);
    const stored = await world.db.selectFrom('idempotencyKey').select('answer').where('userId', '=', ana.id).execute();
    expect(stored).toEqual([{ answer: first.body.id }]);
  });
});
