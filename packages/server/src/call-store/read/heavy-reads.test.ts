import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { AppError } from '../../work/app-error.ts';
import { HEAVY_CALLS, readMany } from './heavy-reads.ts';

const world = useWorld();

/** A read that lasts until end() is called. */
function startRead(calls: number) {
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
const begun = (reads: ReturnType<typeof startRead>[]) => reads.map(({ state }) => state.hasBegun);
/** By the time a later light read has ended, every read that may start has started. */
const finishLightRead = () => readMany(world.deps, { calls: 1 }, (trx) => sql`select 1`.execute(trx));

test('two heavy reads run at once, a third waits, light ones do not', async () => {
  const heavy = [startRead(HEAVY_CALLS + 1), startRead(HEAVY_CALLS + 1), startRead(HEAVY_CALLS + 1)];
  const light = startRead(HEAVY_CALLS);
  await expect.poll(() => begun([heavy[0]!, heavy[1]!, light]), { timeout: 10_000 }).toEqual([true, true, true]);
  await finishLightRead();
  expect(heavy[2]!.state.hasBegun).toBe(false);
  heavy[0]!.end();
  await heavy[0]!.done;
  await expect.poll(() => begun(heavy), { timeout: 10_000 }).toEqual([true, true, true]);
  for (const { end } of [...heavy, light]) end();
  await Promise.all([...heavy, light].map(({ done }) => done));
});

test('a failed read releases its slot', async () => {
  const failed = () => readMany(world.deps, { calls: HEAVY_CALLS + 1 }, (trx) => sql`select 1 / 0`.execute(trx));
  for (let time = 0; time < 4; time += 1) await expect(failed()).rejects.toThrow(/division/);
});

test('an aborted request does not run and the next one does', async () => {
  const busy = [startRead(HEAVY_CALLS + 1), startRead(HEAVY_CALLS + 1)];
  await expect.poll(() => begun(busy), { timeout: 10_000 }).toEqual([true, true]);
  const leaving = new AbortController();
  let wasRead = false;
  const left = readMany({ ...world.deps, signal: leaving.signal }, { calls: HEAVY_CALLS + 1 }, async () => {
    wasRead = true;
  });
  const patient = startRead(HEAVY_CALLS + 1);
  leaving.abort();
  for (const { end } of busy) end();
  await expect(left).rejects.toBeInstanceOf(AppError);
  patient.end();
  await Promise.all([...busy, patient].map(({ done }) => done));
  expect({ wasRead, patient: patient.state.hasBegun }).toEqual({ wasRead: false, patient: true });
});

test('a statement timeout becomes LOOK_TOO_LONG', async () => {
  const slow = readMany(world.deps, { calls: 1 }, async (trx) => {
    await sql`set local statement_timeout = 50`.execute(trx);
    return sql`select pg_sleep(5)`.execute(trx);
  });
  await expect(slow).rejects.toMatchObject({ error: 'LOOK_TOO_LONG', status: 503 });
});
