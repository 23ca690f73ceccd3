import { api } from '@campanero/contract';
import { userLookup } from '@campanero/contract/users/schemas';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import {
  aCampaign,
  aCoordinator,
  aGuest,
  anAdministrator,
  anExternalCoordinator,
  anExternalOperator,
  anOperator,
  type TestUser,
} from '../../../test/factories.ts';

const world = useWorld();

const peopleFor = async (user: TestUser) =>
  userLookup.parse((await as(world, user).call(api.users.list, { query: {} })).body);
const idsFor = async (user: TestUser) => (await peopleFor(user)).map((person) => person.id);

test('permissions', async () => {
  const guest = await aGuest(world);
  for (const endpoint of [api.lookups.roles, api.users.list]) {
    expect(await as(world, null).send(endpoint)).toMatchObject({ status: 401 });
    expect(await as(world, guest).send(endpoint)).toMatchObject({ status: 403 });
  }
});

test('users have id and name, without disabled users and guests', async () => {
  const administrator = await anAdministrator(world);
  const disabled = await anOperator(world, { disabled: true });
  const guest = await aGuest(world);
  const operator = await anOperator(world, { firstName: 'Lucía', lastName: 'Núñez' });
  const people = await peopleFor(administrator);
  expect(people).toContainEqual({ id: operator.id, name: 'Lucía Núñez' });
  const ids = people.map((person) => person.id);
  expect(ids).not.toContain(disabled.id);
  expect(ids).not.toContain(guest.id);
  const names = people.map((person) => person.name);
  expect(names).toEqual(names.toSorted(new Intl.Collator('es').compare));
});

test('limited viewers get themselves and users of visible campaigns', async () => {
  const coordinator = await aCoordinator(world);
  const externalCoordinator = await anExternalCoordinator(world);
  const [mine, colleague, stranger] = [await anOperator(world), await anOperator(world), await anOperator(world)];
  const externalOperator = await anExternalOperator(world);
  await aCampaign(world, { coordinatedBy: coordinator.id, operators: [mine.id, colleague.id] });
  await aCampaign(world, { operators: [stranger.id] });
  await aCampaign(world, { external: true, coordinatedBy: externalCoordinator.id, operators: [externalOperator.id] });

  expect(new Set(await idsFor(mine))).toEqual(new Set([coordinator.id, mine.id, colleague.id]));
  const external = new Set([externalCoordinator.id, externalOperator.id]);
  expect(new Set(await idsFor(externalOperator))).toEqual(external);
  expect(new Set(await idsFor(externalCoordinator))).toEqual(external);
  expect(await idsFor(coordinator)).toContain(stranger.id);
});
