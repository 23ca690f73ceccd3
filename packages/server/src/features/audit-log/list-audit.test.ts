import { api } from '@campanero/contract';
import type { CallInput } from '@campanero/contract/endpoint';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { anAccount, signInAs } from '../../../test/accounts.ts';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type TestCall } from '../../../test/calling.ts';
import {
  aCoordinator,
  anAdministrator,
  anExternalCoordinator,
  anOperator,
  type TestUser,
} from '../../../test/factories.ts';
import { ask, make as make_, textOf } from '../../../test/exports.ts';
import { type AuditObjectType, writeAudit, type AuditRecord } from '../../work/audit.ts';

const world = useWorld();
let coordinator: TestUser;
let operator: TestUser;

/** Tests share the table and are told apart by user. */
beforeEach(async () => {
  coordinator = await aCoordinator(world, { firstName: 'Mariana', lastName: 'Gutiérrez' });
  operator = await anOperator(world, { firstName: 'Julián', lastName: 'Medina' });
});

const record = (userId: number | null, parts: Partial<AuditRecord> = {}, at = world.clock.now()) =>
  world.db
    .transaction()
    .execute((trx) =>
      writeAudit(
        trx,
        { action: 'CAMPAÑA', subaction: 'ACTUALIZAR', object: { type: 'campaign', id: 12 }, ...parts },
        { userId, at, requestId: null },
      ),
    );

type Query = CallInput<typeof api.auditLog.list>['query'];
const list = async (user: TestUser, query: Query = {}) =>
  (await as(world, user).call(api.auditLog.list, { query })).body;

test('a record has user, action, object and the values before and after', async () => {
  await record(coordinator.id, {
    before: { Nombre: 'Relevamiento', Operadores: 'Lucas Ferreyra', 'Identificador externo': null, Pausada: false },
    after: {
      Nombre: 'Relevamiento · Comuna 4',
      Operadores: 'Lucas Ferreyra, Julián Medina',
      'Identificador externo': 'EXP-1',
      Pausada: true,
    },
  });
  const page = await list(coordinator, { userId: coordinator.id });
  expect(page).toEqual({
    audit: [
      {
        id: expect.any(Number),
        action: 'CAMPAÑA',
        subaction: 'ACTUALIZAR',
        object: 'Campaña 12',
        objectName: null,
        createdAt: world.clock.now().toISOString(),
        userName: 'Mariana Gutiérrez',
        info: {
          entries: [
            { label: 'Nombre', prevValue: 'Relevamiento' },
            { label: 'Operadores', prevValue: 'Lucas Ferreyra' },
            { label: 'Identificador externo', prevValue: null },
            { label: 'Pausada', prevValue: false },
          ],
          modifications: [
            { label: 'Nombre', value: 'Relevamiento · Comuna 4' },
            { label: 'Operadores', value: 'Lucas Ferreyra, Julián Medina' },
            { label: 'Identificador externo', value: 'EXP-1' },
            { label: 'Pausada', value: true },
          ],
        },
      },
    ],
    totalElementsCount: 1,
    page: 0,
    pageSize: 10,
  });
});

test('names the object if the reader may see it and leaves the stored record unchanged', async () => {
  const { campaign, calls, operators, states } = await aCallingCampaign(world, { each: 1 });
  const [ana] = operators as [TestUser];
  const [call] = calls as [TestCall];
  const { personId } = (await world.db
    .selectFrom('call')
    .select('personId')
    .where('id', '=', call.id)
    .executeTakeFirst())!;
  await sql`update person set first_name = 'Elsa', last_name = 'Moreno' where id = ${personId}`.execute(world.db);
  const about = [
    ['campaign', campaign.id, campaign.name],
    ['call', call.id, `Elsa Moreno · ${campaign.name}`],
    ['person', personId, 'Elsa Moreno'],
    ['user', operator.id, 'Julián Medina'],
    ['state', states.talked.id, states.talked.name],
    ['campaign', 999_999_999_999, null],
    ['call', 999_999_999_999, null],
    ['action', 'callback', null],
  ] as const;
  for (const [type, id] of about) await record(ana.id, { object: { type, id } });
  const seen = async (user: TestUser) =>
    (await list(user, { orderbytitle: 'id', orderbytype: 'asc' })).audit.map(({ objectName }) => objectName);
  expect(await seen(ana)).toEqual(about.map(([, , name]) => name));

  // Without a name the number is shown; a user removed from the campaign sees the records without names.
  await sql`update person set first_name = '', last_name = '' where id = ${personId}`.execute(world.db);
  expect((await seen(ana))[1]).toBe(`${formatPhone(call.number)} · ${campaign.name}`);
  await world.db.deleteFrom('campaignOperator').where('campaignId', '=', campaign.id).execute();
  expect((await seen(ana)).slice(0, 2)).toEqual([null, null]);
  const stored = (await auditOf(world)).filter(({ userId }) => userId === ana.id);
  expect(stored.map(({ objectType, objectId }) => [objectType, objectId])).toEqual(
    about.map(([type, id]) => [type, String(id)]),
  );
});

