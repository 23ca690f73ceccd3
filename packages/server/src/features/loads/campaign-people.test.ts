import { api } from '@campanero/contract';
import { ERASED_NUMBERS_FROM } from '@campanero/contract/shared/numbers';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { addCalls, aCallingCampaign, type Calling } from '../../../test/calling.ts';
import { erasuresIn } from '../../../test/erasures.ts';
import { anEventReceiver, aSubscription, sendEvents } from '../../../test/events.ts';
import {
  aCampaign,
  aCampaignForm,
  aCoordinator,
  anAdministrator,
  anExternalCoordinator,
  anOperator,
  type TestUser,
} from '../../../test/factories.ts';
import { sendForm } from '../../../test/forms.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { callsOf, leftovers, reportOf, runLoad } from '../../../test/loads.ts';
import { aServiceAccount } from '../../../test/service-accounts.ts';
import { anAskingCampaign, say } from '../../../test/surveys.ts';
import type { Db } from '../../db/client.ts';
import { erasePeople } from '../../call-store/write/index.ts';
import { transact } from '../../work/index.ts';
import { verifyEverything } from '../../verify/verify.ts';

const world = useWorld({ config: { eventsAllowPrivate: true } });
const { aCase, erase, aNeighbour } = erasuresIn(world);
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
});

type People = { campaignId: number; filters: object; excludeActive?: string; excludeCalledDays?: number };

const create = async (user: TestUser, people: People | string, headers: Record<string, string> = {}) =>
  sendForm(
    world,
    user,
    api.campaigns.create,
    {
      fields: {
        ...(await aCampaignForm(world, coordinator)),
        people: typeof people === 'string' ? people : JSON.stringify(people),
      },
    },
    headers,
  );

const created = async (people: People, by = coordinator) => {
  const { status, body } = await create(by, people);
  expect({ status, body }).toMatchObject({ status: 201 });
  const { id } = body.data as { id: number };
  return { id, loadId: (await reportOf(world, by, id)).id };
};

/** A new campaign with the people whom the filters find; its report. */
async function carried(people: People, by = coordinator) {
  const { id, loadId } = await created(people, by);
  await runLoad(world, loadId);
  return { id, report: await reportOf(world, by, id), numbers: (await callsOf(world, id)).map(({ number }) => number) };
}

const register = async ({ campaign, operators }: Calling, callId: number, stateId: number) => {
  const body = { stateId };
  const { status } = await as(world, operators[0]!).call(api.calls.register, {
    params: { id: campaign.id, callId },
    body,
  });
  expect(status).toBe(200);
};
const countWaiting = async (db: Db) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]!.n;
};
const block = (personId: number) =>
  as(world, coordinator).call(api.contacts.savePerson, {
    params: { personId },
    query: { lead: '1' },
    body: { doNotCall: true },
  });

