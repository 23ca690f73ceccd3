import { api } from '@campanero/contract';
import { faultyRowsFile, readUserFile } from '@campanero/contract/users/import';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAccount } from '../../../test/accounts.ts';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { ask, make, textOf } from '../../../test/exports.ts';
import { anAdministrator, aUser, type TestUser } from '../../../test/factories.ts';
import { SENT_LINKS } from './link-limits.ts';

const world = useWorld();
let admin: TestUser;
beforeEach(async () => {
  admin = await anAdministrator(world);
});
afterEach(() => world.forget());

const rowsOf = (...lines: string[]) => {
  const read = readUserFile(new TextEncoder().encode(['nombre;apellido;correo;roles;lado', ...lines].join('\n')));
  if ('fault' in read) throw new Error(read.fault);
  return read.rows;
};
type Rows = ReturnType<typeof rowsOf>;
const preview = (rows: Rows) => as(world, admin).call(api.users.previewImport, { body: { rows } });
const create = (rows: Rows, expected: number, headers: Record<string, string> = {}) =>
  as(world, admin).call(api.users.import, { body: { rows, expected } }, headers);
const mails = () => world.db.selectFrom('mail').selectAll().orderBy('id').execute();
const accounts = () =>
  world.db.selectFrom('appUser').select(['email', 'disabled', 'passwordHash']).orderBy('id').execute();

const FILE = () => [
  'Ana;Díaz;ana@x.example;Operador;externo',
  'Eva;Luna;EXISTE@x.example;Coordinador;',
  '=1+1;Paz;f@x.example;Operador;',
  'Luz;Ríos;luz@x.example;Coordinador, Operador;interno',
];

test('the preview changes nothing', async () => {
  await anAccount(world, { email: 'existe@x.example', firstName: 'Otra' });
  expect(await preview(rowsOf(...FILE()))).toMatchObject({
    status: 200,
    body: {
      good: [
        { line: 2, name: 'Ana Díaz', roles: [{ id: 1, name: 'Operador externo' }] },
        { line: 5, name: 'Luz Ríos', roles: [{ id: 4 }, { id: 2 }] },
      ],
      bad: [
        { line: 3, email: 'EXISTE@x.example', reason: 'Ya existe un usuario con ese correo: no se cambia.' },
        { line: 4, name: '=1+1 Paz', reason: 'El nombre empieza como una fórmula de planilla.' },
      ],
    },
  });
  expect([await mails(), await auditOf(world)]).toEqual([[], []]);
});

test('creates valid rows with invitation and audit record; existing accounts stay unchanged', async () => {
  await anAccount(world, { email: 'existe@x.example', firstName: 'Otra' });
  const rows = rowsOf(...FILE());
  expect(await create(rows, 2, { 'idempotency-key': 'import-1' })).toMatchObject({ status: 201, body: { created: 2 } });
  expect(await create(rows, 2, { 'idempotency-key': 'import-1' })).toMatchObject({ status: 201, body: { created: 2 } });
  expect((await accounts()).map(({ email, passwordHash }) => [email, passwordHash === null])).toEqual([
    [admin.email, true],
    ['existe@x.example', false],
    ['ana@x.example', true],
    ['luz@x.example', true],
  ]);
  expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['ana@x.example', 'Su cuenta de Campanero'],
    ['luz@x.example', 'Su cuenta de Campanero'],
  ]);
  expect(await auditOf(world)).toMatchObject([
    { userId: admin.id, action: 'USUARIO', subaction: 'CREAR' },
    { userId: admin.id, action: 'USUARIO', subaction: 'CREAR' },
  ]);
  const listed = await as(world, admin).call(api.users.list, {
    query: { pageNumber: 0, state: 'invited', user: 'x.example' },
  });
  expect(listed.body).toMatchObject({ totalElementsCount: 2, users: [{ invited: true }, { invited: true }] });
});

