import { api } from '@campanero/contract';
import { isOpenForCalls, CAMPAIGN_STATUSES, statusByDates } from '@campanero/contract/campaigns/status';
import { expect, test } from 'vitest';
import { as } from '../../../../test/actors.ts';
import { useWorld } from '../../../../test/app.ts';
import { aCampaign, aCoordinator } from '../../../../test/factories.ts';
import { findStage } from './stage.queries.ts';

const world = useWorld();

const MOMENTS = [
  { startsIn: -20, endsIn: 10 },
  { startsIn: 0, endsIn: 10 },
  { startsIn: 1, endsIn: 10 },
  { startsIn: -20, endsIn: 0 },
  { startsIn: -20, endsIn: -1 },
  { startsIn: -20, endsIn: 1 },
];

interface Said {
  status: string;
  paused: boolean;
  openForCalls: boolean;
}

test('statusAt() and isOpenForCallsAt() equal the contract for every status, moment and assignment', async () => {
  const coordinator = await aCoordinator(world);
  const now = world.clock.now();
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const expected = new Map<number, Said>();
  const states = [
    ...CAMPAIGN_STATUSES.map((status) => ({ status, before: undefined })),
    // A further load of a campaign with an audience.
    ...(['AUDIENCIA PROCESADA', 'EN CURSO', 'PAUSADA'] as const).map((statusBeforeLoad) => ({
      status: 'CARGANDO AUDIENCIA' as const,
      before: { statusBeforeLoad, statusBeforePause: statusBeforeLoad === 'PAUSADA' ? 'EN CURSO' : null },
    })),
  ];
  for (const { status, before } of states)
    for (const { startsIn, endsIn } of MOMENTS)
      for (const isAssigned of [false, true]) {
        const dates = { startDate: at(startsIn), endDate: at(endsIn) };
        const { id } = await aCampaign(world, { status, coordinatedBy: coordinator.id, ...dates });
        if (before) await world.db.updateTable('campaign').set(before).where('id', '=', id).execute();
        await world.db
          .insertInto('callTotal')
          .values({ campaignId: id, operatorId: isAssigned ? 77 : 0, stateId: 1, n: 1 })
          .execute();
        const stage = (await findStage(world.db, id))!;
        expect(stage.hasAssignedCalls).toBe(isAssigned);
        const settled = statusByDates(stage, stage, now).status;
        const paused = settled === 'PAUSADA' || stage.statusBeforeLoad === 'PAUSADA';
        expected.set(id, { status: settled, paused, openForCalls: isOpenForCalls(stage, now) });
      }
  const seen = new Map<number, Said>();
  for (const status of CAMPAIGN_STATUSES) {
    const { body } = await as(world, coordinator).call(api.campaigns.list, { query: { status, pageSize: 100 } });
    for (const campaign of body.campaigns) {
      const { paused, openForCalls } = campaign;
      expect(campaign.status).toBe(status);
      seen.set(campaign.id, { status, paused, openForCalls });
    }
  }
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected));
});
