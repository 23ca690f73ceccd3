import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { anAdministrator } from '../../../test/factories.ts';
import { createWatchedPool, type SeenPlan } from '../../../test/plans.ts';
import { createDb } from '../../db/client.ts';
import {
  claimDue,
  claimProbe,
  claimTest,
  clearAnswersAbout,
  listDueSubscriptions,
  parkOverdue,
  parkRemoved,
  purgeEvents,
  selectDeliveries,
} from './outgoing-events.queries.ts';

const world = useWorld();
const seen: SeenPlan[] = [];
let watched: ReturnType<typeof createDb>;
afterAll(() => watched.destroy());

const EVENTS = 200_000;
/** What the workers ask each second and minute may touch, however many events a month has. */
const FEW = 2_000;
const WAITING = 30_000;
let id: number;
/** Its receiver fails: all of it waits. */
let failing: number;

// A month of delivered events, and two that wait; tables of which PostgreSQL knows nothing yet.
beforeAll(async () => {
  const admin = await anAdministrator(world);
  const now = world.clock.now();
  for (const table of ['outgoing_event', 'event_delivery', 'event_attempt'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(world.db);
  const { rows } = await sql<{ id: number }>`
    insert into event_subscription (name, url, kinds, with_person, secret, wanted_since, created_by, created_at)
    values ('Mesa', 'https://a.gob.ar', '{call.registered}', false, '', ${now}, ${admin.id}, ${now}),
      ('Falla', 'https://b.gob.ar', '{call.registered}', false, '', ${now}, ${admin.id}, ${now}) returning id`.execute(
    world.db,
  );
  id = rows[0]!.id;
  failing = rows[1]!.id;
  await sql`with event as (
      insert into outgoing_event (kind, stream, data, subscription_ids, created_at)
      select 'call.registered', 'call:' || n % 50000, '{}', array[${id}::int], ${now} from generate_series(1, ${EVENTS}::int) n
      returning id, stream)
    insert into event_delivery (subscription_id, event_id, stream, status, attempts, next_attempt_at, expires_at, settled_at, created_at)
    select ${id}, id, stream, 'DELIVERED', 1, ${now}, ${now}, ${now}, ${now} from event`.execute(world.db);
  await sql`update event_delivery set status = 'WAITING', settled_at = null, expires_at = ${now}::timestamptz + interval '1 day'
    where event_id in (select max(event_id) from event_delivery union select max(event_id) - 1 from event_delivery)`.execute(
    world.db,
  );
  await sql`update event_subscription set paused_at = ${now}, pause_reason = 'FAILURES', probe_at = ${now} where id = ${failing}`.execute(
    world.db,
  );
  await sql`with event as (
      insert into outgoing_event (kind, stream, data, subscription_ids, created_at)
      select 'call.registered', 'call:' || n, '{}', array[${failing}::int], ${now} from generate_series(1, ${WAITING}::int) n
      returning id, stream)
    insert into event_delivery (subscription_id, event_id, stream, next_attempt_at, expires_at, created_at)
    select ${failing}, id, stream, ${now}, ${now}::timestamptz + interval '72 hours', ${now} from event`.execute(
    world.db,
  );
  watched = createDb(createWatchedPool(world.databaseUrl, seen, /event_/));
});

const listOf = (status: 'DELIVERED' | 'PARKED' | undefined) =>
  selectDeliveries(watched, { subscriptionId: id, status }, { limit: 20, offset: 0, direction: 'desc' });

test.each<[string, () => Promise<unknown>, unknown]>([
  [
    'which subscriptions have something to send',
    () => listDueSubscriptions(watched, world.clock.now()),
    expect.any(Array),
  ],
  [
    'the next delivery',
    () => claimDue(watched, id, world.clock.now()),
    expect.objectContaining({ kind: 'call.registered' }),
  ],
  ['what is overdue', () => parkOverdue(watched, world.clock.now()), 0],
  ['what was of removed subscriptions', () => parkRemoved(watched, world.clock.now()), 0],
  ['nothing of a paused subscription', () => claimDue(watched, failing, world.clock.now()), undefined],
  ['no test of a paused subscription', () => claimTest(watched, failing, world.clock.now()), undefined],
  [
    'what tries a receiver that failed',
    () => watched.transaction().execute((trx) => claimProbe(trx, failing, world.clock.now())),
    expect.objectContaining({ attempts: 1 }),
  ],
  ['the page of a subscription', () => listOf(undefined), expect.any(Array)],
  ['the page of what was delivered', () => listOf('DELIVERED'), expect.any(Array)],
  ['the page of what was given up', () => listOf('PARKED'), []],
  ['answers about a call', () => clearAnswersAbout(watched, { callIds: [17], personIds: [17] }), undefined],
])('%s is found through an index', async (_what, run, answer) => {
  seen.length = 0;
  const found = await run();
  expect(found).toEqual(answer);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.map(({ work }) => work).filter((work) => work > FEW)).toEqual([]);
});

test('removing old ones looks at the oldest only', async () => {
  seen.length = 0;
  expect(await purgeEvents(watched, new Date(world.clock.now().getTime() - 1000))).toBe(0);
  expect(Math.max(...seen.map(({ work }) => work))).toBeLessThan(FEW);
});