test('creates nothing if the preview is stale', async () => {
  const rows = rowsOf(...FILE());
  expect((await preview(rows)).body.good).toHaveLength(3);
  await anAccount(world, { email: 'luz@x.example' });
  expect(await create(rows, 3)).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
  expect(await mails()).toEqual([]);
  expect((await accounts()).length).toBe(2);
});

test('concurrent imports of the same file create each account once', async () => {
  const rows = rowsOf(...Array.from({ length: 40 }, (_, n) => `Ana;Díaz;a${n}@x.example;Operador;`));
  const replies = await Promise.all([create(rows, 40), create(rows, 40)]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(201);
  expect((await accounts()).length).toBe(41);
  expect((await mails()).length).toBe(40);
});

test('accepts a thousand rows, refuses one more', async () => {
  const rows = rowsOf(...Array.from({ length: 1000 }, (_, n) => `Ana;Díaz;a${n}@x.example;Operador;`));
  expect((await as(world, admin).send(api.users.previewImport, { body: { rows: [...rows, rows[0]] } })).status).toBe(
    400,
  );
  expect(await create(rows, 1000)).toMatchObject({ status: 201, body: { created: 1000 } });
  expect((await accounts()).length).toBe(1001);
  // Takes seconds, more on a busy machine.
}, 60_000);

test('sends the invitation again to users without password', async () => {
  await create(rowsOf('Ana;Díaz;ana@x.example;Operador;'), 1);
  const ana = await world.db
    .selectFrom('appUser')
    .select('id')
    .where('email', '=', 'ana@x.example')
    .executeTakeFirstOrThrow();
  const came = await anAccount(world);
  const gone = await anAccount(world, { disabled: true });
  const { body } = await as(world, admin).call(api.users.invite, {
    body: { ids: [ana.id, came.id, gone.id, 999_999] },
  });
  expect(body.results.map(({ outcome }) => outcome)).toEqual(['changed', 'same', 'refused', 'refused']);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ana@x.example', 'ana@x.example']);
  const open = await world.db.selectFrom('resetToken').select('id').where('usedAt', 'is', null).execute();
  expect(open).toHaveLength(1);
  expect((await auditOf(world)).at(-1)).toMatchObject({ objectId: String(ana.id), subaction: 'ACCIÓN' });
});

test.each(['invitation', 'recovery'])(
  'of twelve simultaneous links (%s) five leave and the newest is valid',
  async (kind) => {
    const user = kind === 'invitation' ? await aUser(world, { roles: [2] }) : await anAccount(world);
    const send = () =>
      kind === 'invitation'
        ? as(world, admin).send(api.users.invite, { body: { ids: [user.id] } })
        : as(world, admin).send(api.users.sendLink, { params: { id: user.id } });
    const said = ({ status, body }: { status: number; body: unknown }) => {
      const { error, message, results } = body as { error?: string; message?: string; results?: { reason: string }[] };
      return status === 200 ? (results?.[0]?.reason ?? 'sent') : [status, error, message];
    };
    const replies = await Promise.all(Array.from({ length: 12 }, send));
    const sentence = 'Ya se le enviaron cinco enlaces en la última hora.';
    const refusal =
      kind === 'invitation' ? sentence : [429, 'TOO_MANY_LINKS_TO_USER', `${sentence} Espere para enviarle otro.`];
    expect(replies.map(said).filter((each) => each !== 'sent')).toEqual(Array.from({ length: 7 }, () => refusal));
    const links = await world.db.selectFrom('resetToken').select(['id', 'usedAt']).orderBy('id').execute();
    expect(links).toHaveLength(5);
    expect(links.filter(({ usedAt }) => usedAt === null)).toEqual([links.at(-1)]);
  },
);

test('the limit per user applies across administrators for an hour', async () => {
  const user = await anAccount(world);
  const other = await anAdministrator(world);
  const send = (sender: TestUser) => as(world, sender).send(api.users.sendLink, { params: { id: user.id } });
  for (const sender of [admin, other, admin, other, admin]) expect((await send(sender)).status).toBe(200);
  const refused = await send(other);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600']);
  expect((await mails()).length).toBe(5);
  expect(
    (await as(world, other).send(api.users.sendLink, { params: { id: (await anAccount(world)).id } })).status,
  ).toBe(200);
  world.clock.advance(3_600_000);
  expect((await send(other)).status).toBe(200);
});

test('limit per administrator: a request over it is refused as a whole and not counted', async () => {
  const used = SENT_LINKS.limit - 2;
  await world.db
    .insertInto('rateLimit')
    .values({ key: `link:by:${admin.id}`, windowStart: world.clock.now(), count: used })
    .execute();
  const rows = rowsOf(
    'Ana;Díaz;ana@x.example;Operador;',
    'Eva;Luna;eva@x.example;Operador;',
    'Luz;Ríos;luz@x.example;Operador;',
  );
  expect(await create(rows, 3)).toMatchObject({ status: 429, body: { error: 'TOO_MANY_LINKS_SENT' } });
  expect([(await accounts()).length, await mails()]).toEqual([1, []]);
  const person = (n: number) => ({ firstName: 'Eva', lastName: 'Luna', email: `e${n}@x.example`, roles: [2] });
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, n) => as(world, admin).send(api.users.create, { body: person(n) })),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
  expect(await mails()).toHaveLength(2);
  const other = await anAdministrator(world);
  expect((await as(world, other).send(api.users.create, { body: person(20) })).status).toBe(201);
});

