import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDeps, signedIn, type TestDeps } from '../../test/deps.ts';
import { hashAuditRow, type AuditRow } from './audit.ts';
import { removeWords } from './audit-removal.ts';
import { GENESIS, hashBlock, sealAudit } from './seal-audit.ts';
import { transact } from './transact.ts';
import { verifyAudit } from './verify-audit.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps();
});
// Every test starts with an empty audit.
afterEach(() => tamper(`truncate audit, audit_block, installation restart identity`));
afterAll(() => deps.close());

const act = (id: number | string = 1) =>
  transact(signedIn(deps), ({ audit }) =>
    audit({ action: 'USUARIO', subaction: 'ACTUALIZAR', object: { type: 'user', id }, after: { Nombre: 'Ana' } }),
  );
const ids = async () => (await deps.db.selectFrom('audit').select('id').orderBy('id').execute()).map((row) => row.id);

/** Repeats until nothing is left: autovacuum may delay the sealer. */
async function sealAll(): Promise<number> {
  let sealed = 0;
  await expect
    .poll(
      async () => {
        sealed += await sealAudit(deps.db);
        const { unsealed } = await verifyAudit(deps.db);
        return unsealed;
      },
      { timeout: 15_000 },
    )
    .toBe(0);
  return sealed;
}

async function actTimes(times: number) {
  for (let i = 0; i < times; i += 1) await act(i);
}

/** As a superuser could do it: without triggers. */
async function tamper(statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: deps.url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(statement, values);
  await client.end();
}

test('an unchanged audit is intact and counts unsealed rows', async () => {
  await actTimes(3);
  expect(await sealAll()).toBe(3);
  await actTimes(2);
  const result = await verifyAudit(deps.db);
  expect(result).toMatchObject({ rows: 5, unsealed: 2, missing: 0, findings: [] });
  expect(await sealAll()).toBe(2);
  expect(await sealAudit(deps.db)).toBe(0);
  expect(await verifyAudit(deps.db, { recordedHeads: [result.head] })).toMatchObject({ unsealed: 0, findings: [] });
});

test('the database refuses to change or remove a record', async () => {
  await act();
  await sealAll();
  for (const statement of [
    'update audit set action = action',
    'delete from audit',
    'truncate audit',
    'delete from audit_block',
  ])
    await expect(sql.raw(statement).execute(deps.db)).rejects.toThrow(/neither changed nor removed/);
});

test('finds a changed record', async () => {
  await actTimes(5);
  await sealAll();
  const [, second] = await ids();
  await tamper('update audit set user_id = 99 where id = $1', [second]);
  expect((await verifyAudit(deps.db)).findings).toEqual([{ kind: 'changed', rowId: second }]);
});

test('finds a changed record that is not sealed yet', async () => {
  await actTimes(2);
  const [first] = await ids();
  await tamper(`update audit set info = '{}' where id = $1`, [first]);
  expect((await verifyAudit(deps.db)).findings).toEqual([{ kind: 'changed', rowId: first }]);
});

test('a record changed together with its own hash breaks its block', async () => {
  await actTimes(3);
  await sealAll();
  const row = await deps.db.selectFrom('audit').selectAll().executeTakeFirstOrThrow();
  await tamper('update audit set user_id = 99, hash = $2 where id = $1', [
    row.id,
    hashAuditRow({ ...row, userId: 99 }),
  ]);
  expect((await verifyAudit(deps.db)).findings).toMatchObject([{ kind: 'broken block', firstId: row.id }]);
});

test('finds a removed record', async () => {
  await actTimes(5);
  await sealAll();
  const [, , third] = await ids();
  await tamper('delete from audit where id = $1', [third]);
  expect((await verifyAudit(deps.db)).findings).toEqual([{ kind: 'removed', rowId: third }]);
});

test('a block removed with its records breaks the chain', async () => {
  for (let i = 0; i < 3; i += 1) {
    await actTimes(2);
    await sealAll();
  }
  await tamper('delete from audit where id in (select unnest(row_ids) from audit_block where id = 2)');
  await tamper('delete from audit_block where id = 2');
  expect((await verifyAudit(deps.db)).findings).toMatchObject([{ kind: 'broken block', blockId: 3 }]);
});

