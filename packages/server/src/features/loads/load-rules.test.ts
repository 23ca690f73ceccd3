import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { countedFigures, countedTotals, someCalls, storedFigures, storedTotals } from '../../../test/calls.ts';
import { aCampaign, aCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';
import { callsOf, leftovers, loadFiles, reportOf } from '../../../test/loads.ts';

/** Not JSON, so read as text. */
const textOf = ({ body }: { body: unknown }) => body as string;

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
});

const rows = (header: string, ...lines: string[]) => ({ content: [header, ...lines, ''].join('\n') });
const numbersOf = async (campaignId: number) => (await callsOf(world, campaignId)).map(({ number }) => number);
const people = () => world.db.selectFrom('person').selectAll().orderBy('id').execute();
const countPeople = async () => (await people()).length;
const block = (number: number) =>
  world.db.insertInto('blockedNumber').values({ number, reason: 'DO_NOT_CALL', at: world.clock.now() }).execute();
const agrees = async (campaignId: number) => {
  expect(await storedTotals(world, campaignId)).toEqual(await countedTotals(world, campaignId));
  expect(await storedFigures(world, campaignId)).toEqual(await countedFigures(world, campaignId));
};

describe('duplicates and skipped rows', () => {
  test('a number with a call is a duplicate; positions have no gaps', async () => {
    const { id } = await aCampaign(world);
    await loadFiles(world, coordinator, id, [rows('tel;nombre', '1120000001;Ana', '1120000002;Eva')]);
    const more = rows('tel;nombre', '1120000003;Iris', '1120000001;Ana', '1120000003;Iris', '1120000004;Olga');
    expect(await loadFiles(world, coordinator, id, [more])).toMatchObject({ read: 4, loaded: 2, duplicates: 2 });
    const calls = await callsOf(world, id);
    expect(calls.map(({ number }) => number)).toEqual(['1120000001', '1120000002', '1120000003', '1120000004']);
    expect(calls.map((call) => call.id - calls[0]!.id)).toEqual([0, 1, 2, 3]);
    await agrees(id);
  });

  test('skips all rows of a blocked number and their persons', async () => {
    await block(1121000002);
    const { id } = await aCampaign(world);
    const before = await countPeople();
    const file = rows('tel;nombre;dni', '1121000001;Ana;1', '1121000002;Eva;2', '1121000002;Eva;2', '1121000003;Eva;3');
    const report = await loadFiles(world, coordinator, id, [file]);
    expect(report).toMatchObject({
      read: 4,
      loaded: 2,
      duplicates: 0,
      skipped: 2,
      skippedBreakdown: { blocked: 2, called: 0, active: 0 },
    });
    expect(await numbersOf(id)).toEqual(['1121000001', '1121000003']);
    expect(await countPeople()).toBe(before + 2);
    await agrees(id);
  });

  test('keeps a person with the free number only', async () => {
    await block(1121500001);
    const { id } = await aCampaign(world);
    await loadFiles(world, coordinator, id, [rows('tel;nombre;dni', '1121500001;Ana;77', '1121500002;Ana;77')]);
    const phones = await world.db
      .selectFrom('personPhone')
      .select('number')
      .where('number', 'in', [1121500001, 1121500002])
      .execute();
    expect(phones).toEqual([{ number: 1121500002 }]);
  });

  test('excludes recently called numbers and numbers of open campaigns on request', async () => {
    const { id: other } = await aCampaign(world, { status: 'EN CURSO' });
    const { id: finished } = await aCampaign(world, { status: 'FINALIZADA' });
    const [called, open] = await someCalls(world, other, [{ callCount: 1 }, {}]);
    const [closed] = await someCalls(world, finished, [{}]);
    const number = async (callId: number) =>
      (await world.db.selectFrom('call').select('number').where('id', '=', callId).executeTakeFirstOrThrow()).number;
    const [calledNumber, openNumber, closedNumber] = await Promise.all([called!, open!, closed!].map(number));
    const file = rows('tel', `${calledNumber}`, `${openNumber}`, `${closedNumber}`, '1122000001');
    const load = async (query: Record<string, string | number>) =>
      loadFiles(world, coordinator, (await aCampaign(world)).id, [file], { query });
    expect(await load({})).toMatchObject({ loaded: 4, skipped: 0 });
    expect(await load({ excludeCalledDays: 3 })).toMatchObject({
      loaded: 3,
      skippedBreakdown: { called: 1, active: 0 },
    });
    // The campaigns just loaded are open.
    expect(await load({ excludeActive: 1, excludeCalledDays: 3 })).toMatchObject({
      loaded: 0,
      skippedBreakdown: { blocked: 0, called: 1, active: 3 },
    });
    world.clock.advance(4 * 86_400_000);
    coordinator = await aCoordinator(world);
    expect(await load({ excludeCalledDays: 3 })).toMatchObject({ loaded: 4 });
  });

  test('a number blocked during the load is blocked in it', async () => {
    const { id } = await aCampaign(world);
    const report = await loadFiles(world, coordinator, id, [rows('tel', '1123000001', '1123000002')], {
      onStep: (step) => (step === 'write' ? void block(1123000002) : undefined),
    });
    expect(report).toMatchObject({ loaded: 2 });
    // Whichever commits first, the copy must agree.
    const calls = await callsOf(world, id);
    expect(calls.filter(({ blocked }) => blocked).length).toBeLessThanOrEqual(1);
    await agrees(id);
  });
});

