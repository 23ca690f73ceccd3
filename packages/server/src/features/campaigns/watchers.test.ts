import { hasPermission, ROLES } from '@campanero/contract/roles';
import { expect, test } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { aCampaign, aUser } from '../../../test/factories.ts';
import { listWatchingManagers } from '../audience/audience.queries.ts';
import { findVisibleStatus, listWatchers } from './status/stage.queries.ts';

const world = useWorld();

test.each([false, true])('everyone who may see a campaign gets its events (external: %s)', async (external) => {
  const people = await Promise.all(
    [[], ...ROLES.map(({ id }) => [id])].flatMap((roles) =>
      [true, false].map(async (isMember) => ({ ...(await aUser(world, { roles })), primary: roles[0], isMember })),
    ),
  );
  const operators = people.filter(({ isMember }) => isMember).map(({ id }) => id);
  const { id: campaignId } = await aCampaign(world, { external, operators });
  const allowed = [];
  for (const person of people)
    if (await findVisibleStatus(world.db, person, campaignId, world.clock.now())) allowed.push(person);
  const created = new Set(people.map(({ id }) => id));
  const onlyCreated = (ids: readonly number[]) => ids.filter((id) => created.has(id));
  expect(onlyCreated(await listWatchers(world.db, campaignId))).toEqual(idsOf(allowed));
  const managers = allowed.filter(({ primary }) => hasPermission('campaign.manage', primary));
  const watchingManagers = await world.db.transaction().execute((trx) => listWatchingManagers(trx, campaignId));
  expect(onlyCreated(watchingManagers)).toEqual(idsOf(managers));
  expect(managers.length).toBeGreaterThan(3);
});

const idsOf = (people: readonly { id: number }[]) => people.map(({ id }) => id).toSorted((a, b) => a - b);
