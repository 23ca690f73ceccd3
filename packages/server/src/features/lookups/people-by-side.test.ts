import { api } from '@campanero/contract';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import {
  aCampaign,
  aCoordinator,
  anAdministrator,
  anExternalCoordinator,
  anExternalOperator,
  anOperator,
  aUser,
  type TestUser,
} from '../../../test/factories.ts';

const world = useWorld();

const person = ({ id, name }: TestUser) => ({ id, name });
const supervisorsFor = async (user: TestUser) => (await as(world, user).call(api.lookups.supervisors)).body;
const operatorsFor = async (user: TestUser) => (await as(world, user).call(api.lookups.operators)).body;

test('splits supervisors and operators by primary role and side, without disabled users', async () => {
  const administrator = await anAdministrator(world);
  const coordinator = await aCoordinator(world);
  const externalCoordinator = await anExternalCoordinator(world);
  const operator = await anOperator(world);
  const externalOperator = await anExternalOperator(world);
  const both = await aUser(world, { roles: [2, 4] });
  const gone = [await aCoordinator(world, { disabled: true }), await anOperator(world, { disabled: true })];

  const supervisors = await supervisorsFor(administrator);
  expect(supervisors.internals).toEqual(expect.arrayContaining([administrator, coordinator, both].map(person)));
  expect(supervisors.externals).toContainEqual(person(externalCoordinator));
  const operators = await operatorsFor(coordinator);
  expect(operators.internals).toContainEqual(person(operator));
  expect(operators.externals).toContainEqual(person(externalOperator));

  const internals = [...supervisors.internals, ...operators.internals].map(({ id }) => id);
  expect(operators.internals.map(({ id }) => id)).not.toContain(both.id);
  for (const { id } of [externalCoordinator, externalOperator, ...gone]) expect(internals).not.toContain(id);
  const names = operators.internals.map(({ name }) => name);
  expect(names).toEqual(names.toSorted(new Intl.Collator('es').compare));
});

test('an external coordinator sees external users only', async () => {
  const viewer = await anExternalCoordinator(world);
  const externalOperator = await anExternalOperator(world);
  await anOperator(world);
  const supervisors = await supervisorsFor(viewer);
  const operators = await operatorsFor(viewer);
  expect([supervisors.internals, operators.internals]).toEqual([[], []]);
  expect(supervisors.externals).toContainEqual(person(viewer));
  expect(operators.externals).toContainEqual(person(externalOperator));
});

test('an operator sees themselves and the coordinators of their campaigns', async () => {
  const coordinator = await aCoordinator(world);
  const operator = await anOperator(world);
  await aCampaign(world, { coordinatedBy: coordinator.id, operators: [operator.id] });
  expect(await operatorsFor(operator)).toEqual({ internals: [person(operator)], externals: [] });
  expect(await supervisorsFor(operator)).toEqual({ internals: [person(coordinator)], externals: [] });
  const external = await anExternalOperator(world);
  expect(await operatorsFor(external)).toEqual({ internals: [], externals: [person(external)] });
  expect(await supervisorsFor(external)).toEqual({ internals: [], externals: [] });
});

test('roles, highest first', async () => {
  const { body } = await as(world, await anAdministrator(world)).call(api.lookups.roles);
  expect(body).toEqual([
    { id: 5, name: 'Administrador' },
    { id: 4, name: 'Coordinador' },
    { id: 3, name: 'Coordinador externo' },
    { id: 2, name: 'Operador' },
    { id: 1, name: 'Operador externo' },
  ]);
});

test('campaigns of a user: coordinated, worked or called in; permissions', async () => {
  const viewer = as(world, await aCoordinator(world));
  const [coordinator, operator] = [await aCoordinator(world), await anOperator(world)];
  const first = await aCampaign(world, { coordinatedBy: coordinator.id, operators: [operator.id] });
  const left = await aCampaign(world);
  await aCampaign(world);
  await world.db
    .insertInto('outcomeCount')
    .values({
      campaignId: left.id,
      operatorId: operator.id,
      day: '2026-03-10',
      stateId: 3,
      affinity: 0,
      n: 2,
      firstAt: world.clock.now(),
      lastAt: world.clock.now(),
    })
    .execute();
  const campaignsOf = async (id: number) => (await viewer.call(api.lookups.userCampaigns, { params: { id } })).body;
  expect(await campaignsOf(operator.id)).toEqual([left, first]);
  expect(await campaignsOf(coordinator.id)).toEqual([first]);
  for (const id of [999_999, 2_147_483_647])
    expect(await viewer.call(api.lookups.userCampaigns, { params: { id } })).toMatchObject({ status: 404 });
});
