import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { AppError } from '../../work/app-error.ts';
import { HEAVY_CALLS, readMany } from './heavy-reads.ts';

const world = useWorld();

/** A read that lasts until it is told to end. */
function aRead(calls: number) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const state = { hasBegun: false };
  const done = readMany(world.deps, { calls }, async () => {
    state.hasBegun = true;
    await ended;
  });
  return { state, done, end };
}
const begun = (reads: ReturnType<typeof aRead>[]) => reads.map(({ state }) => state.hasBegun);
/** What may begin has begun by the time a light read that was asked for later has ended. */
const aLightRead = () => readMany(world.deps, { calls: 1 }, (trx) => sql`select 1`.execute(trx));

test('of heavy reads two run at once, the third waits for one of them, and light ones wait for nobody', async () => {
  const heavy = [aRead(HEAVY_CALLS + 1), aRead(HEAVY_CALLS + 1), aRead(HEAVY_CALLS + 1)];
  const light = aRead(HEAVY_CALLS);
  await expect.poll(() => begun([heavy[0]!, heavy[1]!, light]), { timeout: 10_000 }).toEqual([true, true, true]);
  await aLightRead();
  expect(heavy[2]!.state.hasBegun).toBe(false);
  heavy[0]!.end();
  await heavy[0]!.done;
  await expect.poll(() => begun(heavy), { timeout: 10_000 }).toEqual([true, true, true]);
  for (const { end } of [...heavy, light]) end();
  await Promise.all([...heavy, light].map(({ done }) => done));
});

test('a read that fails gives its turn back', async () => {
  const failed = () => readMany(world.deps, { calls: HEAVY_CALLS + 1 }, (trx) => sql`select 1 / 0`.execute(trx));
  for (let time = 0; time < 4; time += 1) await expect(failed()).rejects.toThrow(/division/);
});

test('whoever has left while waiting gets no turn, and the next one does', async () => {
  const busy = [aRead(HEAVY_CALLS + 1), aRead(HEAVY_CALLS + 1)];
  await expect.poll(() => begun(busy), { timeout: 10_000 }).toEqual([true, true]);
  const leaving = new AbortController();
  let wasRead = false;
  const left = readMany({ ...world.deps, signal: leaving.signal }, { calls: HEAVY_CALLS + 1 }, async () => {
    wasRead = true;
  });
  const patient = aRead(HEAVY_CALLS + 1);
  leaving.abort();
  for (const { end } of busy) end();
  await expect(left).rejects.toBeInstanceOf(AppError);
  patient.end();
  await Promise.all([...busy, patient].map(({ done }) => done));
  expect({ wasRead, patient: patient.state.hasBegun }).toEqual({ wasRead: false, patient: true });
});

test('a statement that is ended for its time is told in a sentence of its own', async () => {
  const slow = readMany(world.deps, { calls: 1 }, async (trx) => {
    await sql`set local statement_timeout = 50`.execute(trx);
    return sql`select pg_sleep(5)`.execute(trx);
  });
  await expect(slow).rejects.toMatchObject({ error: 'LOOK_TOO_LONG', status: 503 });
});
