import { api } from '@campanero/contract';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { AUDIENCE_ORDER } from '@campanero/contract/audience/list-schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { as, type RawInput } from '../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { anAudience, type AudienceCall } from '../../../test/audience.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import { anOperator, type TestUser } from '../../../test/factories.ts';
import { loadFiles } from '../../../test/loads.ts';
import { createWatchedPool, outlineOf, type SeenPlan } from '../../../test/plans.ts';
import type { Db } from '../../db/client.ts';

/**
 * Statements over calls must do the same work with stale statistics: right after a load those of the partition know nothing of the
 * campaign. Work is measured in rows and pages, not in seconds, so that the result does not depend on the machine.
 */
const FRESH = 4_000;
const CALLED = 1_500;
const OTHERS = 3_000;
/** One call: few rows and pages, independent of the campaign's size. */
const FEW = 1_000;
/** The partition read once or twice; a nested loop would be millions. */
const READ = 10 * (FRESH + CALLED + OTHERS);
/** The same plus every index of each changed call. */
const CHANGE = 60 * FRESH;
const FEW_CALLS = 50;
const CHANGE_FEW = 2 * CALLED + 100 * FEW_CALLS;
const LISTED = 3_000;

const analyze = (db: Db) => sql`analyze call_b0`.execute(db);
const forget = (db: Db) =>
  sql`
    select pg_clear_relation_stats('public', 'call_b0'), pg_clear_attribute_stats('public', 'call_b0', attname, false)
    from pg_attribute where attrelid = 'call_b0'::regclass and attnum > 0 and not attisdropped`.execute(db);

/** The newest were called before the others, and at other times of the day. */
const triedAtAnyHour = (db: Db, operatorId: number) =>
  sql`
    update call set tried_parts = 1 + id % 7, last_at = last_at - id % 100000 * interval '1 second'
    where operator_id = ${operatorId}`.execute(db);

interface Moments {
  beforeLoad?: (db: Db) => Promise<unknown>;
  afterLoad?: (db: Db) => Promise<unknown>;
  afterChange?: (db: Db) => Promise<unknown>;
}
const STATISTICS: [string, Moments][] = [
  ['never analysed', { afterLoad: forget, afterChange: forget }],
  ['analysed before the load', { beforeLoad: analyze }],
  ['analysed after the load', { afterLoad: analyze }],
  ['analysed all the time', { beforeLoad: analyze, afterLoad: analyze, afterChange: analyze }],
];