test('contacts named in records are counted as read', async () => {
  const { calls, operators } = await aCallingCampaign(world, { each: 2 });
  const [ana] = operators as [TestUser];
  for (const { id } of calls) await record(ana.id, { action: 'CONTACTO', object: { type: 'call', id } });
  await list(ana);
  const read = await world.db.selectFrom('contactReading').select('number').where('userId', '=', ana.id).execute();
  expect(read.map(({ number }) => String(number)).toSorted()).toEqual(calls.map(({ number }) => number).toSorted());
});

test('below Coordinador users see only their own records, whatever the filters', async () => {
  const external = await anExternalCoordinator(world);
  await record(coordinator.id);
  await record(operator.id, { action: 'CONTACTO' });
  await record(external.id);
  await record(null);
  for (const user of [operator, external]) {
    expect((await list(user)).audit.map(({ userName }) => userName)).toEqual([user.name]);
    expect((await list(user, { general: 'campaña' })).totalElementsCount).toBe(user === operator ? 0 : 1);
    expect((await list(user, { general: 'sistema' })).totalElementsCount).toBe(0);
    expect(await list(user, { userId: coordinator.id })).toMatchObject({ audit: [], totalElementsCount: 0 });
  }
  const everyone = (await list(await anAdministrator(world), { pageSize: 100 })).audit.map(({ userName }) => userName);
  expect(everyone).toEqual(expect.arrayContaining([coordinator.name, operator.name, external.name, 'Sistema']));
});

test('filters: action, subaction, person, and a day of UTC', async () => {
  await record(operator.id, { action: 'CONTACTO', subaction: 'ACTUALIZAR' }, new Date('2026-02-03T23:59:59.999Z'));
  await record(operator.id, { action: 'CONTACTO', subaction: 'ASIGNAR' }, new Date('2026-02-04T00:00:00Z'));
  await record(operator.id, { action: 'NUMERO', subaction: 'ACTUALIZAR' }, new Date('2026-02-04T23:30:00Z'));
  const found = async (query: Query) =>
    (await list(coordinator, { userId: operator.id, orderbytitle: 'id', ...query })).audit.map(
      (entry) => `${entry.action} ${entry.subaction}`,
    );
  expect(await found({ action: 'CONTACTO' })).toEqual(['CONTACTO ACTUALIZAR', 'CONTACTO ASIGNAR']);
  expect(await found({ subaction: 'ACTUALIZAR' })).toEqual(['CONTACTO ACTUALIZAR', 'NUMERO ACTUALIZAR']);
  expect(await found({ createdAt: '2026-02-04' })).toEqual(['CONTACTO ASIGNAR', 'NUMERO ACTUALIZAR']);
  expect(await found({ createdAt: '2026-02-04', action: 'CONTACTO' })).toEqual(['CONTACTO ASIGNAR']);
  expect(await found({ createdAt: '2026-02-05' })).toEqual([]);
});

test('onDay is a day at UTC-3', async () => {
  for (const at of ['2026-02-04T02:59:59Z', '2026-02-04T03:00:00Z', '2026-02-05T02:59:59Z', '2026-02-05T03:00:00Z'])
    await record(coordinator.id, { after: { Hora: at } }, new Date(at));
  const { audit } = await list(coordinator, { userId: coordinator.id, onDay: '2026-02-04' });
  expect(audit.map(({ info }) => info.modifications[0]?.value)).toEqual([
    '2026-02-05T02:59:59Z',
    '2026-02-04T03:00:00Z',
  ]);
});