/** As an erasure does it, but without listing all records. */
const removeFrom = (records: readonly number[], named = records) =>
  transact(signedIn(deps), async ({ trx, now, audit }) => {
    const rows = await trx
      .selectFrom('audit')
      .selectAll()
      .where('id', 'in', [...records])
      .orderBy('id')
      .execute();
    const record = await removeWords(trx, rows, { why: 'el pedido 12', at: now });
    const after = { ...record.after, 'Registros sin palabras': named.join(', ') };
    await audit({ ...record, after });
  });
const read = (id: number) => deps.db.selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('removed words leave the chain intact, sealed or not, and say by which request', async () => {
  await actTimes(3);
  await sealAll();
  await actTimes(1);
  const [first, , , last] = await ids();
  await removeFrom([first!, last!]);
  const row = await read(first!);
  expect(JSON.stringify(row.info)).toMatch(
    /^{"entries": ?\[\], ?"modifications": ?\[{"label": ?"Nombre", ?"value": ?"Borrado por el pedido 12 el \d\d-\d\d-\d{4}"}\]}$/,
  );
  expect(row).toMatchObject({ salt: null, digest: expect.any(Buffer), removedAt: expect.any(Date) });
  expect(await verifyAudit(deps.db)).toMatchObject({ rows: 5, removed: 2, findings: [] });
  await sealAll();
  expect(await verifyAudit(deps.db)).toMatchObject({ rows: 5, removed: 2, unsealed: 0, findings: [] });
});

test('finds a record without words that no removal lists', async () => {
  await actTimes(3);
  await sealAll();
  const [first, second] = await ids();
  await removeFrom([first!, second!], [first!]);
  expect((await verifyAudit(deps.db)).findings).toEqual([{ kind: 'changed', rowId: second }]);
});

test.each([
  ['whose digest is not of its words', `digest = '\\x00'`],
  [
    'into which other words were put',
    `info = '{"entries": [], "modifications": [{"label": "Nombre", "value": "Eva"}]}'`,
  ],
  ['whose user was changed', 'user_id = 99'],
])('finds a record without words %s', async (_name, change) => {
  await actTimes(2);
  await sealAll();
  const [first] = await ids();
  await removeFrom([first!]);
  await tamper(`update audit set ${change} where id = $1`, [first]);
  expect((await verifyAudit(deps.db)).findings).toEqual([{ kind: 'changed', rowId: first }]);
});

test('removes the words of a record without salt', async () => {
  const row: Omit<AuditRow, 'info'> = {
    at: new Date(),
    userId: 1,
    action: 'CONTACTO',
    subaction: 'ACTUALIZAR',
    salt: null,
    digest: null,
    removedAt: null,
    objectType: 'call',
    objectId: '1',
    requestId: null,
  };
  const info = { entries: [], modifications: [{ label: 'Observaciones', value: 'vive sola' }] };
  await deps.db
    .insertInto('audit')
    .values({ ...row, info: JSON.stringify(info), hash: hashAuditRow({ ...row, info }) })
    .execute();
  await sealAll();
  expect(await verifyAudit(deps.db)).toMatchObject({ rows: 1, removed: 0, findings: [] });
  const [id] = await ids();
  await removeFrom([id!]);
  expect(JSON.stringify(await read(id!))).not.toContain('vive sola');
  expect(await verifyAudit(deps.db)).toMatchObject({ rows: 2, removed: 1, findings: [] });
});

test('only the removal of words changes a record, and only once', async () => {
  await act();
  const [id] = await ids();
  const marked = `mark_audit_values(info, 'Borrado por el pedido 1 el 17-11-2026')`;
  for (const change of [
    `info = ${marked}`,
    `info = ${marked}, salt = null, removed_at = now()`,
    `info = info, salt = null, digest = '\\x01', removed_at = now()`,
    `info = ${marked}, salt = null, digest = '\\x01', removed_at = now(), user_id = 2`,
    `info = '{"entries": [], "modifications": []}', salt = null, digest = '\\x01', removed_at = now()`,
  ])
    await expect(sql.raw(`update audit set ${change}`).execute(deps.db)).rejects.toThrow(/neither changed nor removed/);
  await removeFrom([id!]);
  await expect(sql`update audit set removed_at = now() where id = ${id}`.execute(deps.db)).rejects.toThrow(
    /neither changed nor removed/,
  );
});

