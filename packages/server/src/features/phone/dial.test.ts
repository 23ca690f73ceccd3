import { api } from '@campanero/contract';
import type { DialBody } from '@campanero/contract/phone/schemas';
import { expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign } from '../../../test/calling.ts';
import { aCoordinator, aGuest, anAdministrator, anOperator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
const NO_PREFIXES = { zero: false, fifteen: false, nine: false, allMobile: false, shortLocal: false };
const view = async (user: TestUser) => (await as(world, user).call(api.phone.dial)).body;
const save = (user: TestUser, body: Partial<DialBody>) =>
  as(world, user).send(api.phone.setDial, { body: { template: 'tel:{number}', ...NO_PREFIXES, version: 0, ...body } });

test('a new installation dials as before; administrators change it and operators read it', async () => {
  const [admin, operator] = [await anAdministrator(world), await anOperator(world)];
  const before = {
    template: 'tel:{number}',
    ...NO_PREFIXES,
    areaCode: null,
    version: 0,
    updatedAt: null,
    updatedBy: null,
    causeStates: {},
    extension: null,
    hasEvents: false,
  };
  expect(await view(operator)).toEqual(before);
  expect((await as(world, await aGuest(world)).send(api.phone.dial)).status).toBe(403);
  expect((await as(world, null).send(api.phone.dial)).status).toBe(401);
  expect((await save(await aCoordinator(world), {})).status).toBe(403);

  expect(await save(admin, { template: 'sip:{number}@central', zero: true })).toMatchObject({
    status: 200,
    body: { template: 'sip:{number}@central', zero: true, nine: false, version: 1, updatedBy: admin.name },
  });
  expect(await view(operator)).toMatchObject({ template: 'sip:{number}@central', version: 1 });
  expect((await auditOf(world)).at(-1)).toMatchObject({
    userId: admin.id,
    action: 'ETIQUETA',
    subaction: 'ACTUALIZAR',
    objectType: 'phone',
    info: {
      entries: [
        { label: 'Cómo se marca', prevValue: 'tel:{number}' },
        { label: 'Con 0', prevValue: 'No' },
      ],
      modifications: [
        { label: 'Cómo se marca', value: 'sip:{number}@central' },
        { label: 'Con 0', value: 'Sí' },
      ],
    },
  });
});

test('of ten changes of the same version one is made', async () => {
  const admin = await anAdministrator(world);
  const { version } = await view(admin);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => save(admin, { template: `tel:${n}{number}`, version })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
});

test.each([
  'javascript:alert({number})',
  'https://{number}/',
  'http://central/{number}',
  'tel:',
  '',
  `tel:{number}${'0'.repeat(1_048_576)}`,
])('refuses the template %#', async (template) => {
  const [admin, operator] = [await anAdministrator(world), await anOperator(world)];
  expect([400, 413]).toContain((await save(admin, { template })).status);
  const settings = { preferences: { dialTemplate: template } };
  const own = await as(world, operator).send(api.shell.update, { body: { user: { data: { settings } } } });
  // Empty: as the installation.
  expect([template === '' ? 200 : 400, template === '' ? 200 : 413]).toContain(own.status);
});

test('a user dials by a template of their own', async () => {
  const operator = await anOperator(world);
  const settings = { preferences: { dialTemplate: 'tel:{e164}' } };
  const reply = await as(world, operator).call(api.shell.update, { body: { user: { data: { settings } } } });
  expect(reply).toMatchObject({ status: 200, body: { data: { settings } } });
});

test('the moment of dialling stays with the registration and its correction', async () => {
  const here = await aCallingCampaign(world);
  const [ana] = here.operators as [TestUser];
  const callId = here.calls[0]!.id;
  const params = { id: here.campaign.id, callId };
  const before = (seconds: number) => new Date(world.clock.now().getTime() - seconds * 1000).toISOString();
  const dialledAt = before(90);
  const { body } = await as(world, ana).call(api.calls.register, {
    params,
    body: { stateId: here.states.talked.id, dialledAt },
  });
  expect(body.dialledAt).toBe(dialledAt);
  world.clock.advance(60_000);
  const corrected = await as(world, await aCoordinator(world)).call(api.calls.correct, {
    params: { ...params, entryId: body.id },
    body: { stateId: here.states.talked.id, affinity: 'Positivo', reason: 'Faltaba la afinidad' },
  });
  expect(corrected.body).toMatchObject({ correctsId: body.id, dialledAt });
  const history = await as(world, ana).call(api.calls.history, { params });
  expect(history.body.map((entry) => entry.dialledAt)).toEqual([dialledAt, dialledAt]);
});

test.each([
  ['nothing', () => undefined, null],
  ['a moment after now, of a clock ahead', (now: number) => now + 3_600_000, 'now'],
  ['a moment of weeks ago', (now: number) => now - 20 * 86_400_000, null],
] as const)('an outcome with %s is registered', async (_what, at, expected) => {
  const here = await aCallingCampaign(world);
  const [ana] = here.operators as [TestUser];
  const now = world.clock.now();
  const dialledAt = at(now.getTime());
  const reply = await as(world, ana).call(api.calls.register, {
    params: { id: here.campaign.id, callId: here.calls[0]!.id },
    body: {
      stateId: here.states.talked.id,
      ...(dialledAt !== undefined && { dialledAt: new Date(dialledAt).toISOString() }),
    },
  });
  expect(reply).toMatchObject({ status: 200, body: { dialledAt: expected === 'now' ? now.toISOString() : null } });
});