const about = (type: AuditObjectType): Pick<AuditRecord, 'object'> => ({ object: { type, id: 7 } });
const PERSONAL: Partial<AuditRecord>[] = [
  {
    action: 'CONTACTO',
    subaction: 'ACCIÓN',
    ...about('data_request'),
    after: { Acción: 'Pedido de datos registrado' },
  },
  { action: 'CONTACTO', subaction: 'ACCIÓN', ...about('erasure'), after: { Acción: 'Borrado' } },
  { action: 'CONTACTO', subaction: 'ACCIÓN', ...about('audit'), after: { Acción: 'Palabras borradas' } },
  { action: 'CONTACTO', subaction: 'ACCIÓN', ...about('person'), after: { Acción: 'Datos personales consultados' } },
  { action: 'CONTACTO', subaction: 'ACTUALIZAR', ...about('person'), after: { Nombre: 'Ana', Motivo: 'Pedido 3' } },
  { action: 'CONTACTO', subaction: 'EXPORTAR', ...about('person'), after: { Exportación: 'Informe' } },
  { action: 'CONTACTO', subaction: 'EXPORTAR', ...about('export'), after: { Exportación: 'Pedidos de datos' } },
  { action: 'CONTACTO', subaction: 'ACCIÓN', ...about('user'), after: { Acción: 'Búsqueda', 'Buscó por': 'nombre' } },
];
const ACCOUNT: Partial<AuditRecord>[] = [
  { action: 'USUARIO', subaction: 'CREAR', ...about('user'), after: { Correo: 'a@x.example' } },
  { action: 'USUARIO', subaction: 'ACTUALIZAR', ...about('user'), before: { Correo: 'a@x.example' } },
  { action: 'USUARIO', subaction: 'ACCIÓN', ...about('user'), after: { Acción: 'Ingreso', Dirección: '192.0.2.1' } },
  { action: 'ETIQUETA', subaction: 'ACCIÓN', ...about('installation'), after: { Correo: 'a@x.example' } },
];
const ORDINARY: Partial<AuditRecord>[] = [
  { action: 'CONTACTO', subaction: 'ACTUALIZAR', ...about('person'), after: { Nombre: 'Ana' } },
  { action: 'CONTACTO', subaction: 'ACCIÓN', ...about('user'), after: { Acción: 'Lectura masiva de contactos' } },
  { action: 'USUARIO', subaction: 'ACTUALIZAR', ...about('user'), after: { Roles: 'Operador' } },
  { action: 'NUMERO', subaction: 'ACTUALIZAR', ...about('block list'), after: { Motivo: 'Error' } },
];
test.each([
  ['an administrator', anAdministrator, PERSONAL.length + ACCOUNT.length + ORDINARY.length],
  ['a coordinator', aCoordinator, ORDINARY.length],
])('%s sees the restricted records allowed for the role', async (_who, make, expected) => {
  const viewer = await make(world);
  for (const parts of [...PERSONAL, ...ACCOUNT, ...ORDINARY]) await record(operator.id, parts);
  const { audit, totalElementsCount } = await list(viewer, { userId: operator.id, pageSize: 100 });
  expect([audit.length, totalElementsCount]).toEqual([expected, expected]);
  const id = await ask(world, viewer, api.exports.audit, { query: { userId: operator.id } });
  await make_(world, id);
  const lines = (await textOf(world, viewer, id)).split('\r\n').filter((line) => line.includes('Julián Medina'));
  expect(lines).toHaveLength(expected);
});

test('operators see their own sign-ins and no personal data in their own records', async () => {
  for (const parts of [...PERSONAL, ...ACCOUNT, ...ORDINARY]) await record(operator.id, parts);
  expect((await list(operator)).totalElementsCount).toBe(ACCOUNT.length + ORDINARY.length);
});

test('records of searches, new users and sign-ins are restricted', async () => {
  const admin = await anAdministrator(world);
  await as(world, admin).call(api.personalData.search, { body: { text: 'Pérez' } });
  await as(world, admin).call(api.users.create, {
    body: { firstName: 'Eva', lastName: 'Luna', email: `eva${admin.id}@x.example`, roles: [2] },
  });
  const person = await anAccount(world);
  await signInAs(world, person.email);
  for (const userId of [admin.id, person.id]) {
    expect((await list(admin, { userId })).totalElementsCount).toBe(userId === admin.id ? 2 : 1);
    expect((await list(coordinator, { userId })).totalElementsCount).toBe(0);
  }
});

test('free text matches action, subaction, user, labels and record id, without case or accents', async () => {
  await record(operator.id, { action: 'ESTADÍSTICA', subaction: 'GENERAR', after: { 'Fecha de fin': 'x' } });
  const { audit } = await list(operator);
  const id = audit[0]!.id;
  const finds = async (general: string) => (await list(operator, { general })).totalElementsCount === 1;
  for (const typed of ['estadistica', 'GENER', 'julian med', 'fecha de', 'FECHÁ', String(id)])
    expect({ typed, found: await finds(typed) }).toEqual({ typed, found: true });
  for (const typed of ['campaña', 'segmentar', 'mariana', '%', '_', "' or 1=1 --", String(id + 1), 'x'])
    expect({ typed, found: await finds(typed) }).toEqual({ typed, found: false });
});