const LAST_BLOCK = 'id = (select max(id) from audit_block)';

test('finds a truncated chain by the stored head, or by a recorded one', async () => {
  await actTimes(2);
  await sealAll();
  await actTimes(2);
  await sealAll();
  const { head } = await verifyAudit(deps.db);
  await tamper(`delete from audit where id in (select unnest(row_ids) from audit_block where ${LAST_BLOCK})`);
  await tamper(`delete from audit_block where ${LAST_BLOCK}`);
  const cut = [{ kind: 'lost head', head }];
  expect((await verifyAudit(deps.db)).findings).toEqual(cut);
  await tamper('truncate installation');
  // Without any head only the gap in the sequence is left.
  expect(await verifyAudit(deps.db)).toMatchObject({ missing: 2, findings: [] });
  expect((await verifyAudit(deps.db, { recordedHeads: [head] })).findings).toEqual(cut);
});

test('a gap larger than a crash may leave is a cut tail', async () => {
  await actTimes(2);
  await sealAll();
  const draw = (times: number) =>
    sql`select nextval(pg_get_serial_sequence('audit', 'id')) from generate_series(1, ${times}::int)`.execute(deps.db);
  await draw(32);
  expect(await verifyAudit(deps.db)).toMatchObject({ missing: 32, findings: [] });
  await draw(1);
  const cut = { kind: 'cut tail', lastId: 2, drawnId: 35 };
  expect(await verifyAudit(deps.db)).toMatchObject({ missing: 33, findings: [cut] });
  await act();
  expect(await verifyAudit(deps.db)).toMatchObject({ missing: 0, findings: [] });
});

/** As the application's role could write it: a valid hash with a wrong date. */
async function writeDated(at: Date): Promise<number> {
  const row = await deps.db.selectFrom('audit').selectAll().executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: number }>`
    insert into audit (at, user_id, action, subaction, info, salt, object_type, object_id, request_id, hash)
    select ${at}, user_id, action, subaction, info, salt, object_type, object_id, request_id, ${hashAuditRow({ ...row, at })}
    from audit where id = ${row.id} returning id`.execute(deps.db);
  return rows[0]!.id;
}

