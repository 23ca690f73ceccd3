import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { createTestApp, useWorld, type TestApp } from '../../../test/app.ts';
import { aCallingCampaign, addCalls, type TestCall } from '../../../test/calling.ts';
import { callsOf, loadFiles } from '../../../test/loads.ts';
import { createWatchedPool, outlineOf, type SeenPlan } from '../../../test/plans.ts';
import { aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let admin: TestUser;
let call: TestCall;
beforeAll(async () => {
  admin = await anAdministrator(world);
  const here = await aCallingCampaign(world);
  call = here.calls[0]!;
  await world.db
    .updateTable('person')
    .set({ firstName: 'Ana María', lastName: 'Núñez', document: '20123456', email: 'Ana@Ejemplo.com.ar' })
    .where('id', '=', call.personId)
    .execute();
  await addCalls(world, here.campaign.id, [null], { numbers: ['3415559876'] });
});

const search = (text: string, user: TestUser | null = admin) =>
  as(world, user).call(api.personalData.search, { body: { text } });
const found = async (text: string) => (await search(text)).body.persons.map(({ id }) => id);

const personVersion = (id: number) =>
  world.db.selectFrom('person').select('version').where('id', '=', id).executeTakeFirstOrThrow();

describe('finding a person', () => {
  test.each(['Ana María Núñez', 'nunez ana', 'NUÑEZ, MARIA', 'mari nuñ'])('by name: %s', async (text) =>
    expect(await found(text)).toEqual([call.personId]),
  );
  test.each(['20.123.456', '20123456', 'nuñez 20 123 456'])('by document: %s', async (text) =>
    expect(await found(text)).toEqual([call.personId]),
  );
  test('by email, case-insensitive', async () => expect(await found('ana@EJEMPLO.com.ar')).toEqual([call.personId]));
  test('by number in any notation, prefix or suffix', async () => {
    const { number } = call;
    for (const text of [number, `+54 9 ${number}`, `0${number.slice(0, 2)} 15 ${number.slice(2)}`])
      expect(await found(text)).toEqual([call.personId]);
    expect(await found(number.slice(-8))).toContain(call.personId);
    expect(await found('34155598')).toHaveLength(1);
  });
  test('a document stored with dots, and a name with an apostrophe', async () => {
    const typed = { kind: 'lead', firstName: "D'Angelo", lastName: 'Muñoz-Ávila', document: '31.222.999' };
    const { id } = await world.db.insertInto('person').values(typed).returning('id').executeTakeFirstOrThrow();
    for (const text of ['31222999', 'angelo avila', "d'angelo MUNOZ", 'Ávila']) expect(await found(text)).toEqual([id]);
    expect(await found('unoz angelo')).toEqual([]);
  });
  test('finds a loaded person, and after a correction only by the new values', async () => {
    const { campaign } = await aCallingCampaign(world, { each: 0, status: 'PAUSADA' });
    const content = "telefono;nombre;apellido\n1156667788;Íñigo;D'Ávalos-Peña\n";
    await loadFiles(world, admin, campaign.id, [{ content }]);
    const [loaded] = await callsOf(world, campaign.id);
    const id = loaded!.personId;
    for (const text of ['iñigo', 'avalos pena', "d'ava inig"]) expect(await found(text)).toEqual([id]);
    const { version } = await personVersion(id);
    const body = { version, firstName: 'Ignacio', lastName: 'Ríos', reason: 'Se lee en su documento' };
    expect((await as(world, admin).send(api.contacts.rectify, { params: { id }, body })).status).toBe(204);
    for (const text of ['ignacio', 'rios ignacio']) expect(await found(text)).toEqual([id]);
    for (const text of ['iñigo', 'avalos']) expect(await found(text)).toEqual([]);
  });
  test('words of one or two letters', async () => {
    const typed = { kind: 'lead', firstName: 'Xú', lastName: 'Wú' } as const;
    const { id } = await world.db.insertInto('person').values(typed).returning('id').executeTakeFirstOrThrow();
    for (const text of ['xu wu', 'wu', 'Wú, X']) expect(await found(text)).toEqual([id]);
    expect(await found('wo xu')).toEqual([]);
  });
  test('a different name with the same document does not match', async () =>
    expect(await found('Gómez 20.123.456')).toEqual([]));
  test('returns only identifying fields', async () => {
    const { body } = await search('20123456');
    expect(body).toEqual({
      persons: [
        {
          id: call.personId,
          name: 'Ana María Núñez',
          document: '20123456',
          birthday: null,
          place: null,
          numbers: [call.number],
          isErased: false,
        },
      ],
      hasMore: false,
    });
  });
  test('shows fifty and says that there are more', async () => {
    const many = await aCallingCampaign(world, { each: 51 });
    const { body } = await search('Persona');
    expect(many.calls).toHaveLength(51);
    expect([body.persons.length, body.hasMore]).toEqual([50, true]);
  });
  test('refuses an empty search with a message', async () => {
    const { status, body } = await search('a');
    expect([status, body.errors]).toEqual([
      400,
      [{ field: 'text', message: 'Escriba un número, un documento, un correo o un nombre.' }],
    ]);
  });
  test('audits the kind of search and the number of results, not the text', async () => {
    const before = (await auditOf(world)).length;
    await search('nuñez 20123456');
    const records = (await auditOf(world)).slice(before);
    expect(records).toMatchObject([
      { userId: admin.id, action: 'CONTACTO', subaction: 'ACCIÓN', objectType: 'user', objectId: String(admin.id) },
    ]);
    expect(records[0]!.info).toEqual({
      entries: [],
      modifications: [
        { label: 'Acción', value: 'Búsqueda de datos personales' },
        { label: 'Buscó por', value: 'número, documento, nombre' },
        { label: 'Encontrados', value: 1 },
      ],
    });
  });
  test('permissions', async () => {
    expect((await search('nuñez', null)).status).toBe(401);
    expect((await search('nuñez', await aCoordinator(world))).status).toBe(403);
  });
});

describe('with many persons', () => {
  const MANY = 20_000;
  /** Rows and pages that one statement reads. */
  const FEW = 1_000;
  const seen: SeenPlan[] = [];
  let watched: TestApp;
  beforeAll(async () => {
    await sql`
      insert into person (kind, first_name, last_name, document, email)
      select 'lead', 'María', translate(n::text, '0123456789', 'abcdefghij') || 'ez', 'X' || n, 'm' || n || '@correo.ar'
      from generate_series(1, ${MANY}::int) n`.execute(world.db);
    const pool = createWatchedPool(world.databaseUrl, seen, /\bfrom person\b/);
    watched = await createTestApp({ beside: world, pool });
  });
  beforeEach(() => void seen.splice(0));
  afterAll(() => watched.close());
  const idsOf = async (text: string) => {
    const { status, body } = await as(watched, admin).call(api.personalData.search, { body: { text } });
    expect(status).toBe(200);
    return body.persons.map(({ id }) => id);
  };

  test('reads few rows, and finds persons just added or renamed', async () => {
    const typed = { kind: 'lead', firstName: 'Eustaquio', lastName: 'Zubizarreta', document: '40111222' };
    const { id } = await world.db.insertInto('person').values(typed).returning('id').executeTakeFirstOrThrow();
    for (const text of ['eustaquio', 'zubi eus', '40.111.222']) expect(await idsOf(text)).toEqual([id]);
    for (const text of ['maria quiroga', 'Mariela Zubiri', '49111222', 'nadie@correo.ar', 'qui'])
      expect(await idsOf(text)).toEqual([]);
    const renamed = { firstName: 'Ángela', lastName: 'Ünsal', email: 'Angela@Correo.AR' };
    await world.db.updateTable('person').set(renamed).where('id', '=', id).execute();
    for (const text of ['unsal angela', 'angela@correo.ar']) expect(await idsOf(text)).toEqual([id]);
    expect(await idsOf('zubizarreta')).toEqual([]);
    expect(seen.length).toBeGreaterThanOrEqual(11);
    expect(
      seen.filter(({ work }) => work > FEW).map(({ statement, plan }) => `${statement}\n${outlineOf(plan)}`),
    ).toEqual([]);
  });

  const TWO_LETTERS =
    'a surname of two letters is found by the index where more than 100,000 persons are, and only there';
  test(TWO_LETTERS, { timeout: 60_000 }, async () => {
    const askedIndex = () => seen.filter(({ statement }) => statement.startsWith('select person.id from person where'));
    expect(await idsOf('ku')).toEqual([]);
    expect([seen.length > 0, askedIndex()]).toEqual([true, []]);
    await sql`
      insert into person (kind, first_name, last_name, name_keys)
      select 'lead', 'María', 'Pez', keys_of_name('María', 'Pez', '')
      from generate_series(1, 100000 - ${MANY}::int)`.execute(world.db);
    const typed = { kind: 'lead', firstName: 'Ngoc', lastName: 'Kú' };
    const { id } = await world.db.insertInto('person').values(typed).returning('id').executeTakeFirstOrThrow();
    expect(await idsOf('ku')).toEqual([id]);
    const [asked, ...others] = askedIndex();
    expect(others).toEqual([]);
    expect(outlineOf(asked!.plan)).toContain('Bitmap Index Scan');
    expect(outlineOf(asked!.plan)).not.toContain('Seq Scan');
    // What the index has not sorted in yet is read, too; all persons would be ten times as many.
    expect(asked!.work).toBeLessThan(10 * FEW);
  });
});
