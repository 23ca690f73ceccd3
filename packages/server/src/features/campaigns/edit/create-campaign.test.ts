import { api } from '@campanero/contract';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { as, auditOf } from '../../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../../test/app.ts';
import {
  aCoordinator,
  anExternalCoordinator,
  anExternalOperator,
  anObjective,
  anOperator,
  type TestUser,
} from '../../../../test/factories.ts';
import { aJpeg, aPdf, aPng } from '../../../../test/file-samples.ts';
import { sendForm, type FilePart } from '../../../../test/forms.ts';

const world = useWorld();
let coordinator: TestUser;
let operator: TestUser;
beforeAll(async () => {
  await world.db
    .insertInto('state')
    .values([
      { id: 1, name: 'Pendiente' },
      { id: 2, name: 'Contactado' },
      { id: 3, name: 'No contesta', callback: true },
      { id: 4, name: 'Retirado', disable: true },
      { id: 17, name: 'Inválido' },
    ])
    .execute();
  await world.db
    .insertInto('locationDistrict')
    .values({ id: '02', name: 'CABA', display: 'Ciudad de Buenos Aires' })
    .execute();
  await world.db
    .insertInto('locationSection')
    .values([
      { id: '02007', districtId: '02', name: 'Comuna 1', display: 'Comuna 1', kind: 'Comuna' },
      { id: '02014', districtId: '02', name: 'Comuna 2', display: 'Comuna 2', kind: 'Comuna' },
    ])
    .execute();
  await world.db
    .insertInto('locationSubsection')
    .values({ id: '02007010', sectionId: '02007', name: 'Retiro', display: 'Retiro' })
    .execute();
});
beforeEach(async () => {
  coordinator = await aCoordinator(world, { firstName: 'Carla', lastName: 'Ríos' });
  operator = await anOperator(world, { firstName: 'Óscar', lastName: 'Paz' });
});

async function fieldsFor(parts: Record<string, string | number> = {}) {
  const objective = await anObjective(world);
  await world.db
    .insertInto('objectiveState')
    .values([1, 2, 3, 4, 17].map((stateId) => ({ objectiveId: objective.id, stateId })))
    .execute();
  return {
    name: 'Vacunación de mayores',
    description: 'Invitación a la campaña de vacunación',
    objectiveId: objective.id,
    coordinatedBy: coordinator.id,
    operators: String(operator.id),
    startDate: '2026-03-11T09:00:00-03:00',
    endDate: '2026-04-11T18:00:00-03:00',
    external: '0',
    ...parts,
  };
}

const create = async (
  user: TestUser,
  parts: Record<string, string | number> = {},
  files: FilePart[] = [],
  headers: Record<string, string> = {},
) => sendForm(world, user, api.campaigns.create, { fields: await fieldsFor(parts), files }, headers);