test.each([
  ['of last month', -30],
  ['of next week', 7],
])('finds a record with a date %s, sealed or not; quiet days are no finding', async (_when, days) => {
  await act();
  const { at: first } = await deps.db.selectFrom('audit').select('at').executeTakeFirstOrThrow();
  const dayAfter = (count: number) => new Date(first.getTime() + count * 86_400_000);
  for (const count of [1, 1.001, 4, 4.001]) await writeDated(dayAfter(count));
  const at = dayAfter(4 + days);
  const rowId = await writeDated(at);
  for (const count of [4.002, 4.003, 9]) await writeDated(dayAfter(count));
  const misdated = [{ kind: 'misdated', rowId, at }];
  expect((await verifyAudit(deps.db)).findings).toEqual(misdated);
  await sealAll();
  expect((await verifyAudit(deps.db)).findings).toEqual(misdated);
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each<[string, number[], number[]]>([
  ['the last one', [0, 1, 2, 3, 4, 5, -30 * DAY], [6]],
  ['the last one on a new day', [0, 1, 2, 3, 4, 2 * DAY, -30 * DAY], [6]],
  ['the last one, dated between two days', [0, 1, 2, 3, 3 * DAY, 3 * DAY + 1, 3 * DAY + 2, DAY], [7]],
  ['the last but one', [0, 1, 2, 3, 4, -30 * DAY, 5], [5]],
  ['two at the end', [0, 1, 2, 3, 4, 5, -30 * DAY, -29 * DAY], [6, 7]],
  ['the second of three', [0, -30 * DAY, 1], [1]],
  ['the first, of next week', [7 * DAY, 0, 1, 2, 3], [0]],
  ['one of next week before the last', [0, 1, 2, 3, 4, 7 * DAY, 5], [5]],
  ['three in a row', [0, 1, 2, 3, 4, 5, 6, -9 * DAY, -8 * DAY, -7 * DAY, 7, 8, 9, 10, 11, 12], [7, 8, 9]],
  ['none: nights and clocks that differ a little', [0, 1, 10 * HOUR, 9.5 * HOUR, 2 * DAY, 9 * DAY], []],
])('of %s only the forged rows are found', async (_name, offsets, forged) => {
  await act();
  const { id, at } = await deps.db.selectFrom('audit').select(['id', 'at']).executeTakeFirstOrThrow();
  const start = at.getTime() - offsets[0]!;
  const written = [id];
  for (const offset of offsets.slice(1)) written.push(await writeDated(new Date(start + offset)));
  const named = async () => (await verifyAudit(deps.db)).findings.map((finding) => 'rowId' in finding && finding.rowId);
  expect(await named()).toEqual(forged.map((place) => written[place]));
  await sealAll();
  expect(await named()).toEqual(forged.map((place) => written[place]));
});

/** A record with a valid hash in the id gap of a rolled back change. */
async function forge(into: number, xid: string) {
  const row = await deps.db.selectFrom('audit').selectAll().executeTakeFirstOrThrow();
  const hash = hashAuditRow({ ...row, userId: 99 });
  await tamper(
    `insert into audit (id, at, user_id, action, subaction, info, salt, object_type, object_id, request_id, xid, hash)
     overriding system value
     select $1, at, 99, action, subaction, info, salt, object_type, object_id, request_id, ${xid}, $2 from audit where id = $3`,
    [into, hash, row.id],
  );
}

test.each([
  ['with the transaction it was written by', 'pg_current_xact_id()'],
  ['with a transaction of the past', 'xid'],
])('finds a record inserted into a gap %s, before and after sealing', async (_name, xid) => {
  await actTimes(2);
  await sql`select nextval(pg_get_serial_sequence('audit', 'id'))`.execute(deps.db);
  await actTimes(2);
  await sealAll();
  const gap = 3;
  expect(await ids()).toEqual([1, 2, 4, 5]);
  await forge(gap, xid);
  expect((await verifyAudit(deps.db)).findings).toEqual([{ kind: 'inserted', rowId: gap }]);
  await sealAll();
  expect((await verifyAudit(deps.db)).findings).toEqual([{ kind: 'inserted', rowId: gap }]);
});

test('a record that commits after younger ones is sealed later and is no finding', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: written, resolve: tellWritten } = Promise.withResolvers<void>();
  const slow = transact(signedIn(deps), async ({ audit }) => {
    await audit({ action: 'CAMPAÑA', subaction: 'CREAR', object: { type: 'campaign', id: 1 } });
    tellWritten();
    await released;
  });
  await written;
  await actTimes(3);
  // Younger transactions wait for the old one, so that the order is the same for every sealer.
  expect(await sealAudit(deps.db)).toBe(0);
  release();
  await slow;
  expect(await sealAll()).toBe(4);
  expect(await verifyAudit(deps.db)).toMatchObject({ rows: 4, unsealed: 0, findings: [] });
});

test('a younger transaction may own a lower id', async () => {
  const { promise: elderBegan, resolve: tellElderBegan } = Promise.withResolvers<void>();
  const { promise: youngerWrote, resolve: tellYoungerWrote } = Promise.withResolvers<void>();
  const { promise: elderSealed, resolve: tellElderSealed } = Promise.withResolvers<void>();
  const record = { action: 'CAMPAÑA', subaction: 'CREAR', object: { type: 'campaign', id: 1 } } as const;
  const elder = transact(signedIn(deps), async ({ trx, audit }) => {
    await sql`select pg_current_xact_id()`.execute(trx);
    tellElderBegan();
    await youngerWrote;
    await audit(record);
  });
  await elderBegan;
  const younger = transact(signedIn(deps), async ({ audit }) => {
    await audit(record);
    tellYoungerWrote();
    await elderSealed;
  });
  await elder;
  await expect.poll(() => sealAudit(deps.db)).toBe(1);
  tellElderSealed();
  await younger;
  await sealAll();
  expect(await verifyAudit(deps.db)).toMatchObject({ rows: 2, blocks: 2, findings: [] });
});

test('a long transaction in another database does not delay sealing', async () => {
  const other = await createTestDeps();
  const elsewhere = new pg.Client({ connectionString: other.url });
  await elsewhere.connect();
  await elsewhere.query('begin');
  await elsewhere.query('select pg_current_xact_id()');
  await actTimes(2);
  expect(await sealAudit(deps.db)).toBe(2);
  await elsewhere.end();
  await other.close();
});

