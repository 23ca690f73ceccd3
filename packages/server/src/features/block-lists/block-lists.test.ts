import { api } from '@campanero/contract';
import type { BlockList } from '@campanero/contract/block-lists/schemas';
import { tableBook } from '@campanero/contract/test/workbook';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aBlockList, runListLoad, uploadList } from '../../../test/block-lists.ts';
import { aCoordinator, anAdministrator, aSession, type TestUser } from '../../../test/factories.ts';
import { jobCtx, runJob } from '../../../test/jobs.ts';
import { clearListsJob } from '../../call-store/write/index.ts';
import { purgeExpired } from '../../jobs/purge-expired.ts';
import { listAttempts } from './block-lists.queries.ts';
import { attemptList } from './attempt-list.ts';
import { ATTEMPTS_MAX } from '../../jobs/attempted-work.ts';

const world = useWorld();
let admin: TestUser;
beforeEach(async () => {
  world.clock.set('2026-03-10T13:00:00.000Z');
  admin = await anAdministrator(world, { firstName: 'Ada', lastName: 'Paz' });
});

let last = 1_141_000_000;
const someNumbers = (count: number) => Array.from({ length: count }, () => (last += 1));
const listed = async (id: number) => {
  const { body } = await as(world, admin).call(api.blockLists.list);
  return body.lists.find((list: BlockList) => list.id === id) as BlockList;
};
const loadsOf = async (id: number) => (await as(world, admin).call(api.blockLists.loads, { params: { id } })).body;
const lookUp = async (number: number | string) =>
  (await as(world, admin).call(api.blockLists.lookUp, { query: { number: String(number) } })).body;
const stored = async (listId: number) =>
  (
    await world.db.selectFrom('listedNumber').select('number').where('listId', '=', listId).orderBy('number').execute()
  ).map(({ number }) => number);

