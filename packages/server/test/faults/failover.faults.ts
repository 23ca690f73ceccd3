import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { aCentre, expectNothingLost, NO_ANSWER, patientClient, type Centre } from './calling-centre.ts';
import { missingPrograms } from './installed-programs.ts';
import { CLUSTER_PROGRAMS, startCluster, type Cluster, type Member } from './patroni-cluster.ts';
import { untilWorks } from './postgres-holder.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const PEOPLE = 20;
const CALLS_EACH = 20;
/** Acknowledged registrations required before each fault and after the last. */
const BETWEEN = 200;

const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

function aNode(world: TestApp, url: string): ServerProcess {
  const server = startProcess({
    DATABASE_URL: url,
    JWT_SECRET: world.deps.config.jwtSecret ?? '',
    DATA_DIR: world.deps.config.dataDir,
    SEED: 'base',
    ADMIN_EMAIL: 'admin@prueba.gob.ar',
    RATE_LIMIT: '1000000',
    LOG_LEVEL: 'warn',
  });
  undo.push(() => endProcess(server));
  return server;
}

/** Faults of the primary, and how it comes back after the failover. */
const FAULTS: [string, (primary: Member) => Promise<void>, (old: Member) => Promise<void>][] = [
  ['killed', (primary) => primary.signal('SIGKILL'), async (old) => old.start()],
  ['frozen', (primary) => primary.signal('SIGSTOP'), (old) => old.signal('SIGCONT')],
  // Clients still reach it until it notices that it is no longer the primary.
  ['cut off from the others', async (primary) => primary.cutOff(true), async (old) => old.cutOff(false)],
];

const untilNewPrimary = (cluster: Cluster, old: Member) =>
  untilWorks(async () => {
    const present = await cluster.primary(1);
    if (present.name === old.name) throw new Error(`${old.name} is still the primary`);
  }, 180_000);

test.skipIf(missingPrograms(CLUSTER_PROGRAMS).length > 0)(
  `two nodes, ${PEOPLE} operators, a cluster whose primary is killed, frozen and cut off: no acknowledged outcome is lost or doubled`,
  async () => {
    const cluster = await startCluster();
    undo.push(() => cluster.stop());
    await cluster.primary(2);
    const base = await createTestApp();
    undo.push(() => base.close());
    const world = { ...base, databaseUrl: cluster.url };
    const nodes = await Promise.all([aNode(world, cluster.url), aNode(world, cluster.url)].map(({ ready }) => ready));
    const outside = await createTestApp({ beside: world });
    undo.push(() => outside.close());
    outside.clock.set(new Date());
    const centre = await aCentre(outside, { people: PEOPLE, calls: PEOPLE * CALLS_EACH, shared: false });

    const sent = new Set<string>();
    const acknowledged = new Set<string>();
    const stopped = new AbortController();
    const work = async (user: Centre['people'][number], place: number) => {
      const client = patientClient(() => nodes, user, 300_000);
      for (let n = 0; !stopped.signal.aborted; n += 1) {
        const tag = `${place}-${n}`;
        sent.add(tag);
        const callId = centre.callIds[place + PEOPLE * (n % CALLS_EACH)]!;
        const reply = await client.register(centre.campaignId, callId, { stateId: NO_ANSWER, observations: tag });
        expect(reply.status).toBe(200);
        acknowledged.add(tag);
        await sleep(100);
      }
    };
    const working = Promise.all(centre.people.map(work));
    const untilMore = async () => {
      const soFar = acknowledged.size;
      await expect.poll(() => acknowledged.size, { timeout: 180_000 }).toBeGreaterThan(soFar + BETWEEN);
    };
    await untilMore();
    for (const [name, strike, bringBack] of FAULTS) {
      const old = await cluster.primary(2);
      const struckAt = Date.now();
      await strike(old);
      await untilNewPrimary(cluster, old);
      const electedAfter = Date.now() - struckAt;
      await untilMore();
      process.stdout.write(
        `${name}: new primary after ${electedAfter} ms, ${BETWEEN} more registered after ${Date.now() - struckAt} ms\n`,
      );
      await bringBack(old);
    }
    await untilMore();
    stopped.abort();
    await working;

    // The member that was cut off may still answer as the primary it was: it has followed the new one when there are two standbys.
    await cluster.primary(2);
    await expectNothingLost(cluster.url, outside, centre, { sent, acknowledged });
  },
);