test('with concurrent writers and rollbacks every record is sealed exactly once', async () => {
  const writers = Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? refuse() : act(i)));
  const sealing = Array.from({ length: 6 }, () => sealAudit(deps.db));
  await Promise.all([...writers, ...sealing]);
  await sealAll();
  const { rows } = await sql<{ total: number; distinct: number }>`
    select count(*) as total, count(distinct id) as distinct from (select unnest(row_ids) as id from audit_block) sealed`.execute(
    deps.db,
  );
  expect(rows[0]).toEqual({ total: 30, distinct: 30 });
  expect(await verifyAudit(deps.db)).toMatchObject({ rows: 30, unsealed: 0, findings: [] });
});

const refuse = () =>
  transact(signedIn(deps), async ({ audit }) => {
    await audit({ action: 'USUARIO', subaction: 'CREAR', object: { type: 'user', id: 0 } });
    throw new Error('refused');
  }).catch(() => {});

test('seals many records of one transaction as several blocks', async () => {
  await act();
  const row = await deps.db.selectFrom('audit').selectAll().executeTakeFirstOrThrow();
  await sql`
    insert into audit (at, user_id, action, subaction, info, salt, object_type, object_id, request_id, hash)
    select at, user_id, action, subaction, info, salt, object_type, object_id, request_id, hash
    from audit, generate_series(1, 12000) where id = ${row.id}`.execute(deps.db);
  expect(await sealAll()).toBe(12_001);
  expect(await verifyAudit(deps.db)).toMatchObject({ rows: 12_001, unsealed: 0, findings: [] });
});

test('an audit restored into a cluster with lower transaction ids continues and stays intact', async () => {
  await actTimes(3);
  await sealAll();
  await actTimes(2);
  // As in a dump from a cluster with higher transaction ids, the last two rows not sealed yet.
  await tamper(`update audit set xid = (xid::text::bigint + 1000000000)::text::xid8`);
  await tamper(`update audit_block set horizon = (horizon::text::bigint + 1000000000)::text::xid8,
    next_xid = (next_xid::text::bigint + 1000000000)::text::xid8`);
  await rehash();
  expect(await verifyAudit(deps.db)).toMatchObject({ rows: 5, unsealed: 2, findings: [] });
  await actTimes(2);
  expect(await verifyAudit(deps.db)).toMatchObject({ rows: 7, unsealed: 4, findings: [] });
  await sealAll();
  expect(await verifyAudit(deps.db)).toMatchObject({ rows: 7, unsealed: 0, findings: [] });
  await actTimes(1);
  expect(await sealAll()).toBe(1);
  expect(await verifyAudit(deps.db)).toMatchObject({ rows: 8, unsealed: 0, findings: [] });
});

/** Block hashes cover the horizons that the test moved. */
async function rehash() {
  let previousHash: Buffer = GENESIS;
  for (const block of await deps.db.selectFrom('auditBlock').selectAll().orderBy('id').execute()) {
    const hash = hashBlock({ ...block, rowIds: block.rowIds.map(Number), previousHash });
    await tamper('update audit_block set hash = $1, previous_hash = $2 where id = $3', [hash, previousHash, block.id]);
    previousHash = hash;
  }
  await tamper('truncate installation');
}

test('rows written and sealed meanwhile are neither findings nor missed', async () => {
  await actTimes(3);
  await sealAll();
  let rounds = 0;
  const result = await verifyAudit(deps.db, {
    betweenBatches: async () => {
      if (rounds++ > 0) return;
      await actTimes(2);
      await expect.poll(() => sealAudit(deps.db), { timeout: 15_000 }).toBe(2);
      await act();
    },
  });
  expect(result).toMatchObject({ rows: 6, blocks: 2, unsealed: 1, findings: [] });
});

test('can be stopped between batches', async () => {
  await actTimes(3);
  await sealAll();
  const stopping = new AbortController();
  stopping.abort(new Error('stopped'));
  await expect(verifyAudit(deps.db, { betweenBatches: async () => stopping.signal.throwIfAborted() })).rejects.toThrow(
    'stopped',
  );
});
