import { api } from '@campanero/contract';
import { CAMPAIGN_STATUSES } from '@campanero/contract/campaigns/status';
import { settleStatus } from '@campanero/contract/campaigns/status-moves';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aCampaign, aCoordinator } from '../../../test/factories.ts';
import { findStage } from './stage.queries.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const MOMENTS = [
  { startsIn: -20, endsIn: 10 },
  { startsIn: 0, endsIn: 10 },
  { startsIn: 1, endsIn: 10 },
  { startsIn: -20, endsIn: 0 },
  { startsIn: -20, endsIn: -1 },
  { startsIn: -20, endsIn: 1 },
];

test('the list says in SQL what the contract says in words, for every status, moment and assignment', async () => {
  const coordinator = await aCoordinator(world);
  const now = world.clock.now();
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const expected = new Map<number, string>();
  for (const status of CAMPAIGN_STATUSES)
    for (const { startsIn, endsIn } of MOMENTS)
      for (const isAssigned of [false, true]) {
        const dates = { startDate: at(startsIn), endDate: at(endsIn) };
        const { id } = await aCampaign(world, { status, coordinatedBy: coordinator.id, ...dates });
        await world.db
          .insertInto('callTotal')
          .values({ campaignId: id, operatorId: isAssigned ? 77 : 0, stateId: 1, n: 1 })
          .execute();
        const stage = (await findStage(world.db, id))!;
        expect(stage.hasAssignedCalls).toBe(isAssigned);
        expected.set(id, settleStatus(stage, stage, now).status);
      }
  const seen = new Map<number, string>();
  for (const status of CAMPAIGN_STATUSES) {
    const { body } = await as(world, coordinator).call(api.campaigns.list, { query: { status, pageSize: 100 } });
    for (const campaign of body.campaigns) {
      expect([campaign.status, campaign.paused]).toEqual([status, status === 'PAUSADA']);
      seen.set(campaign.id, campaign.status);
    }
  }
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected));
});