test('names that look like formulas are exported and mailed as text', async () => {
  const rows = rowsOf(
    'Ana;Díaz;+cmd@x.example;Operador;',
    'Eva;=cmd();e@x.example;Operador;',
    'Luz;Ríos;-2@x.example;Operador;',
  );
  expect(await create(rows, 2)).toMatchObject({ status: 201, body: { created: 2 } });
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['+cmd@x.example', '-2@x.example']);
  // Outside of an import such a name is accepted.
  await as(world, admin).call(api.users.create, {
    body: { firstName: '=HYPERLINK("http://x")', lastName: '@SUM(1)', email: 'h@x.example', roles: [2] },
  });
  const file = await auditFile();
  expect(file).toContain('HYPERLINK');
  expect(file).not.toMatch(RUNS_AS_FORMULA);
});

/** Cells that a spreadsheet would run as formulas, with leading blanks and invisible characters. */
const RUNS_AS_FORMULA = /(?:^\uFEFF?|[;\n])"?[\s\u200b]*[=+@＝-]/;
async function auditFile(): Promise<string> {
  const id = await ask(world, admin, api.exports.audit, {});
  await make(world, id);
  return textOf(world, admin, id);
}

test.each(['=1', '+1', '-2+3', '@x', '\t=1', '\r=1', '\t\r@x', '＝1', '\u200b+1', "'=1"])(
  'a name like %j is refused in a file, in whichever column, and runs in none',
  async (name) => {
    const row = { line: 2, firstName: 'Ana', lastName: 'Paz', email: 'a@x.example', roles: 'Operador', side: '' };
    const rows = [
      { ...row, firstName: name },
      { ...row, lastName: name, email: 'b@x.example', line: 3 },
    ];
    const { body } = await preview(rows);
    expect(body.good).toEqual([]);
    expect(body.bad.map(({ reason }) => reason)).toEqual(
      rows.map(() => 'El nombre empieza como una fórmula de planilla.'),
    );
    expect((await create(rows, 2)).status).toBe(409);
    const faulty = faultyRowsFile(body);
    expect(faulty).toContain("'");
    expect(faulty).not.toMatch(RUNS_AS_FORMULA);
    // As a user name, if valid, it is in the audit.
    await as(world, admin).send(api.users.create, {
      body: { firstName: `${name} Ana`, lastName: name, email: 'c@x.example', roles: [2] },
    });
    expect(await auditFile()).not.toMatch(RUNS_AS_FORMULA);
  },
);