describe('loading', () => {
  test('only administrators may upload', async () => {
    const coordinator = await aCoordinator(world);
    expect(await uploadList(world, coordinator, { content: '1155551234' })).toMatchObject({ status: 403 });
  });

  test('a new list stores name, kind, origin, date, user and time, with audit record and event', async () => {
    const [one, two] = someNumbers(2) as [number, number];
    world.published.length = 0;
    const reply = await uploadList(
      world,
      admin,
      { content: `telefono;nota\n${one};x\n0${one};otra vez\n${two};\nletras;\n` },
      { name: 'Registro de marzo', kind: 'NO_LLAME', origin: 'AAIP', dated: '2026-03-05' },
    );
    expect(reply).toMatchObject({
      status: 202,
      body: { name: 'Registro de marzo', numbers: 0, loadedBy: null, lastLoad: { status: 'RUNNING', progress: 0 } },
    });
    const { id, lastLoad } = reply.body;
    expect(world.enqueued.at(-1)).toEqual({ name: 'block-lists.load', payload: { loadId: lastLoad.id } });
    expect(world.published).toEqual([
      { userIds: expect.arrayContaining([admin.id]), event: 'block list', payload: { id } },
    ]);
    expect((await auditOf(world)).at(-1)).toMatchObject({
      userId: admin.id,
      action: 'NUMERO',
      subaction: 'CREAR',
      objectType: 'block list',
      objectId: String(id),
    });

    await runListLoad(world, lastLoad.id);
    expect(await listed(id)).toMatchObject({
      kind: 'NO_LLAME',
      origin: 'AAIP',
      dated: '2026-03-05',
      numbers: 2,
      loadedBy: 'Ada Paz',
      loadedAt: '2026-03-10T13:00:00.000Z',
      lastLoad: {
        status: 'COMPLETED',
        columns: '«telefono»',
        read: 4,
        added: 2,
        repeated: 1,
        already: 0,
        rejected: 1,
        removed: 0,
        userName: 'Ada Paz',
        rejectedUntil: '2026-04-09T13:00:00.000Z',
      },
    });
    expect(await lookUp(`+54 9 ${one}`)).toEqual({
      number: String(one),
      lists: [
        { listId: id, name: 'Registro de marzo', kind: 'NO_LLAME', by: 'Ada Paz', at: '2026-03-10T13:00:00.000Z' },
      ],
      own: null,
    });
    expect(world.published.filter(({ event }) => event === 'block list')).toHaveLength(2);
    // The file is removed with the load.
    expect(
      await world.db.selectFrom('blockListLoad').select('fileKey').where('id', '=', lastLoad.id).executeTakeFirst(),
    ).toEqual({ fileKey: null });
  });

  test('adding keeps the listed numbers and the load that first added each', async () => {
    const [one, two, three] = someNumbers(3) as [number, number, number];
    const list = await aBlockList(world, admin, [one, two]);
    world.clock.advance(60_000);
    await aBlockList(world, admin, [two, three], { listId: list.id, replaces: '0', dated: '2026-03-09' });
    expect(await stored(list.id)).toEqual([one, two, three]);
    expect(await listed(list.id)).toMatchObject({
      numbers: 3,
      dated: '2026-03-09',
      lastLoad: { read: 2, added: 1, already: 1, removed: 0, replaces: false },
    });
    expect((await lookUp(two)).lists[0]?.at).toBe('2026-03-10T13:00:00.000Z');
    expect((await lookUp(three)).lists[0]?.at).toBe('2026-03-10T13:01:00.000Z');
    expect(await loadsOf(list.id)).toHaveLength(2);
  });

  test('replacing leaves exactly the numbers of the file and does not affect other lists', async () => {
    const numbers = someNumbers(5);
    const list = await aBlockList(world, admin, numbers.slice(0, 4));
    const other = await aBlockList(world, admin, numbers);
    await aBlockList(world, admin, numbers.slice(2), { listId: list.id, replaces: '1' });
    expect(await stored(list.id)).toEqual(numbers.slice(2));
    expect(await stored(other.id)).toEqual(numbers);
    expect(await listed(list.id)).toMatchObject({ numbers: 3, lastLoad: { added: 1, already: 2, removed: 2 } });
  });

  test('accepts a workbook and a text with area codes and numbers', async () => {
    const book = await tableBook([
      ['Área', 'Número'],
      ['11', '41009001'],
      ['2966', '410090'],
    ]);
    for (const file of [
      { name: 'lista.xlsx', content: book },
      { name: 'lista.txt', content: '11\t41009001\r\n2966\t410090\r\n' },
    ]) {
      const { body } = await uploadList(world, admin, file);
      await runListLoad(world, body.lastLoad.id);
      expect(await stored(body.id)).toEqual([1_141_009_001, 2_966_410_090]);
    }
  });

  test('accepts a chosen column of a text and of a workbook', async () => {
    const rows = [
      ['telefono', 'celular'],
      ['1141009011', '1141009021'],
      ['1141009012', '1141009022'],
    ];
    const content = rows.map((row) => row.join(';')).join('\n');
    for (const file of [{ content }, { name: 'lista.xlsx', content: await tableBook(rows) }]) {
      const { body } = await uploadList(world, admin, file, { column: '2' });
      await runListLoad(world, body.lastLoad.id);
      expect((await listed(body.id)).lastLoad).toMatchObject({ columns: '«celular»', added: 2 });
      expect(await stored(body.id)).toEqual([1_141_009_021, 1_141_009_022]);
    }
    expect(await uploadList(world, admin, { content }, { column: '0' })).toMatchObject({ status: 400 });
  });

  test('reports tens of thousands of invalid lines and loads the valid one', async () => {
    const [good] = someNumbers(1) as [number];
    const odd = [
      '=HYPERLINK("x")',
      '"sin cerrar',
      'con\ttabulador',
      'con \\N y \\. dentro',
      '«ñandú» 😀',
      '\u0000',
      'a'.repeat(70_000),
    ];
    const lines = Array.from({ length: 30_000 }, (_, n) => odd[n % 97] ?? `línea ${n} sin número`);
    const { body } = await uploadList(world, admin, { content: ['telefono', good, ...lines].join('\n') });
    await runListLoad(world, body.lastLoad.id);
    expect(await stored(body.id)).toEqual([good]);
    const { lastLoad } = await listed(body.id);
    expect(lastLoad).toMatchObject({ status: 'COMPLETED', read: 30_001, added: 1, rejected: 30_000 });
    const reply = await as(world, admin).call(api.blockLists.rejected, { params: { id: lastLoad.id } });
    const report = (reply.body as unknown as string).split('\r\n').slice(1, -1);
    expect(report).toHaveLength(30_000);
    expect(report.filter((line, place) => !line.startsWith(`${place + 3};`))).toEqual([]);
    expect(report[0]).toMatch(/^3;"«=HYPERLINK\(""x""\)» no es .*;"'=HYPERLINK\(""x""\)"$/);
    expect(report[3]).toContain('«con \\N y \\. dentro» no es');
  });

  test('rejected lines are CSV with line and reason and can be loaded once corrected', async () => {
    const [one, two] = someNumbers(2);
    const { body } = await uploadList(world, admin, { content: `telefono;nota\n${one};\n=cmd();"a;b"\n` });
    await runListLoad(world, body.lastLoad.id);
    const params = { id: body.lastLoad.id };
    const csv = (await as(world, admin).call(api.blockLists.rejected, { params })).body as unknown as string;
    expect(csv).toBe(
      '\uFEFFlinea;motivo;telefono;nota\r\n3;«=cmd()» no es un número de teléfono con su código de área.;\'=cmd();"a;b"\r\n',
    );
    await aBlockList(world, admin, [csv.replace("'=cmd()", String(two))], { listId: body.id, replaces: '0' });
    expect(await stored(body.id)).toEqual([one, two]);

    await purgeExpired(world.db, new Date('2026-04-20T00:00:00Z'));
    world.clock.set('2026-04-20T00:00:00Z');
    const later = await aSession(world, admin.id);
    expect(await as(world, later).call(api.blockLists.rejected, { params })).toMatchObject({ status: 404 });
    expect(
      await world.db.selectFrom('blockListRejected').selectAll().where('loadId', '=', params.id).execute(),
    ).toEqual([]);
  });

  test.each([
    ['without name', { name: '' }, 400, 'VALIDATION'],
    ['dated in the future', { dated: '2026-03-11' }, 400, 'VALIDATION'],
    ['of an unknown kind', { kind: 'OTRA' }, 400, 'VALIDATION'],
    ['for an unknown list', { listId: 2_000_000_000, replaces: '1' }, 404, 'NOT_FOUND'],
    ['without replacing or adding', { listId: 1 }, 400, 'VALIDATION'],
  ])('%s: refused', async (_, fields, status, error) => {
    expect(await uploadList(world, admin, { content: '1155551234' }, fields)).toMatchObject({
      status,
      body: { error },
    });
  });

  test('a repeated name, ignoring accents: 422', async () => {
    await uploadList(world, admin, { content: '1155551234' }, { name: 'Jubilación' });
    expect(await uploadList(world, admin, { content: '1155551234' }, { name: ' JUBILACION ' })).toMatchObject({
      status: 422,
      body: { error: 'NAME_TAKEN', errors: [{ field: 'name' }] },
    });
  });

  test('six concurrent uploads of one new name: one list, the others 422', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const replies = await Promise.all(
        Array.from({ length: 6 }, () =>
          uploadList(world, admin, { content: '1155551234' }, { name: `Común ${round}` }),
        ),
      );
      const outcomes = Object.groupBy(replies, ({ status, body }) => body.error ?? String(status));
      expect([outcomes['202']?.length, outcomes['NAME_TAKEN']?.length]).toEqual([1, 5]);
    }
  });

  test.each([
    ['a program', { name: 'lista.csv', content: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]) }],
    ['nothing at all', { name: 'lista.csv', content: '' }],
    ['a document', { name: 'lista.pdf', content: '1155551234' }],
    ['something that is no workbook', { name: 'lista.xlsx', content: '1155551234' }],
  ])('%s is refused before it is stored', async (_, file) => {
    const reply = await uploadList(world, admin, file);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
  });

  test('a list that is being loaded refuses a second load and its removal', async () => {
    const list = await aBlockList(world, admin, someNumbers(1));
    await uploadList(world, admin, { content: '1155551234' }, { listId: list.id, replaces: '1' });
    const again = await uploadList(world, admin, { content: '1155551234' }, { listId: list.id, replaces: '1' });
    expect(again).toMatchObject({ status: 409, body: { error: 'LIST_LOADING' } });
    const removed = await as(world, admin).call(api.blockLists.remove, {
      params: { id: list.id },
      body: { reason: 'x' },
    });
    expect(removed).toMatchObject({ status: 409, body: { error: 'LIST_LOADING' } });
  });

  test('a repeated Idempotency-Key returns the first response', async () => {
    const key = { 'idempotency-key': 'carga-de-prueba-0001' };
    const send = () => uploadList(world, admin, { content: '1155551234' }, { name: 'Una sola' }, key);
    const [first, second] = [await send(), await send()];
    expect(second).toMatchObject({ status: 202, body: { id: first.body.id } });
  });
});