const countCampaigns = async () =>
  (
    await world.db
      .selectFrom('campaign')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const storedFiles = async () =>
  (
    await readdir(join(world.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile()).length;

test('one request creates the campaign with operators, states, place and scripts', async () => {
  const reply = await create(
    coordinator,
    { districtId: '02', sectionId: '02007', subsectionId: '02007010', externalId: ' EXP-1 ' },
    [
      { name: 'guión ñandú.png', content: aPng() },
      { name: 'foto.JPG', content: aJpeg() },
      { name: 'texto.v2.pdf', content: aPdf() },
    ],
  );
  expect(reply).toMatchObject({ status: 201, body: { data: { id: expect.any(Number) } } });
  const { id } = reply.body.data;
  const { body } = await as(world, coordinator).call(api.campaigns.detail, { params: { id } });
  expect(body).toMatchObject({
    id,
    name: 'Vacunación de mayores',
    externalId: 'EXP-1',
    status: 'PENDIENTE',
    paused: false,
    assigned: true,
    external: 0,
    startDate: '2026-03-11T12:00:00.000Z',
    endDate: '2026-04-11T21:00:00.000Z',
    coordinator: { id: coordinator.id, name: 'Carla Ríos' },
    operators: [{ id: operator.id, name: 'Óscar Paz', disable: false }],
    validOperators: [{ id: operator.id, name: 'Óscar Paz' }],
    districtName: 'Ciudad de Buenos Aires',
    sectionName: 'Comuna 1',
    subsectionName: 'Retiro',
    formId: null,
    retryOtherHours: true,
    obeysLists: true,
    exemptReason: null,
    // The states of the objective without Pendiente, 17 and disabled ones.
    states: [
      { id: 2, callback: false },
      { id: 3, callback: true },
    ],
    scripts: [
      { originalName: 'guión ñandú.png', contentType: 'image/png' },
      { originalName: 'foto.JPG', contentType: 'image/jpeg' },
      { originalName: 'texto.v2.pdf', contentType: 'application/pdf' },
    ],
    version: 0,
  });
  expect(body.scripts[0]?.link).toBe(`/api/campaign/${id}/script/${body.scripts[0]?.id}`);

  const record = (await auditOf(world)).at(-1);
  expect(record).toMatchObject({
    userId: coordinator.id,
    action: 'CAMPAÑA',
    subaction: 'CREAR',
    objectType: 'campaign',
    objectId: String(id),
  });
  expect(record?.info).toMatchObject({
    entries: [],
    modifications: expect.arrayContaining([
      { label: 'Nombre', value: 'Vacunación de mayores' },
      { label: 'Coordinador', value: 'Carla Ríos' },
      { label: 'Operadores', value: 'Óscar Paz' },
      { label: 'Fecha de inicio', value: '11-03-2026 ~ 09:00' },
      { label: 'Estados', value: 'Contactado, No contesta' },
      { label: 'Guiones', value: 'guión ñandú.png, foto.JPG, texto.v2.pdf' },
    ]),
  });
});

test('an exemption from the block lists requires a reason, which is stored and audited', async () => {
  for (const exemptReason of [undefined, '   '])
    expect(await create(coordinator, { obeysLists: '0', ...(exemptReason && { exemptReason }) })).toMatchObject({
      status: 400,
      body: {
        errors: [{ field: 'exemptReason', message: 'Escriba por qué la campaña no respeta las listas de bloqueo.' }],
      },
    });
  expect(await create(coordinator, { obeysLists: '0', exemptReason: 'x'.repeat(501) })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'exemptReason', message: 'Excede los 500 caracteres.' }] },
  });
  const { id } = (await create(coordinator, { obeysLists: '0', exemptReason: ' Aviso de corte de agua ' })).body.data;
  const { body } = await as(world, coordinator).call(api.campaigns.detail, { params: { id } });
  expect(body).toMatchObject({ obeysLists: false, exemptReason: 'Aviso de corte de agua' });
  expect((await auditOf(world)).at(-1)?.info).toMatchObject({
    modifications: expect.arrayContaining([{ label: 'Listas de bloqueo', value: 'Exenta: Aviso de corte de agua' }]),
  });
  // The reason is ignored without an exemption.
  const obeying = (await create(coordinator, { exemptReason: 'Ninguno' })).body.data;
  expect((await as(world, coordinator).call(api.campaigns.detail, { params: { id: obeying.id } })).body).toMatchObject({
    obeysLists: true,
    exemptReason: null,
  });
});

test('reports each invalid field with its message', async () => {
  const before = [await countCampaigns(), await storedFiles()];
  const reply = await sendForm(world, coordinator, api.campaigns.create, {
    fields: { name: 'abc', startDate: '2026-03-11T09:00:00-03:00', externalId: 'x'.repeat(101) },
    files: [{ name: 'a.png', content: aPng() }],
  });
  expect(reply.status).toBe(400);
  expect(
    Object.fromEntries(
      reply.body.errors.map(({ field, message }: { field: string; message: string }) => [field, message]),
    ),
  ).toEqual({
    name: 'Escriba un nombre de al menos 5 caracteres',
    description: 'Descripción es requerida',
    objectiveId: 'Objetivo es requerido.',
    coordinatedBy: 'Coordinador es requerido',
    operators: 'Los operadores son requeridos.',
    endDate: 'Fecha de fin es requerida',
    externalId: 'Excede los 100 caracteres.',
  });
  const same = await create(coordinator, { endDate: '2026-03-11T09:00:00-03:00' });
  expect(same.body.errors).toEqual([{ field: 'endDate', message: 'Debe ser posterior a la fecha de inicio' }]);
  expect((await create(coordinator, { name: '😀😀😀😀' })).status).toBe(400);
  expect([await countCampaigns(), await storedFiles()]).toEqual(before);
});

test('coordinator and operators must be enabled and internal or external like the campaign', async () => {
  const external = await anExternalCoordinator(world);
  const externalOperator = await anExternalOperator(world);
  const disabled = await anOperator(world, { disabled: true });
  const refused = { status: 422, body: { error: 'PERSON_NOT_ALLOWED' } };
  expect(await create(coordinator, { coordinatedBy: external.id })).toMatchObject(refused);
  expect(await create(coordinator, { coordinatedBy: operator.id })).toMatchObject(refused);
  expect(await create(coordinator, { coordinatedBy: 2_147_483_647 })).toMatchObject(refused);
  expect(await create(coordinator, { operators: `${operator.id},${disabled.id}` })).toMatchObject(refused);
  expect(await create(coordinator, { operators: String(coordinator.id) })).toMatchObject(refused);
  expect(await create(coordinator, { operators: String(externalOperator.id) })).toMatchObject(refused);
  const both = { external: 1, coordinatedBy: external.id, operators: String(externalOperator.id) };
  expect((await create(coordinator, both)).status).toBe(201);
});

