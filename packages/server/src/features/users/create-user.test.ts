import { api } from '@campanero/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInAs } from '../../../test/accounts.ts';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { anAdministrator, anOperator, type TestUser } from '../../../test/factories.ts';

const HOUR = 3_600_000;
const PASSWORD = 'nueve zorros azules';
const world = useWorld();
let admin: TestUser;
beforeEach(async () => {
  admin = await anAdministrator(world);
});
afterEach(() => world.forget());

const person = { firstName: 'Lucía', lastName: 'Núñez', email: 'lucia@prueba.gob.ar', roles: [2, 4] };
const create = (body: unknown = person, headers: Record<string, string> = {}) =>
  as(world, admin).send(api.users.create, { body }, headers);
const mails = () => world.db.selectFrom('mail').selectAll().orderBy('id').execute();
const lastLink = async () => new URL(/https?:\S+/.exec((await mails()).at(-1)?.body ?? '')?.[0] ?? '');
const choose = (id: number, token: string) =>
  as(world, null).call(api.auth.reset, {
    params: { id },
    query: { token },
    body: { password: PASSWORD, passwordConfirmation: PASSWORD },
  });

test('creates an account without password and mails an invitation valid for three days', async () => {
  const { status, body } = await create();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'Lucía Núñez',
    email: person.email,
    disable: false,
    invited: true,
    lastLogin: null,
    roles: [
      { id: 4, name: 'Coordinador' },
      { id: 2, name: 'Operador' },
    ],
  });
  const [mail] = await mails();
  expect(mail).toMatchObject({ recipient: person.email, userId: body.id, subject: 'Su cuenta de Campanero' });
  expect(mail?.inboxBody).not.toContain('token');
  const link = await lastLink();
  expect(link.href).toContain(`${world.deps.config.publicUrl}/reset/${body.id}?token=`);
  expect((await signInAs(world, person.email, '')).status).toBe(400);

  world.clock.advance(71 * HOUR);
  expect((await choose(body.id, link.searchParams.get('token') ?? '')).status).toBe(200);
  expect((await signInAs(world, person.email, PASSWORD)).status).toBe(200);
});

test('leaves one audit record', async () => {
  const { body } = await create();
  expect(await auditOf(world)).toEqual([
    {
      userId: admin.id,
      action: 'USUARIO',
      subaction: 'CREAR',
      objectType: 'user',
      objectId: String(body.id),
      info: {
        entries: [],
        modifications: [
          { label: 'Nombre', value: 'Lucía' },
          { label: 'Apellido', value: 'Núñez' },
          { label: 'Correo', value: person.email },
          { label: 'Roles', value: 'Coordinador, Operador' },
          { label: 'Estado', value: 'Habilitado' },
          { label: 'Invitación', value: `Enviada a ${person.email}` },
        ],
      },
    },
  ]);
});

test('the invitation expires after three days and does not count as recovery', async () => {
  const { body } = await create();
  const link = await lastLink();
  for (let n = 0; n < 5; n += 1) await as(world, null).call(api.auth.recover, { body: { email: person.email } });
  expect(world.enqueued).toHaveLength(5);
  world.clock.advance(72 * HOUR);
  expect((await choose(body.id, link.searchParams.get('token') ?? '')).status).toBe(422);
});

test('ignores other fields', async () => {
  const { status, body } = await create({
    ...person,
    password: 'elegida por otro',
    passwordHash: '$argon2id$x',
    disable: true,
    id: 999,
    version: 7,
    mustChangePassword: true,
  });
  expect(status).toBe(201);
  expect(body.id).not.toBe(999);
  const row = await world.db.selectFrom('appUser').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ passwordHash: null, disabled: false, version: 0, mustChangePassword: false });
});

test('emails are unique, case-insensitive', async () => {
  await create();
  const again = await create({ ...person, email: 'LUCIA@prueba.gob.ar' });
  expect(again).toMatchObject({ status: 409, body: { error: 'EMAIL_TAKEN' } });
  expect(again.body.errors).toEqual([{ field: 'email', message: 'Ese correo ya está registrado.' }]);
  expect(await mails()).toHaveLength(1);
  expect(await auditOf(world)).toHaveLength(1);
});

test('validation messages', async () => {
  const empty = await create({ firstName: '', lastName: ' ', email: '', roles: [] });
  expect(empty.status).toBe(400);
  const messages = empty.body.errors?.map(({ field, message }) => `${field}: ${message}`) ?? [];
  for (const expected of [
    'firstName: El nombre es requerido',
    'lastName: El apellido es requerido',
    'email: El email es requerido',
    'roles: Debe seleccionar al menos 1 rol',
  ])
    expect(messages).toContain(expected);
  const short = await create({ firstName: 'Al', lastName: 'Bo', email: 'no es', roles: [6] });
  expect(short.body.errors).toContainEqual({ field: 'firstName', message: 'La longitud mínima es de 3 caracteres' });
  expect(short.body.errors).toContainEqual({ field: 'email', message: 'El formato del email no es correcto' });
  expect(await auditOf(world)).toEqual([]);
});

test('idempotency key and permissions', async () => {
  const key = { 'idempotency-key': 'una-vez' };
  const first = await create(person, key);
  const second = await create(person, key);
  expect(second).toMatchObject({ status: 201, body: { id: first.body.id, email: person.email } });
  expect(await mails()).toHaveLength(1);
  expect(await auditOf(world)).toHaveLength(1);
  const stored = await world.db.selectFrom('idempotencyKey').select('answer').executeTakeFirst();
  expect(JSON.stringify(stored)).not.toContain('Lucía');
  const operator = await anOperator(world);
  expect((await as(world, operator).send(api.users.create, { body: person })).status).toBe(403);
  expect((await as(world, null).send(api.users.create, { body: person })).status).toBe(401);
});
