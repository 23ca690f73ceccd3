import { api } from '@campanero/contract';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import {
  aCampaign,
  aCoordinator,
  anExternalCoordinator,
  anExternalOperator,
  anOperator,
} from '../../../test/factories.ts';
import { createBuiltInForms } from '../../integrations/forms/built-in.ts';
import { aReferenceForm, startReferenceForms } from '../../../test/reference-forms-server.ts';

const world = useWorld();

async function aForm(parts: { name?: string; slots?: number | null; enrolled?: number } = {}): Promise<string> {
  const { id } = await world.db
    .insertInto('form')
    .values({
      name: parts.name ?? 'Inscripción',
      slots: parts.slots === undefined ? 10 : parts.slots,
      url: 'https://formularios.example/f/1',
      createdAt: world.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: parts.enrolled ?? 0 }, (_, position) => ({
    formId: id,
    position,
    phone: '1155550000',
  }));
  if (rows.length > 0) await world.db.insertInto('formRegistration').values(rows).execute();
  return String(id);
}

const withForm = async (formId: string, parts: Parameters<typeof aCampaign>[1] = {}) => {
  const campaign = await aCampaign(world, parts);
  await world.db.updateTable('campaign').set({ formId }).where('id', '=', campaign.id).execute();
  return campaign;
};

test('searches by name ignoring accents, or by id prefix', async () => {
  const coordinator = as(world, await aCoordinator(world));
  const id = await aForm({ name: 'Jornada de adopción' });
  const expected = { forms: [{ id, nombre: 'Jornada de adopción' }] };
  expect((await coordinator.call(api.forms.search, { query: { name: 'ADOPCION' } })).body).toEqual(expected);
  expect((await coordinator.call(api.forms.search, { query: { id } })).body.forms).toContainEqual(expected.forms[0]);
  expect((await coordinator.call(api.forms.search, { query: { name: '%' } })).body).toEqual({ forms: [] });
  expect((await coordinator.call(api.forms.search, { query: {} })).body).toEqual({ forms: [] });
});

test('returns capacity, importable registrations and URL', async () => {
  const id = await aForm({ slots: null, enrolled: 3, name: 'Huerta' });
  const { body } = await as(world, await anExternalCoordinator(world)).call(api.forms.detail, {
    params: { formId: id },
  });
  expect(body).toEqual({
    id,
    name: 'Huerta',
    slots: null,
    enrolled: 3,
    status: 'ABIERTO',
    available: 3,
    createdAt: world.clock.now().toISOString(),
    url: 'https://formularios.example/f/1',
  });
});

test.each(['999999', '0', '-1', 'abc', '99999999999999999999', "1' or '1'='1"])(
  'the form %j does not exist: 422',
  async (formId) => {
    const coordinator = as(world, await aCoordinator(world));
    for (const endpoint of [api.forms.detail, api.forms.capacity])
      expect(await coordinator.call(endpoint, { params: { formId } })).toMatchObject({
        status: 422,
        body: { error: 'FORM_UNKNOWN', message: 'El formulario no existe.' },
      });
  },
);

test('an operator sees forms of their own campaigns only', async () => {
  const operator = await anOperator(world);
  const mine = await aForm({ slots: 5, enrolled: 2 });
  const foreign = await aForm();
  await withForm(mine, { operators: [operator.id] });
  await withForm(foreign, { operators: [(await anOperator(world)).id] });
  const ask = (formId: string) => as(world, operator).call(api.forms.capacity, { params: { formId } });
  expect((await ask(mine)).body).toEqual({ slots: 5, enrolled: 2, status: 'ABIERTO' });
  expect(await ask(foreign)).toMatchObject({ status: 422, body: { error: 'FORM_UNKNOWN' } });
});

test('campaign form: 404 if not visible, 422 without a form or with an unknown one', async () => {
  const operator = await anExternalOperator(world);
  const ask = (id: number) => as(world, operator).call(api.forms.campaignCapacity, { params: { id } });
  const own = { external: true, operators: [operator.id] };
  const formId = await aForm({ slots: 1, enrolled: 1 });
  expect((await ask((await withForm(formId, own)).id)).body).toEqual({ slots: 1, enrolled: 1, status: 'ABIERTO' });
  expect(await ask((await withForm(formId)).id)).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } });
  expect(await ask(2_147_483_647)).toMatchObject({ status: 404 });
  expect(await ask((await aCampaign(world, own)).id)).toMatchObject({ status: 422, body: { error: 'FORM_UNKNOWN' } });
  expect(await ask((await withForm('987654', own)).id)).toMatchObject({ status: 422, body: { error: 'FORM_UNKNOWN' } });
});

test('the built-in forms system pages registrations', async () => {
  const formId = await aForm({ enrolled: 1_001 });
  const pages = [];
  for await (const page of createBuiltInForms(world.db).registrations(formId)) pages.push(page);
  expect(pages.map((page) => page.length)).toEqual([1000, 1]);
  expect(pages[1]).toEqual([{ phone: '1155550000' }]);
  for (const unknown of ['999999', 'abc'])
    await expect(
      createBuiltInForms(world.db).registrations(unknown)[Symbol.asyncIterator]().next(),
    ).rejects.toMatchObject({ error: 'FORM_UNKNOWN' });
});

test('asks the system of FORMS_URL; 503 if it does not answer', async () => {
  const remote = await startReferenceForms();
  remote.forms = [aReferenceForm({ id: 'verano', enrolled: 7, slots: 9 })];
  const far = await createTestApp({ config: { formsUrl: remote.url } });
  try {
    const coordinator = as(far, await aCoordinator(far));
    const ask = () => coordinator.call(api.forms.capacity, { params: { formId: 'verano' } });
    expect((await ask()).body).toEqual({ slots: 9, enrolled: 7, status: 'ABIERTO' });
    remote.mode = 'dead';
    // Cached for two seconds.
    expect((await ask()).status).toBe(200);
    far.clock.advance(2_001);
    expect(await ask()).toMatchObject({
      status: 503,
      body: {
        error: 'FORMS_UNAVAILABLE',
        message: 'El sistema de formularios no responde por el momento. Inténtelo de nuevo en unos minutos.',
      },
      headers: { 'retry-after': expect.any(String) },
    });
  } finally {
    await far.close();
    await remote.close();
  }
});
