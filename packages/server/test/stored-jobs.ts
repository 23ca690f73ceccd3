import { sql } from 'kysely';
import type { Trx } from '../src/db/client.ts';
import type { JobQueue } from '../src/jobs/queue.ts';
import { JOB_SCHEMA } from '../src/jobs/schema.ts';
import { jobDefinitions } from '../src/process/parts.ts';
import type { TestApp } from './app.ts';
import { jobCtx } from './jobs.ts';

/**
 * Jobs exist from the commit that enqueued them until their work is committed, as in the product: for tests of concurrent
 * reads. Only runStoredJobs() runs them; `startAfter` is ignored.
 */
const jobs = sql.table(`${JOB_SCHEMA}.job`);

export const storedJobs: JobQueue = {
  enqueue: async (trx: Trx, { name }, payload) => {
    await sql`select ${sql.raw(JOB_SCHEMA)}.create_queue(${name}, '{"policy": "standard"}')`.execute(trx);
    await sql`insert into ${jobs} (name, data) values (${name}, ${JSON.stringify(payload)}::jsonb)`.execute(trx);
  },
  isPending: async () => false,
  countAhead: async () => 0,
  check: async () => {},
};

/** Runs the waiting jobs of the queue; returns how many. */
export async function runStoredJobs(world: TestApp, name: string): Promise<number> {
  const definition = jobDefinitions.find((job) => job.name === name)!;
  const { rows } = await sql<{ id: string; data: object }>`
    update ${jobs} set state = 'active' where name = ${name} and state = 'created' returning id, data`.execute(
    world.db,
  );
  for (const { id, data } of rows) {
    await definition.handler(jobCtx(world), definition.payload.parse(data) as never);
    await sql`update ${jobs} set state = 'completed' where id = ${id}`.execute(world.db);
  }
  return rows.length;
}
