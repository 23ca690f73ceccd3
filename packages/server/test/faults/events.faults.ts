import { api } from '@campanero/contract';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { verifyEvents } from '../../src/verify/verify-events.ts';
import { as } from '../actors.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { anEventReceiver, aSubscription } from '../events.ts';
import { anAdministrator } from '../factories.ts';
import { aCentre, NO_ANSWER, patientClient } from './calling-centre.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const REGISTRATIONS = Number(process.env['FAULT_EVENTS'] ?? 10_000);
const WRITERS = 20;
const ROUNDS = 2;
const KILLS = Number(process.env['FAULT_KILLS'] ?? 4);
const PATIENCE_MS = 10 * 60_000;

async function anInstallation() {
  const world = await createTestApp({ config: { eventsAllowPrivate: true } });
  onTestFinished(() => world.close());
  world.clock.set(new Date());
  let node: ServerProcess;
  const start = () => {
    node = startProcess({
      DATABASE_URL: world.databaseUrl,
      JWT_SECRET: world.deps.config.jwtSecret ?? '',
      DATA_DIR: world.deps.config.dataDir,
      SEED: 'base',
      ADMIN_EMAIL: 'admin@prueba.gob.ar',
      RATE_LIMIT: '1000000',
      LOG_LEVEL: 'error',
      EVENTS_ALLOW_PRIVATE: 'true',
    });
    return node.ready;
  };
  let url = await start();
  onTestFinished(() => endProcess(node));
  return {
    world,
    nodes: () => [url],
    killAndStart: async () => {
      node.child.kill('SIGKILL');
      await node.exit;
      url = await start();
    },
  };
}

const statusesOf = async ({ db }: TestApp) =>
  Object.fromEntries(
    (
      await sql<{
        status: string;
        n: number;
      }>`select status, count(*)::int as n from event_delivery group by 1`.execute(db)
    ).rows.map(({ status, n }) => [status, n]),
  ) as { WAITING?: number; DELIVERED?: number; PARKED?: number };

// Each registration has its event, each event arrives once or more with one id, in order for its call; none is missing.
test(`${REGISTRATIONS} registrations, a receiver that fails half the time and ${KILLS} kill -9 of the server`, async () => {
  const { world, nodes, killAndStart } = await anInstallation();
  const centre = await aCentre(world, { people: WRITERS, calls: REGISTRATIONS / ROUNDS, shared: false });
  const admin = await anAdministrator(world);
  // The clock of the receiver's signature check is the real one.
  const receiver = await anEventReceiver({ clock: { ...world.clock, now: () => new Date() } });
  receiver.behave = () => (Math.random() < 0.5 ? 500 : 204);
  const arrived: { id: string; callId: number; entryId: number }[] = [];
  const { id } = await aSubscription(world, admin, receiver, { kinds: ['call.registered'] });
  const fails = receiver.behave;
  receiver.behave = async (event, response) => {
    const status = await fails(event, response);
    if (status === 204)
      arrived.push({ id: event.id, callId: Number(event.data.callId), entryId: Number(event.data.entryId) });
    return status;
  };

  const work = async (user: (typeof centre.people)[number], place: number) => {
    const client = patientClient(nodes, user, PATIENCE_MS);
    for (let round = 0; round < ROUNDS; round += 1)
      for (let at = place; at < centre.callIds.length; at += WRITERS) {
        const body = { stateId: NO_ANSWER, observations: randomUUID() };
        const reply = await client.register(centre.campaignId, centre.callIds[at]!, body);
        expect(reply.status).toBe(200);
      }
  };
  const killing = async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(4_000 + Math.random() * 4_000);
      await killAndStart();
    }
  };
  await Promise.all([killing(), ...centre.people.map(work)]);

  // Resuming sends at once what waits for its next attempt.
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { WAITING = 0 } = await statusesOf(world);
    if (WAITING === 0) break;
    if (Date.now() > until) throw new Error(`${WAITING} events are still waiting`);
    world.clock.set(new Date());
    await as(world, await anAdministrator(world)).call(api.outgoingEvents.pause, {
      params: { id },
      body: { isPaused: false },
    });
    await sleep(2_000);
  }

  expect(receiver.refused).toEqual([]);
  const { rows } = await sql<{ id: number; key: string }>`
    select h.id, e.key from call_history h
    left join outgoing_event e on e.stream = 'call:' || h.call_id and (e.data ->> 'entryId')::bigint = h.id
    where h.campaign_id = ${centre.campaignId}`.execute(world.db);
  expect(rows).toHaveLength(REGISTRATIONS);
  const keyOf = new Map(rows.map((row) => [row.id, row.key]));
  expect(new Set(arrived.map(({ entryId }) => entryId))).toEqual(new Set(keyOf.keys()));
  expect(arrived.filter((event) => keyOf.get(event.entryId) !== event.id)).toEqual([]);
  const last = new Map<number, number>();
  const firstOf = new Map(arrived.toReversed().map((event) => [event.id, event]));
  const firstArrivals = arrived.filter((event) => firstOf.get(event.id) === event);
  const outOfOrder = firstArrivals.filter(({ callId, entryId }) => {
    const before = last.get(callId) ?? 0;
    last.set(callId, entryId);
    return entryId < before;
  });
  expect(outOfOrder).toEqual([]);
  expect(await statusesOf(world)).toEqual({ DELIVERED: REGISTRATIONS });
  expect((await verifyEvents(world.db, new Date())).findings).toEqual([]);
});
