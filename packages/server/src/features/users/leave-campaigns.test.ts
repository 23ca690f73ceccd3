import { api } from '@campanero/contract';
import type { Handover } from '@campanero/contract/users/leaving';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anAccount, check } from '../../../test/accounts.ts';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, callNow, expectTrueCounters, type Calling, type TestCall } from '../../../test/calling.ts';
import {
  countedFigures,
  countedTotals,
  operatorsOf,
  someCalls,
  storedFigures,
  storedTotals,
} from '../../../test/calls.ts';
import { aCampaign, aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let admin: TestUser;
let states: Calling['states'];
beforeAll(async () => {
  ({ states } = await aCallingCampaign(world));
});
beforeEach(async () => {
  admin = await anAdministrator(world);
});

describe('handover', () => {
  const leave = (id: number, handover: Handover) =>
    as(world, admin).call(api.users.disable, { params: { id }, body: { handover } });
  const callbackAt = () => new Date(world.clock.now().getTime() + 3_600_000);
  const campaignOf = (operators: number[], parts: object = {}) =>
    aCampaign(world, { operators, status: 'EN CURSO', ...parts });
  const operator = (firstName: string) => anAccount(world, { firstName, lastName: 'Paz', roles: [2] });

  /** Never called, open on screen, no answer, dated callback, done, blocked. */
  async function workOf(userId: number, campaignId: number) {
    const calls = await someCalls(world, campaignId, [
      { operatorId: userId },
      { operatorId: userId, holdBy: userId, observations: 'Preguntar por Ana' },
      { operatorId: userId, stateId: states.again.id, callCount: 2 },
      { operatorId: userId, stateId: states.again.id, callCount: 1 },
      { operatorId: userId, stateId: states.talked.id, callCount: 1 },
      { operatorId: userId, blocked: true },
    ]);
    await world.db.updateTable('call').set({ callbackAt: callbackAt() }).where('id', '=', calls[3]!).execute();
    return calls;
  }

  const exactCounters = async (campaignId: number) => {
    expect(await storedTotals(world, campaignId)).toEqual(await countedTotals(world, campaignId));
    expect(await storedFigures(world, campaignId)).toEqual(await countedFigures(world, campaignId));
  };

  test('lists open calls per campaign and possible receivers', async () => {
    const [user, other] = [await operator('Eva'), await operator('Ana')];
    await anAccount(world, { roles: [2], disabled: true });
    const campaign = await campaignOf([user.id, other.id]);
    await workOf(user.id, campaign.id);
    const { body } = await as(world, admin).call(api.users.campaigns, { params: { id: user.id } });
    expect(body).toMatchObject([
      {
        id: campaign.id,
        pending: 4,
        callbacks: 1,
        held: 1,
        untouched: 2,
        touched: 4,
        others: [{ id: other.id, name: 'Ana Paz' }],
      },
    ]);
  });

  test('to one operator: open calls move with note, time and position; done ones stay; the receiver is notified', async () => {
    const [user, other] = [await operator('Eva'), await operator('Ana')];
    const campaign = await campaignOf([user.id, other.id]);
    const calls = await workOf(user.id, campaign.id);
    expect((await leave(user.id, { to: other.id })).status).toBe(200);
    expect(await operatorsOf(world, calls)).toEqual([other.id, other.id, other.id, other.id, user.id, null]);
    const stored = await world.db.selectFrom('call').selectAll().where('id', 'in', calls).orderBy('id').execute();
    expect(stored[1]).toMatchObject({ holdBy: null, holdUntil: null, observations: 'Preguntar por Ana' });
    expect(stored[3]!.callbackAt).toEqual(callbackAt());
    await exactCounters(campaign.id);
    const notifications = await world.db
      .selectFrom('notification')
      .selectAll()
      .where('campaignId', '=', campaign.id)
      .execute();
    expect(notifications).toMatchObject([
      { userId: other.id, action: 'ASSIGNAMENT', campaignId: campaign.id, amount: 4 },
    ]);
    expect((await auditOf(world)).at(-1)?.info).toMatchObject({
      modifications: expect.arrayContaining([
        { label: 'Llamados sin operador', value: 1 },
        { label: 'Llamados entregados', value: 4 },
        { label: 'Entregados a', value: expect.stringContaining('Ana Paz: 4') },
      ]),
    });
  });

  test('split evenly among the other operators, or freed, per campaign', async () => {
    const [user, ana, luz] = [await operator('Eva'), await operator('Ana'), await operator('Luz')];
    const away = await anAccount(world, { roles: [2], disabled: true });
    const one = await campaignOf([user.id, ana.id, luz.id, away.id]);
    const two = await campaignOf([user.id, ana.id]);
    const alone = await campaignOf([user.id]);
    const [first, second, third] = [
      await workOf(user.id, one.id),
      await workOf(user.id, two.id),
      await workOf(user.id, alone.id),
    ];
    await leave(user.id, { to: 'shared', campaigns: [{ id: two.id, to: 'free' }] });
    expect(await operatorsOf(world, first)).toEqual([ana.id, luz.id, ana.id, luz.id, user.id, null]);
    expect(await operatorsOf(world, second)).toEqual([null, null, null, null, user.id, null]);
    // Without other operators they are freed.
    expect(await operatorsOf(world, third)).toEqual([null, null, null, null, user.id, null]);
    for (const { id } of [one, two, alone]) await exactCounters(id);
  });

  test('refuses a receiver who is no operator of the campaign', async () => {
    const [user, stranger] = [await operator('Eva'), await operator('Ana')];
    const campaign = await campaignOf([user.id], { name: 'Vacunación' });
    const calls = await workOf(user.id, campaign.id);
    const records = (await auditOf(world)).length;
    expect(await leave(user.id, { to: stranger.id })).toMatchObject({
      status: 422,
      body: {
        error: 'PERSON_NOT_ALLOWED',
        errors: [{ field: 'handover', message: 'Quien recibe los llamados tiene que ser operador de «Vacunación».' }],
      },
    });
    expect(await operatorsOf(world, calls)).toEqual(calls.map(() => user.id));
    expect(await check(world, user.token)).toBe(200);
    expect(await auditOf(world)).toHaveLength(records);
  });

  test('a call that another user has open moves and stays open for them', async () => {
    const [user, other] = [await operator('Eva'), await operator('Ana')];
    const campaign = await campaignOf([user.id, other.id]);
    const [call] = await someCalls(world, campaign.id, [{ operatorId: user.id, holdBy: admin.id }]);
    await leave(user.id, { to: 'shared' });
    const stored = await world.db.selectFrom('call').selectAll().where('id', '=', call!).executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ operatorId: other.id, holdBy: admin.id });
  });

  test('also on new roles and on removal from a campaign', async () => {
    const [user, ana] = [await operator('Eva'), await operator('Ana')];
    const coordinator = await aCoordinator(world);
    const campaign = await campaignOf([user.id, ana.id]);
    const calls = await workOf(user.id, campaign.id);
    await as(world, coordinator).call(api.campaigns.ongoing, {
      params: { id: campaign.id },
      body: { operators: [ana.id], handover: 'shared' },
    });
    expect(await operatorsOf(world, calls)).toEqual([ana.id, ana.id, ana.id, ana.id, user.id, null]);
    await exactCounters(campaign.id);
    const boss = await as(world, admin).call(api.users.update, {
      params: { id: ana.id },
      body: { roles: [4], handover: { to: 'free' } },
    });
    expect(boss.status).toBe(200);
    expect(await operatorsOf(world, calls)).toEqual([null, null, null, null, user.id, null]);
    await exactCounters(campaign.id);
  });

  test('concurrent registration: the outcome counts and every call has one operator', async () => {
    const [user, other] = [await operator('Eva'), await operator('Ana')];
    const { campaign, calls } = await aCallingCampaign(world, { operators: [user, other], each: 30 });
    const own = calls.filter(({ operatorId }) => operatorId === user.id);
    const register = async (call: TestCall, place: number) => {
      const { status } = await as(world, user).send(api.calls.register, {
        params: { id: campaign.id, callId: call.id },
        body: { stateId: place % 2 === 0 ? states.talked.id : states.again.id, leadId: call.personId },
      });
      return status < 300;
    };
    const registered: boolean[] = [];
    let leaving: ReturnType<typeof leave> | undefined;
    // Four tabs register calls; after the first few the user is disabled.
    const tab = async (first: number) => {
      for (let place = first; place < own.length; place += 4) {
        registered[place] = await register(own[place]!, place);
        if (place >= 6) leaving ??= leave(user.id, { to: other.id });
      }
    };
    await Promise.all([0, 1, 2, 3].map(tab));
    expect((await leaving)?.status).toBe(200);
    // Both occur: registered before, and too late.
    expect(new Set(registered)).toEqual(new Set([true, false]));
    for (const [place, call] of own.entries()) {
      const stored = await callNow(world, call.id);
      const isDone = stored.stateId === states.talked.id;
      expect([stored.callCount, stored.operatorId]).toEqual([registered[place] ? 1 : 0, isDone ? user.id : other.id]);
    }
    await expectTrueCounters(world, campaign.id);
  });
});