describe('a new campaign with people of another one', () => {
  test('takes those whom the filters find, through an ordinary load with its report, notification, audit and event', async () => {
    const source = await aCallingCampaign(world);
    const { again, talked } = source.states;
    const [first, second, third] = source.calls;
    await register(source, first!.id, again.id);
    await register(source, second!.id, talked.id);
    await register(source, third!.id, again.id);
    const receiver = await anEventReceiver(world);
    await aSubscription(world, await anAdministrator(world), receiver, { kinds: ['load.finished'] });
    world.enqueued.length = 0;

    const { id, loadId } = await created({ campaignId: source.campaign.id, filters: { stateId: again.id } });
    expect(world.enqueued).toContainEqual({ name: 'audience.load-small', payload: { loadId, campaignId: id } });
    const origin = { campaignId: source.campaign.id, filters: [{ label: 'Estados', value: 'No contesta' }] };
    expect(await reportOf(world, coordinator, id)).toMatchObject({
      status: 'RUNNING',
      source: 'campaign',
      name: source.campaign.name,
      origin,
    });
    const records = (await auditOf(world)).filter(({ objectId }) => objectId === String(id));
    expect(records.map(({ subaction }) => subaction)).toEqual(['CREAR', 'ASIGNAR']);
    expect(records[1]!.info).toMatchObject({
      modifications: expect.arrayContaining([
        { label: 'Origen', value: 'Campaña' },
        { label: 'Audiencia', value: source.campaign.name },
        { label: 'Número de esa campaña', value: String(source.campaign.id) },
        { label: 'Estados', value: 'No contesta' },
      ]),
    });

    await runLoad(world, loadId);
    expect(await reportOf(world, coordinator, id)).toMatchObject({
      status: 'COMPLETED',
      read: 2,
      loaded: 2,
      rejected: 0,
      duplicates: 0,
      skipped: 0,
      origin,
    });
    const loaded = await callsOf(world, id);
    // The same persons, in load order, Pendiente and without operator.
    expect(loaded.map(({ number, personId }) => [number, personId])).toEqual([
      [first!.number, first!.personId],
      [third!.number, third!.personId],
    ]);
    const { body: bell } = await as(world, coordinator).call(api.notifications.list);
    expect(bell.notifications[0]).toMatchObject({ action: 'BULK AUDIENCE', status: { status: 'COMPLETED' } });
    expect(world.published).toContainEqual(expect.objectContaining({ event: 'audience' }));
    await sendEvents(world);
    expect(receiver.received).toMatchObject([
      { type: 'load.finished', data: { campaignId: id, status: 'COMPLETED', read: 2, loaded: 2, rejected: 0 } },
    ]);
    expect(await leftovers(world)).toEqual([]);
    // The campaign from which they come has not changed.
    const { body: before } = await as(world, coordinator).call(api.audience.list, {
      params: { id: source.campaign.id },
      query: {},
    });
    expect(before.totalElementsCount).toBe(3);
  });

  test('takes those who gave an answer to its survey, and says so', async () => {
    const source = await anAskingCampaign(world);
    const [first, second] = source.callsOf(source.ana);
    await say(world, source, { 3: { value: 1 } }, { callId: first!.id });
    await say(world, source, { 3: { value: 2 } }, { callId: second!.id });
    const { id, numbers } = await carried({ campaignId: source.campaign.id, filters: { answer: '3:1' } });
    expect(numbers).toEqual([first!.number]);
    const { body } = await as(world, coordinator).call(api.loads.list, { params: { id } });
    expect(body[0]!.origin!.filters).toEqual([{ label: 'Respuesta', value: '¿Vive con chicos? Sí' }]);
  });

  test('says afterwards from where they came, with every load of the campaign', async () => {
    const source = await aCallingCampaign(world);
    const { id } = await carried({ campaignId: source.campaign.id, filters: { stateId: 1 } });
    const list = async (user: TestUser) => as(world, user).call(api.loads.list, { params: { id } });
    const { body } = await list(coordinator);
    expect(body).toMatchObject([
      {
        source: 'campaign',
        name: source.campaign.name,
        loaded: 3,
        rejected: 0,
        origin: { campaignId: source.campaign.id, filters: [{ label: 'Estados', value: 'Pendiente' }] },
      },
    ]);
    const detail = await as(world, coordinator).call(api.campaigns.detail, { params: { id } });
    expect(detail.body).toMatchObject({ audienceName: source.campaign.name, audienceType: 'campaign' });
    // Who may not see the other campaign learns neither its name nor its number nor the filters.
    await world.db.updateTable('campaign').set({ external: true }).where('id', '=', id).execute();
    const external = await anExternalCoordinator(world);
    expect((await list(external)).body).toMatchObject([
      { name: 'Otra campaña', origin: { campaignId: null, filters: [] } },
    ]);
    const seen = await as(world, external).call(api.campaigns.detail, { params: { id } });
    expect(seen.body).toMatchObject({ audienceName: 'Otra campaña' });
    const hidden = await as(world, external).send(api.loads.list, { params: { id: source.campaign.id } });
    expect(hidden).toMatchObject({ status: 404 });
  });

  test('leaves out blocked numbers, and with the exclusions those called lately; being in the other campaign excludes nobody', async () => {
    const source = await aCallingCampaign(world);
    const [first, second, third] = source.calls;
    await block(first!.personId);
    await register(source, second!.id, source.states.again.id);
    const from = { campaignId: source.campaign.id, filters: {} };
    const { report, numbers } = await carried({ ...from, excludeActive: '1', excludeCalledDays: 7 });
    expect(report).toMatchObject({
      read: 3,
      loaded: 1,
      skipped: 2,
      skippedBreakdown: { blocked: 1, called: 1, active: 0 },
    });
    expect(numbers).toEqual([third!.number]);
    // A third campaign with that number counts.
    const other = await carried({ ...from, excludeActive: '1' });
    expect(other.report).toMatchObject({ loaded: 1, skippedBreakdown: { blocked: 1, active: 1 } });
  });

  test('reads the filters when it loads: who changed meanwhile is judged by what they are then', async () => {
    const source = await aCallingCampaign(world);
    const { again, talked } = source.states;
    const [first, second] = source.calls;
    await register(source, first!.id, again.id);
    const { id, loadId } = await created({ campaignId: source.campaign.id, filters: { stateId: again.id } });
    await register(source, second!.id, again.id);
    const entries = await as(world, coordinator).call(api.audience.list, {
      params: { id: source.campaign.id },
      query: { stateId: talked.id },
    });
    expect(entries.body.totalElementsCount).toBe(0);
    await runLoad(world, loadId);
    expect((await callsOf(world, id)).map(({ number }) => number)).toEqual([first!.number, second!.number]);
  });

  test('does not carry a person who was erased meanwhile; the report names the row without data', async () => {
    const erased = await aCase();
    const { id, loadId } = await created({ campaignId: erased.here.campaign.id, filters: {} });
    await erase(erased);
    await runLoad(world, loadId);
    const report = await reportOf(world, coordinator, id);
    expect(report).toMatchObject({ status: 'COMPLETED', rejected: 1 });
    expect(report.read).toBe(report.loaded + 1);
    const loaded = await callsOf(world, id);
    expect(loaded.some(({ number }) => number === erased.number || Number(number) >= ERASED_NUMBERS_FROM)).toBe(false);
    const { body } = await as(world, coordinator).call(api.loads.reasons, { params: { id } });
    expect(body.reasons).toMatchObject([
      { reason: expect.stringContaining('no es un número argentino válido'), count: 1 },
    ]);
    expect(JSON.stringify(body)).not.toContain(erased.lastName);
  });

  test('an erasure empties filters that name the person', async () => {
    const erased = await aCase();
    const { id } = await carried({ campaignId: erased.here.campaign.id, filters: { general: erased.number } });
    const origin = async () => (await reportOf(world, coordinator, id))?.origin?.filters;
    expect(await origin()).toEqual([{ label: 'Texto', value: erased.number }]);
    await erase(erased);
    expect(await origin()).toEqual([]);
  });

  test('does not call the other person of a number that an erased one shared', async () => {
    const erased = await aCase();
    const other = await aNeighbour(erased);
    // So the call does not pass to them.
    await world.db.updateTable('person').set({ interested: true }).where('id', '=', other).execute();
    await erase(erased);
    const call = await world.db
      .selectFrom('call')
      .select(['number', 'personId'])
      .where('id', '=', erased.callId)
      .execute();
    expect(call).toEqual([{ number: Number(erased.number), personId: erased.personId }]);
    const { numbers, report } = await carried({ campaignId: erased.here.campaign.id, filters: {} });
    expect(numbers).not.toContain(erased.number);
    expect(report.rejected).toBe(1);
  });

  test('waits for an erasure that has begun, and does not carry its person', async () => {
    const erased = await aCase();
    const { id, loadId } = await created({ campaignId: erased.here.campaign.id, filters: {} });
    let loading: Promise<unknown> = Promise.resolve();
    await transact(jobCtx(world), async (work) => {
      await erasePeople(work, [erased.personId], { keepBlock: false });
      loading = runLoad(world, loadId);
      await expect.poll(() => countWaiting(world.db), { timeout: 15_000 }).toBeGreaterThan(0);
    });
    await loading;
    expect(await reportOf(world, coordinator, id)).toMatchObject({ status: 'COMPLETED', rejected: 1 });
    expect((await callsOf(world, id)).map(({ number }) => number)).not.toContain(erased.number);
  });

  test('5,000 people, in consistent figures', async () => {
    const source = await aCampaign(world, { status: 'EN CURSO' });
    await addCalls(
      world,
      source.id,
      Array.from({ length: 5_000 }, () => null),
    );
    const { id, report } = await carried({ campaignId: source.id, filters: {} });
    expect(report).toMatchObject({ status: 'COMPLETED', read: 5_000, loaded: 5_000 });
    const { body } = await as(world, coordinator).call(api.campaigns.progress, { params: { id } });
    expect(body).toMatchObject({ total: 5_000, unassigned: 5_000 });
    const findings = (
      await verifyEverything({
        db: world.db,
        read: world.deps.read,
        files: world.deps.files,
        recordedHeads: [],
        now: world.clock.now(),
      })
    ).flatMap((part) => part.findings);
    expect(findings).toEqual([]);
  }, 90_000);

  test('a finished campaign gives its people too', async () => {
    const source = await aCallingCampaign(world, { status: 'FINALIZADA' });
    const { report } = await carried({ campaignId: source.campaign.id, filters: { general: source.calls[0]!.number } });
    expect(report).toMatchObject({ read: 1, loaded: 1, origin: { filters: [{ label: 'Texto' }] } });
  });
});