describe('failed loads', () => {
  const failed = async (content: string) => {
    const numbers = someNumbers(2);
    const list = await aBlockList(world, admin, numbers);
    const { body } = await uploadList(world, admin, { content }, { listId: list.id, replaces: '1' });
    await runListLoad(world, body.lastLoad.id);
    expect(await stored(list.id)).toEqual(numbers);
    return (await listed(list.id)).lastLoad;
  };

  test.each([
    ['only letters', 'hola\nqué tal\n', 'Ninguna de las primeras filas tiene un número'],
    [
      'a column of numbers without any',
      `telefono\n${'abc\n'.repeat(50)}`,
      'ningún número válido: la lista queda como estaba',
    ],
    ['two columns of numbers', 'telefono;celular\n1145551234;1155551234\n', 'más de una columna de números'],
  ])('%s: ERROR with a message, and the list stays unchanged', async (_, content, words) => {
    expect(await failed(content)).toMatchObject({ status: 'ERROR', failure: expect.stringContaining(words) });
  });

  test('a cancelled load leaves nothing and the list stays unchanged', async () => {
    const numbers = someNumbers(2);
    const list = await aBlockList(world, admin, numbers);
    const { body } = await uploadList(world, admin, { content: '1155551234\nx\n' }, { listId: list.id, replaces: '1' });
    const params = { id: body.lastLoad.id };
    const attempt = (await world.db.transaction().execute((trx) => listAttempts.begin(trx, params.id)))!;
    expect(await as(world, admin).call(api.blockLists.cancel, { params })).toMatchObject({
      status: 200,
      body: { status: 'CANCELLED' },
    });
    expect((await auditOf(world)).at(-1)).toMatchObject({ action: 'NUMERO', subaction: 'ACTUALIZAR' });
    // An attempt that still runs writes nothing.
    await attemptList(jobCtx(world), { id: params.id, attempt });
    await runJob(world.deps, 'block-lists.sweep');
    expect(await stored(list.id)).toEqual(numbers);
    expect(await as(world, admin).call(api.blockLists.cancel, { params })).toMatchObject({
      status: 409,
      body: { error: 'LOAD_NOT_RUNNING' },
    });
  });

  test('a load without job is restarted and fails after its last attempt', async () => {
    const { now } = world.clock;
    const over = { status: 'CANCELLED', finishedAt: now() };
    await world.db.updateTable('blockListLoad').set(over).where('status', '=', 'RUNNING').execute();
    const list = await aBlockList(world, admin, someNumbers(1));
    const { body } = await uploadList(world, admin, { content: '1155551234' }, { listId: list.id, replaces: '0' });
    world.enqueued.length = 0;
    await runJob(world.deps, 'block-lists.sweep');
    expect(world.enqueued).toContainEqual({ name: 'block-lists.load', payload: { loadId: body.lastLoad.id } });
    world.enqueued.length = 0;
    await world.db
      .updateTable('blockListLoad')
      .set({ attempt: ATTEMPTS_MAX })
      .where('id', '=', body.lastLoad.id)
      .execute();
    await runJob(world.deps, 'block-lists.sweep');
    expect((await listed(list.id)).lastLoad).toMatchObject({
      status: 'ERROR',
      failure: expect.stringContaining('se interrumpió'),
    });
  });
});