test('an external coordinator creates external campaigns only', async () => {
  const external = await anExternalCoordinator(world);
  const people = { coordinatedBy: external.id, operators: String((await anExternalOperator(world)).id) };
  expect(await create(external, { ...people, external: 0 })).toMatchObject({
    status: 403,
    body: { error: 'FORBIDDEN' },
  });
  const reply = await create(external, { ...people, external: 1 });
  expect(reply.status).toBe(201);
  const { body } = await as(world, external).call(api.campaigns.detail, { params: { id: reply.body.data.id } });
  expect(body.external).toBe(1);
});

test('refuses an unknown or disabled objective and an inconsistent place', async () => {
  const disabled = await anObjective(world, { disable: true });
  expect(await create(coordinator, { objectiveId: disabled.id })).toMatchObject({
    status: 422,
    body: { error: 'OBJECTIVE_DISABLED' },
  });
  expect(await create(coordinator, { objectiveId: 2_147_483_647 })).toMatchObject({
    status: 422,
    body: { error: 'OBJECTIVE_UNKNOWN' },
  });
  const broken: Record<string, string>[] = [
    { districtId: '99' },
    { sectionId: '02007' },
    { districtId: '02', subsectionId: '02007010' },
    { districtId: '02', sectionId: '02014', subsectionId: '02007010' },
  ];
  for (const place of broken)
    expect(await create(coordinator, place)).toMatchObject({ status: 422, body: { error: 'UNKNOWN_PLACE' } });
});

test('an unknown form is 422; a known one is stored with name and URL', async () => {
  const form = await world.db
    .insertInto('form')
    .values({ name: 'Inscripción a talleres', url: 'https://formularios.example/9' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await create(coordinator, { formId: '424242' })).toMatchObject({
    status: 422,
    body: { error: 'FORM_UNKNOWN' },
  });
  const reply = await create(coordinator, { formId: String(form.id) });
  const { body } = await as(world, coordinator).call(api.campaigns.detail, { params: { id: reply.body.data.id } });
  expect(body).toMatchObject({
    formId: String(form.id),
    formName: 'Inscripción a talleres',
    formUrl: 'https://formularios.example/9',
  });
});

test('an unavailable forms system is 503 and creates nothing', async () => {
  const node = await createTestApp({ beside: world, config: { formsUrl: 'http://127.0.0.1:9' } });
  const before = await countCampaigns();
  const reply = await sendForm(node, coordinator, api.campaigns.create, {
    fields: await fieldsFor({ formId: '1' }),
    files: [{ name: 'a.png', content: aPng() }],
  });
  expect(reply).toMatchObject({ status: 503, body: { error: 'FORMS_UNAVAILABLE' } });
  expect(await countCampaigns()).toBe(before);
  expect(
    await readdir(join(node.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).then((all) =>
      all.filter((one) => one.isFile()),
    ),
  ).toEqual([]);
  await node.close();
});

test('ignores read-only fields', async () => {
  const reply = await create(coordinator, {
    id: 77,
    status: 'FINALIZADA',
    createdAt: '2001-01-01T00:00:00Z',
    version: 9,
    paused: 'true',
  });
  const { body } = await as(world, coordinator).call(api.campaigns.detail, { params: { id: reply.body.data.id } });
  expect(body).toMatchObject({
    status: 'PENDIENTE',
    paused: false,
    version: 0,
    createdAt: world.clock.now().toISOString(),
  });
});

test('a repeated Idempotency-Key creates one campaign and one set of files', async () => {
  const fields = await fieldsFor();
  const files = [{ name: 'a.png', content: aPng() }];
  const before = [await countCampaigns(), await storedFiles()] as const;
  const send = (content = files, key = 'crear-1') =>
    sendForm(world, coordinator, api.campaigns.create, { fields, files: content }, { 'idempotency-key': key });
  const first = await send();
  const again = await send();
  expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotency-replayed': 'true' } });
  expect(await send([{ name: 'a.png', content: aPng(500) }])).toMatchObject({
    status: 422,
    body: { error: 'IDEMPOTENCY_MISMATCH' },
  });
  const both = await Promise.all([send(files, 'crear-2'), send(files, 'crear-2')]);
  expect(both.map(({ status }) => status).filter((status) => status !== 409)).toContain(201);
  expect([await countCampaigns(), await storedFiles()]).toEqual([before[0] + 2, before[1] + 2]);
});