describe('permissions', () => {
  test('the other campaign must be visible, have such people, and the user may load', async () => {
    const source = await aCallingCampaign(world);
    const from = { campaignId: source.campaign.id, filters: {} };
    const external = await anExternalCoordinator(world);
    const before = await world.db.selectFrom('campaign').select('id').execute();
    const refused = async (user: TestUser, people: People | string) => {
      const { status, body } = await create(user, people);
      return [status, body.error];
    };
    expect(await refused({ ...external, token: 'no' }, from)).toEqual([401, 'UNAUTHENTICATED']);
    expect(await refused(await anOperator(world), from)).toEqual([403, 'FORBIDDEN']);
    expect(await refused(external, from)).toEqual([403, 'FORBIDDEN']);
    expect(await refused(coordinator, { ...from, campaignId: 99_999_999 })).toEqual([404, 'NOT_FOUND']);
    const none = { ...from, filters: { stateId: source.states.again.id } };
    expect(await refused(coordinator, none)).toEqual([422, 'CAMPAIGN_WITHOUT_PEOPLE']);
    const empty = await aCampaign(world);
    expect(await refused(coordinator, { ...from, campaignId: empty.id })).toEqual([422, 'CAMPAIGN_WITHOUT_PEOPLE']);
    for (const hostile of [
      'x',
      '[]',
      '{"campaignId":1}',
      `{"campaignId":1,"filters":{"general":"${'a'.repeat(201)}"}}`,
      '"'.padEnd(1_048_576, 'a'),
      '['.repeat(5_000),
      '{"campaignId":-1,"filters":{}}',
      '{"campaignId":1,"filters":{"stateId":"1 or true"}}',
    ])
      expect((await create(coordinator, hostile)).status, hostile.slice(0, 50)).toBeOneOf([400, 413]);
    expect(await world.db.selectFrom('campaign').select('id').execute()).toHaveLength(before.length + 1);
  });

  test('a service account without the scope to load is refused, one with it is not', async () => {
    const source = await aCallingCampaign(world);
    const from = { campaignId: source.campaign.id, filters: {} };
    const limited = await aServiceAccount(world, { scopes: ['campaign.create'] });
    expect(await create(limited as unknown as TestUser, from)).toMatchObject({ status: 403 });
    const able = await aServiceAccount(world, { scopes: ['campaign.create', 'audience.load'] });
    expect(await create(able as unknown as TestUser, from)).toMatchObject({ status: 201 });
  });

  test('rights are checked again when the people are read', async () => {
    const source = await aCallingCampaign(world);
    const user = await aCoordinator(world);
    const { id, loadId } = await created({ campaignId: source.campaign.id, filters: {} }, user);
    await world.db.updateTable('userRole').set({ roleId: 3 }).where('userId', '=', user.id).execute();
    await runLoad(world, loadId);
    expect(await reportOf(world, coordinator, id)).toMatchObject({
      status: 'ERROR',
      failure: 'Quien pidió la carga ya no puede cargar audiencias o ver la campaña de origen.',
      loaded: 0,
    });
    const { body } = await as(world, coordinator).call(api.campaigns.detail, { params: { id } });
    expect(body.status).toBe('PENDIENTE');
  });

  test('the same request ten times at once creates one campaign with one load', async () => {
    const source = await aCallingCampaign(world);
    const fields = {
      ...(await aCampaignForm(world, coordinator)),
      people: JSON.stringify({ campaignId: source.campaign.id, filters: {} }),
    };
    const send = () =>
      sendForm(world, coordinator, api.campaigns.create, { fields }, { 'idempotency-key': 'diez-veces' });
    const replies = await Promise.all(Array.from({ length: 10 }, send));
    const made = replies.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    // The others came while it was being made.
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(10 - made.length);
    expect(new Set(made.map(({ body }) => body.data.id as number)).size).toBe(1);
    const loads = await world.db
      .selectFrom('audienceLoad')
      .select('id')
      .where('sourceId', '=', String(source.campaign.id))
      .execute();
    expect(loads).toHaveLength(1);
  });
});