describe('persons', () => {
  test('matches by name with document, birth date or number; fills blanks without overwriting', async () => {
    const { id } = await aCampaign(world);
    const header = 'tel;nombre;apellido;dni;fecha nacimiento;mail';
    await loadFiles(world, coordinator, id, [
      rows(
        header,
        '1124000001;José;Núñez;10.200.300;;',
        '1124000002;JOSE;nunez;10200300;05-05-1970;jose@correo.ar',
        '1124000003;Rosa;Gil;;01-01-1990;rosa@correo.ar',
        '1124000004;rosa;GIL;;01-01-1990;otra@correo.ar',
        '1124000005;Rosa;Gil;;02-01-1990;',
        '1124000006;Pía;Sol;;;',
        '1124000007;Pía;Sol;;;',
        '1124000008;;;;;',
      ),
    ]);
    const calls = await callsOf(world, id);
    const who = new Map(calls.map(({ number, personId }) => [Number(number) % 100, personId]));
    expect(who.get(1)).toBe(who.get(2));
    expect(who.get(3)).toBe(who.get(4));
    expect(new Set(who.values()).size).toBe(6);
    const jose = (await people()).find((person) => person.id === who.get(1));
    expect(jose).toMatchObject({ firstName: 'José', birthday: '1970-05-05', email: 'jose@correo.ar' });
    const rosa = (await people()).find((person) => person.id === who.get(3));
    expect(rosa).toMatchObject({ email: 'rosa@correo.ar' });

    const second = await aCampaign(world);
    const before = await countPeople();
    await loadFiles(world, coordinator, second.id, [
      rows(
        header,
        '1124000011;Jose;Nunez;10200300;06-06-1970;nuevo@correo.ar',
        '1124000005;Rosa;Gil;;02-01-1990;quinta@correo.ar',
        '1124000006;pia;sol;44555666;;',
        '1124000008;;;;;',
        '1124000008;Ana;Luz;;;',
      ),
    ]);
    const again = await callsOf(world, second.id);
    expect(again.map(({ personId }) => personId)).toEqual([who.get(1), who.get(5), who.get(6), who.get(8)]);
    expect(await countPeople()).toBe(before + 1);
    const now = await people();
    expect(now.find((person) => person.id === who.get(1))).toMatchObject({
      birthday: '1970-05-05',
      email: 'jose@correo.ar',
    });
    expect(now.find((person) => person.id === who.get(5))).toMatchObject({ email: 'quinta@correo.ar' });
    expect(now.find((person) => person.id === who.get(6))).toMatchObject({ document: '44555666' });
    const { rows: wrong } = await sql`
      select id from person where identity is distinct from person_identity(first_name, last_name, document, birthday)
        and person_identity(first_name, last_name, document, birthday) is not null`.execute(world.db);
    expect(wrong).toEqual([]);
  });

  test('the dashboard id identifies a contact and converts a lead', async () => {
    const { id } = await aCampaign(world);
    await loadFiles(world, coordinator, id, [rows('tel;nombre;dni', '1125000001;Ana;555')]);
    const [lead] = await callsOf(world, id);
    const second = await aCampaign(world);
    const header = 'tel;nombre;dni;id contacto';
    await loadFiles(world, coordinator, second.id, [rows(header, '1125000002;Ana;555;O-1', '1125000003;Otra;;O-1')]);
    const calls = await callsOf(world, second.id);
    expect(calls.map(({ personId }) => personId)).toEqual([lead!.personId, lead!.personId]);
    const person = (await people()).find((each) => each.id === lead!.personId);
    expect(person).toMatchObject({ kind: 'contact', orionId: 'O-1', firstName: 'Ana' });
  });

  test('marks persons of an external campaign, known ones too, in batches', async () => {
    const { id } = await aCampaign(world);
    const file = rows('tel;nombre', '1126000001;Ana', '1126000002;Eva', '1126000003;Luz');
    await loadFiles(world, coordinator, id, [file]);
    const external = await aCampaign(world, { external: true });
    await loadFiles(world, coordinator, external.id, [file], { tuning: { fillAtOnce: 1 } });
    const persons = await callsOf(world, external.id);
    const marked = (await people()).filter((person) => persons.some(({ personId }) => personId === person.id));
    expect(marked.map(({ fromExternal }) => fromExternal)).toEqual([true, true, true]);
  });
});