describe('removing', () => {
  test('removes one number with its reason in the audit log; an unlisted number is 409', async () => {
    const [one, two] = someNumbers(2) as [number, number];
    const list = await aBlockList(world, admin, [one, two]);
    const remove = (number: number, reason = 'Lo pidió su titular') =>
      as(world, admin).call(api.blockLists.removeNumber, {
        params: { id: list.id },
        body: { number: `0${number}`, reason },
      });
    expect(await remove(one, ' ')).toMatchObject({ status: 400, body: { errors: [{ field: 'reason' }] } });
    expect(await remove(one)).toMatchObject({ status: 200, body: { number: String(one), lists: [] } });
    expect(await stored(list.id)).toEqual([two]);
    expect((await listed(list.id)).numbers).toBe(1);
    expect((await auditOf(world)).at(-1)).toMatchObject({
      action: 'NUMERO',
      subaction: 'ACTUALIZAR',
      objectId: String(list.id),
    });
    expect(await remove(one)).toMatchObject({ status: 409, body: { error: 'NUMBER_NOT_LISTED' } });
  });

  test('a removed list no longer blocks, its numbers are deleted later and its name is free', async () => {
    const numbers = someNumbers(3);
    const list = await aBlockList(world, admin, numbers, { name: 'De paso' });
    const params = { id: list.id };
    const reply = await as(world, admin).call(api.blockLists.remove, { params, body: { reason: 'Venció' } });
    expect(reply.status).toBe(204);
    expect(await listed(list.id)).toBeUndefined();
    expect((await lookUp(numbers[0]!)).lists).toEqual([]);
    expect((await auditOf(world)).at(-1)).toMatchObject({
      action: 'NUMERO',
      subaction: 'ACCIÓN',
      objectId: String(list.id),
    });
    expect(await as(world, admin).call(api.blockLists.loads, { params })).toMatchObject({ status: 404 });
    await clearListsJob.handler(jobCtx(world), {});
    expect(await stored(list.id)).toEqual([]);
    await aBlockList(world, admin, numbers, { name: 'de paso' });
  });
});

test('looking up a number shows a do-not-call request beside its lists', async () => {
  const [number] = someNumbers(1) as [number];
  await world.db
    .insertInto('blockedNumber')
    .values({ number, reason: 'DO_NOT_CALL', at: new Date('2026-02-01T12:00:00Z') })
    .execute();
  expect(await lookUp(number)).toEqual({
    number: String(number),
    lists: [],
    own: { reason: 'Una persona de este número pidió que no la llamen.', at: '2026-02-01T12:00:00.000Z' },
  });
  expect(await as(world, admin).call(api.blockLists.lookUp, { query: { number: '4555' } })).toMatchObject({
    status: 400,
    body: { errors: [{ message: 'Ingrese un número de teléfono con su código de área.' }] },
  });
});
