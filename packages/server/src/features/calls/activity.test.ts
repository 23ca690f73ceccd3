import { api } from '@campanero/contract';
import { beforeEach, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign } from '../../../test/calling.ts';
import { aCampaign, aCoordinator, anAdministrator, anExternalOperator, anOperator } from '../../../test/factories.ts';
import { loadFiles } from '../../../test/loads.ts';

/** Changes of a campaign's figures are published after the commit; the interval is tested in realtime/activity.test.ts. */
const world = useWorld();
beforeEach(() => void (world.activity.length = 0));

const take = () => world.activity.splice(0);

test('publishes a call that is taken, registered, corrected, reassigned or marked invalid', async () => {
  const [ana, eva] = [await anOperator(world), await anOperator(world)];
  const { campaign, manager, states, callsOf } = await aCallingCampaign(world, { operators: [ana, eva] });
  const noted = { campaign: { id: campaign.id, external: false }, userId: undefined };
  const [call, other] = callsOf(ana);
  const params = { id: campaign.id, callId: call!.id };

  await as(world, ana).call(api.calls.next, { params: { id: campaign.id, current: 0 } });
  expect(take()).toEqual([noted]);
  const { body } = await as(world, ana).call(api.calls.register, { params, body: { stateId: states.talked.id } });
  expect(take()).toEqual([{ ...noted, userId: ana.id }]);
  await as(world, manager).call(api.calls.correct, {
    params: { ...params, entryId: body.id },
    body: { stateId: states.refused.id, reason: 'Se equivocó de estado' },
  });
  expect(take()).toEqual([{ ...noted, userId: ana.id }]);
  await as(world, manager).call(api.calls.reassign, { params: { ...params, operatorId: eva.id } });
  expect(take()).toEqual([noted]);
  const detail = { phone: other!.number, callId: other!.id };
  await as(world, ana).call(api.contacts.saveDetail, { params: detail, body: { observations: 'no cambia cifras' } });
  expect(take()).toEqual([]);
  await as(world, ana).call(api.contacts.saveDetail, { params: detail, body: { invalid: 1 } });
  expect(take()).toEqual([noted]);
});

test('a refused registration publishes nothing; an external campaign is published as external', async () => {
  const [ana, eva] = [await anExternalOperator(world), await anExternalOperator(world)];
  const { campaign, states, callsOf } = await aCallingCampaign(world, { operators: [ana, eva], external: true });
  const params = { id: campaign.id, callId: callsOf(ana)[0]!.id };
  const body = { stateId: states.talked.id };
  expect((await as(world, eva).call(api.calls.register, { params, body })).status).toBe(403);
  expect(take()).toEqual([]);
  expect((await as(world, ana).call(api.calls.register, { params, body })).status).toBe(200);
  expect(take()).toEqual([{ campaign: { id: campaign.id, external: true }, userId: ana.id }]);
});

test('publishes a load, a segmentation and its undo, a rebalance and a disabled operator', async () => {
  const [ana, eva] = [await anOperator(world), await anOperator(world)];
  const manager = await aCoordinator(world);
  const { id } = await aCampaign(world, { operators: [ana.id, eva.id], coordinatedBy: manager.id });
  await loadFiles(world, manager, id, [{ content: 'telefono;nombre\n1145551234;Ana\n1155556666;Luis\n' }]);
  const isNoted = () => take().some(({ campaign }) => campaign.id === id && !campaign.external);
  expect(isNoted()).toBe(true);

  const segment = () =>
    as(world, manager).call(api.audience.segment, { params: { id }, query: {}, body: { operators: [ana.id] } });
  const { body } = await segment();
  expect(isNoted()).toBe(true);
  const { segmentationId } = body;
  await as(world, manager).call(api.audience.undoSegmentation, { params: { id, segmentationId } });
  expect(isNoted()).toBe(true);
  await segment();
  take();
  await as(world, manager).call(api.audience.rebalance, { params: { id }, body: { from: [ana.id], to: [eva.id] } });
  expect(isNoted()).toBe(true);
  await as(world, await anAdministrator(world)).call(api.users.disable, { params: { id: eva.id } });
  expect(isNoted()).toBe(true);
});

test('publishes an operator removed from the campaign, whose calls become available', async () => {
  const [ana, eva] = [await anOperator(world), await anOperator(world)];
  const { campaign, manager } = await aCallingCampaign(world, { operators: [ana, eva] });
  const edit = (operators: number[]) =>
    as(world, manager).call(api.campaigns.ongoing, { params: { id: campaign.id }, body: { operators } });
  expect((await edit([ana.id, eva.id])).status).toBe(200);
  expect(take()).toEqual([]);
  expect((await edit([ana.id])).status).toBe(200);
  expect(take()).toEqual([{ campaign: { id: campaign.id, external: false }, userId: undefined }]);
});