describe('own leaf', () => {
  test('is built separately and attached with its keys', async () => {
    const { id } = await aCampaign(world);
    await block(1127000002);
    const lines = Array.from({ length: 40 }, (_, n) => `${1127000000 + n};Persona ${n}`);
    const report = await loadFiles(world, coordinator, id, [rows('tel;nombre', ...lines, lines[3]!)], {
      tuning: { ownPartitionFrom: 10 },
    });
    expect(report).toMatchObject({ read: 41, loaded: 39, duplicates: 1, skipped: 1 });
    const calls = await callsOf(world, id);
    expect(calls[0]!.id).toBeGreaterThanOrEqual(1_000_000 * 2 ** 24);
    expect(calls.map((call) => call.id - calls[0]!.id)).toEqual(calls.map((_, n) => n));
    const expected = lines.map((line) => line.split(';')[0]).filter((number) => number !== '1127000002');
    expect(calls.map(({ number }) => number)).toEqual(expected);
    const { rows: bare } = await sql`select bare_call_leaves()`.execute(world.db);
    expect(bare).toEqual([]);
    await agrees(id);
    expect(await leftovers(world)).toEqual([]);
    expect(await loadFiles(world, coordinator, id, [rows('tel', '1127000500')])).toMatchObject({ loaded: 1 });
    expect((await numbersOf(id)).at(-1)).toBe('1127000500');
  });
});

describe('failed loads', () => {
  test.each([
    ['no phone column', 'nombre;apellido\nAna;Díaz\n', 0],
    ['no valid row', 'telefono;nombre\n15;Ana\n;Eva\n', 2],
    ['a header alone', 'telefono;nombre\n', 0],
  ])('%s: ERROR, only the report is kept', async (_what, content, rejected) => {
    const { id } = await aCampaign(world);
    const before = await countPeople();
    world.published.length = 0;
    const report = await loadFiles(world, coordinator, id, [{ content }]);
    expect(report).toMatchObject({
      status: 'ERROR',
      failure: 'Los campos del csv son inválidos',
      loaded: 0,
      rejected,
      read: rejected,
    });
    expect(await callsOf(world, id)).toEqual([]);
    expect(await countPeople()).toBe(before);
    expect(await leftovers(world)).toEqual([]);
    const detail = await as(world, coordinator).call(api.campaigns.detail, { params: { id } });
    expect(detail.body.status).toBe('PENDIENTE');
    expect(world.published.at(-1)).toMatchObject({ event: 'audience', payload: { status: { status: 'ERROR' } } });
    const reply = await as(world, coordinator).send(api.loads.rejected, { params: { id } });
    expect(reply.status).toBe(rejected > 0 ? 200 : 404);
  });

  test('one bad file of two fails both', async () => {
    const { id } = await aCampaign(world);
    const files = [rows('tel', '1128000001'), { ...rows('nombre', 'Ana'), name: 'otro.csv' }];
    expect(await loadFiles(world, coordinator, id, files)).toMatchObject({
      status: 'ERROR',
      name: 'audiencia.csv, otro.csv',
    });
    expect(await callsOf(world, id)).toEqual([]);
  });
});

test('two files are one load; rejected rows share one header', async () => {
  const { id } = await aCampaign(world);
  const report = await loadFiles(world, coordinator, id, [
    { name: 'a.csv', ...rows('tel;nombre', '1129000001;Ana', 'x;Uno') },
    { name: 'b.csv', ...rows('celular,tel', '1129000002,', '1129000001,', 'y,z') },
  ]);
  expect(report).toMatchObject({ read: 5, loaded: 2, duplicates: 1, rejected: 2 });
  const reply = await as(world, coordinator).send(api.loads.rejected, { params: { id } });
  expect(
    textOf(reply)
      .replace('\uFEFF', '')
      .split('\r\n')
      .map((line) => line.split(';').slice(0, 4)),
  ).toEqual([['tel', 'nombre', 'celular', 'linea'], ['x', 'Uno', '', '3'], ['z', '', 'y', '4'], ['']]);
});

test('operators keep calling during a load of a campaign EN CURSO, whose status is restored', async () => {
  const operator = await anOperator(world);
  const { id } = await aCampaign(world, { status: 'EN CURSO', operators: [operator.id] });
  await someCalls(world, id, [{ operatorId: operator.id }]);
  await loadFiles(world, coordinator, id, [rows('tel', '1129500001')]);
  const detail = await as(world, coordinator).call(api.campaigns.detail, { params: { id } });
  expect(detail.body.status).toBe('EN CURSO');
  expect(await reportOf(world, coordinator, id)).toMatchObject({ loaded: 1 });
  await agrees(id);
});