test('sorts by any column of the table and no other; pages are consecutive', async () => {
  await record(coordinator.id, { action: 'USUARIO', subaction: 'CREAR' }, new Date('2026-01-03T10:00:00Z'));
  await record(coordinator.id, { action: 'CAMPAÑA', subaction: 'SEGMENTAR' }, new Date('2026-01-01T10:00:00Z'));
  await record(coordinator.id, { action: 'CAMPAÑA', subaction: 'ACCIÓN' }, new Date('2026-01-02T10:00:00Z'));
  const sorted = async (orderbytitle: NonNullable<Query['orderbytitle']>, orderbytype: 'asc' | 'desc' = 'asc') =>
    (await list(coordinator, { userId: coordinator.id, orderbytitle, orderbytype })).audit.map(
      ({ subaction }) => subaction,
    );
  expect(await sorted('id')).toEqual(['CREAR', 'SEGMENTAR', 'ACCIÓN']);
  expect(await sorted('action')).toEqual(['ACCIÓN', 'SEGMENTAR', 'CREAR']);
  expect(await sorted('action', 'desc')).toEqual(['CREAR', 'SEGMENTAR', 'ACCIÓN']);
  expect(await sorted('subaction')).toEqual(['ACCIÓN', 'CREAR', 'SEGMENTAR']);
  expect(await sorted('createdAt', 'desc')).toEqual(['CREAR', 'ACCIÓN', 'SEGMENTAR']);
  const byName = (await list(coordinator, { orderbytitle: 'userName', pageSize: 100 })).audit.map(
    ({ userName }) => userName,
  );
  expect(byName).toEqual(byName.toSorted(new Intl.Collator('es').compare));
  const pages = [0, 1, 2, 3].map((pageNumber) =>
    list(coordinator, { userId: coordinator.id, pageNumber, pageSize: 1 }),
  );
  expect((await Promise.all(pages)).map(({ audit }) => audit[0]?.subaction)).toEqual([
    'ACCIÓN',
    'SEGMENTAR',
    'CREAR',
    undefined,
  ]);
  const asked = await as(world, coordinator).send(api.auditLog.list, { query: { orderbytitle: 'hash' } });
  expect(asked).toMatchObject({ status: 400, body: { error: 'VALIDATION' } });
});

test('the object is described in Spanish', async () => {
  const about = async (type: string, id: number | string | null) => {
    await record(coordinator.id, { object: { type: type as AuditObjectType, id } });
    return (await list(coordinator, { userId: coordinator.id })).audit[0]?.object;
  };
  expect(await about('user', 7)).toBe('Usuario 7');
  expect(await about('user', null)).toBe('Usuario');
  expect(await about('action', 'callback')).toBe('Acción Volver a llamar');
  expect(await about('event subscription', null)).toBe('Suscripción');
  // Of a release that wrote others.
  expect(await about('something', 3)).toBe('Registro 3');
});

test('an old record of another shape is still shown', async () => {
  await sql`insert into audit (at, user_id, action, subaction, info, object_type, hash)
    values (now(), ${operator.id}, 'CAMPAÑA', 'CREAR', '{"modifications": [{"label": "Operadores", "value": ["Ana", "Luis"]}]}', 'campaign', '\\x00')`.execute(
    world.db,
  );
  expect((await list(operator)).audit[0]?.info).toEqual({
    entries: [],
    modifications: [{ label: 'Operadores', value: 'Ana, Luis' }],
  });
});

test('signIns=0 excludes only sign-ins and sign-outs', async () => {
  const recordAction = (Acción: string) =>
    record(operator.id, { action: 'USUARIO', subaction: 'ACCIÓN', after: { Acción } });
  await recordAction('Ingreso');
  await recordAction('Ingreso rechazado');
  await recordAction('Salida');
  await record(operator.id, { after: { Nombre: 'Ingreso' } });
  const page = await list(operator, { signIns: '0' });
  expect(page.totalElementsCount).toBe(2);
  expect(page.audit.map(({ info }) => info.modifications[0]!.value)).toEqual(['Ingreso', 'Ingreso rechazado']);
  expect((await list(operator, {})).totalElementsCount).toBe(4);
  // Written by the real use cases.
  const user = await anAccount(world);
  await signInAs(world, user.email);
  expect((await list(user, {})).audit.map(({ info }) => info.modifications[0]!.value)).toContain('Ingreso');
  expect((await list(user, { signIns: '0' })).audit).toEqual([]);
});