describe.each(STATISTICS)('a partition that was %s', (_, { beforeLoad, afterLoad, afterChange }) => {
  const seen: SeenPlan[] = [];
  let world: TestApp;
  let watched: TestApp;
  let here: Calling;
  let ana: TestUser;
  let luis: TestUser;
  /** Has only calls to repeat. */
  let eva: TestUser;

  beforeAll(async () => {
    world = await createTestApp();
    watched = await createTestApp({ beside: world, pool: createWatchedPool(world.databaseUrl, seen) });
    ana = await anOperator(world);
    luis = await anOperator(world);
    eva = await anOperator(world);
    const other = await aCallingCampaign(world, { each: 0 });
    await sql`alter table call_b0 set (autovacuum_enabled = false)`.execute(world.db);
    const done = { stateId: other.states.talked.id, callCount: 1 };
    const owners = [other.operators[0]!.id, ana.id, other.operators[0]!.id];
    await anAudience(
      world,
      other.campaign.id,
      Array.from({ length: OTHERS }, (__, n): AudienceCall => ({ ...done, operatorId: owners[n % 3]! })),
    );
    await beforeLoad?.(world.db);
    here = await aCallingCampaign(world, { operators: [ana, luis, eva], each: 0 });
    const yesterday = new Date(world.clock.now().getTime() - 86_400_000);
    const again = { operatorId: luis.id, stateId: here.states.again.id, callCount: 1, updatedAt: yesterday };
    await anAudience(world, here.campaign.id, [
      ...Array.from({ length: CALLED }, (): AudienceCall => again),
      ...Array.from({ length: CALLED }, (): AudienceCall => ({ ...again, operatorId: eva.id })),
      ...Array.from({ length: FRESH }, (__, n): AudienceCall => ({
        gender: n % 3 ? 'M' : 'F',
        birthYear: 1950 + (n % 50),
      })),
    ]);
    await triedAtAnyHour(world.db, eva.id);
    await afterLoad?.(world.db);
  });
  afterAll(async () => {
    await watched.close();
    await world.close();
  });

  /** The response to one request, none of whose statements may exceed the limit. */
  async function within<E extends EndpointSpec>(most: number, who: TestUser, spec: E, input: RawInput) {
    seen.length = 0;
    const reply = await as(watched, who).send(spec, input);
    assertWithin(most);
    return reply;
  }
  function assertWithin(most: number) {
    const tooMuch = seen.filter(({ work }) => work > most);
    expect(tooMuch.map(({ work, statement, plan }) => `${work}: ${statement}\n${outlineOf(plan)}`)).toEqual([]);
  }
  const params = (more: object = {}) => ({ id: here.campaign.id, ...more });
  const segment = async (operator: TestUser, query: RawInput['query'], amount?: number) => {
    const body = { operators: [operator.id], ...(amount && { amount }) };
    const reply = await within(CHANGE, here.manager, api.audience.segment, { params: params(), query, body });
    expect(reply.status).toBe(200);
    await afterChange?.(world.db);
    return reply.body;
  };
  const next = async (who: TestUser, current: number) => {
    const { status, body } = await within(FEW, who, api.calls.next, { params: params({ current }) });
    return { status, ...body };
  };
  const register = async (who: TestUser, callId: number, body: object) =>
    expect((await within(FEW, who, api.calls.register, { params: params({ callId }), body })).status).toBe(200);

  async function readLists() {
    const filters = [
      { operatorId: ana.id },
      { stateId: 1 },
      { stateId: 1, operatorId: luis.id },
      { number: '114' },
      { number: '5678' },
      { callsMin: 1 },
      { gender: 'F', birthYearFrom: 1980 },
      { general: 'Persona' },
    ];
    const orders = AUDIENCE_ORDER.map((orderbytitle) => ({ orderbytitle, orderbytype: 'desc', pageNumber: 3 }));
    for (const query of [...filters, ...orders]) {
      const asked = { pageNumber: 0, pageSize: 25, ...query };
      expect((await within(READ, here.manager, api.audience.list, { params: params(), query: asked })).status).toBe(
        200,
      );
    }
  }

  /** With blocked and listed numbers whose calls are not marked yet: must find and change them from few rows. */
  async function handOutFew() {
    await sql`update campaign set obeys_lists = true where id = ${here.campaign.id}`.execute(world.db);
    await sql`
      with list as (
        insert into block_list (name, kind, origin, dated, created_by)
        values ('No Llame', 'NO_LLAME', 'Registro', now(), ${here.manager.id}) returning id
      ), open as (select number, row_number() over (order by id) as n from call where campaign_id = ${here.campaign.id}
        and operator_id is null), blocked as (
        insert into blocked_number (number, reason) select number, 'DEAD' from open where n <= 5)
      insert into listed_number (number, list_id, load_id)
      select number, list.id, 1 from open, list where n between 6 and 10
      union all select 2210000000 + n, list.id, 1 from generate_series(1, ${LISTED}::int) n, list`.execute(world.db);
    seen.length = 0;
    const body = { operators: [ana.id, luis.id], amount: FEW_CALLS };
    const given = await within(CHANGE_FEW, here.manager, api.audience.segment, { params: params(), body });
    expect(given).toMatchObject({ status: 200, body: { total: FEW_CALLS } });
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from call where campaign_id = ${here.campaign.id} and segmentation_id is not null and (
        exists (select from blocked_number b where b.number = call.number)
        or exists (select from listed_number l where l.number = call.number))`.execute(world.db);
    expect(rows[0]!.n).toBe(0);
    const undone = { params: params({ segmentationId: given.body.segmentationId }) };
    expect((await within(READ, here.manager, api.audience.undoSegmentation, undone)).status).toBe(200);
    await sql`delete from listed_number`.execute(world.db);
    await sql`delete from blocked_number`.execute(world.db);
  }

  test('lists, segments, undoes and lists again with one scan each', async () => {
    await readLists();
    await handOutFew();
    const { segmentationId } = await segment(luis, { gender: 'F' }, 1_000);
    const undone = { params: params({ segmentationId }) };
    expect((await within(CHANGE, here.manager, api.audience.undoSegmentation, undone)).status).toBe(200);
    await afterChange?.(world.db);
    await segment(luis, {}, 3_000);
    await segment(ana, {});
    await readLists();
  });

  test('returns the next call of each operator from few rows', async () => {
    const { talked, again } = here.states;
    let current = 0;
    // Often enough for generic plans.
    for (let n = 0; n < 8; n += 1) {
      const { callId, number } = await next(ana, current);
      await within(FEW, ana, api.contacts.detail, { params: { phone: number, callId } });
      const callbackAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
      await register(ana, callId, n % 2 ? { stateId: again.id, callbackAt } : { stateId: talked.id });
      current = callId;
    }
    // Before any callback is due, which would come first.
    current = 0;
    for (let n = 0; n < 3; n += 1) {
      current = (await next(eva, current)).callId;
      await register(eva, current, { stateId: again.id });
    }
    world.clock.advance(3_600_000);
    await within(FEW, ana, api.calls.callbacks, {});
    await register(luis, (await next(luis, 0)).callId, { stateId: talked.id });
    current = 0;
    for (let n = 0; n < 3; n += 1) {
      current = (await next(ana, current)).callId;
      await register(ana, current, { stateId: talked.id });
    }
    expect((await next(here.manager, 0)).status).toBe(200);
    const taken = { params: params({ callId: current, operatorId: luis.id }) };
    expect((await within(FEW, here.manager, api.calls.reassign, taken)).status).toBe(200);
  });

  test('rebalances with one scan and finds from few rows that an operator has no calls left', async () => {
    const body = { from: [ana.id], to: [luis.id] };
    expect((await within(CHANGE, here.manager, api.audience.rebalance, { params: params(), body })).status).toBe(200);
    await afterChange?.(world.db);
    world.clock.advance(3_600_000);
    expect((await next(ana, 0)).status).toBe(422);
  });

  test('unassigns and loads again with one scan each', async () => {
    await within(READ, here.manager, api.campaigns.operatorLoad, { params: params() });
    const left = { params: params(), body: { operators: [ana.id] } };
    expect((await within(CHANGE, here.manager, api.campaigns.ongoing, left)).status).toBe(200);
    await afterChange?.(world.db);
    // Each tenth person shares a number with the previous one; half of the second file is already known.
    const aFile = (from: number) => {
      const numberOf = (n: number) => 1_170_000_000 + (n % 10 === 9 ? n - 1 : n);
      const line = (n: number) => `${numberOf(n)};Persona;Nº ${n};${30_000_000 + n}`;
      const lines = Array.from({ length: 6_000 }, (__, n) => line(from + n));
      return { content: ['telefono;nombre;apellido;documento', ...lines].join('\n') };
    };
    await loadFiles(watched, here.manager, here.campaign.id, [aFile(0)]);
    await afterChange?.(world.db);
    seen.length = 0;
    const query = { excludeCalledDays: 30, excludeActive: 1 };
    const report = await loadFiles(watched, here.manager, here.campaign.id, [aFile(3_000)], { query });
    expect(report).toMatchObject({ status: 'COMPLETED', loaded: 2_700 });
    assertWithin(CHANGE);
  });
});
