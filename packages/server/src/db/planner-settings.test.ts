import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDeps, type TestDeps } from '../../test/deps.ts';
import type { Trx } from './client.ts';
import { withoutNestedLoops } from './planner-settings.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps();
});
afterAll(() => deps.close());

const settingOf = async (trx: Trx) =>
  (await sql<{ value: string }>`select current_setting('enable_nestloop') as value`.execute(trx)).rows[0]!.value;

test.each(['on', 'off'])('restores nested loops %s', async (before) => {
  await deps.db.transaction().execute(async (trx) => {
    await sql`select set_config('enable_nestloop', ${before}, true)`.execute(trx);
    expect(await withoutNestedLoops(trx, () => settingOf(trx))).toBe('off');
    expect(await settingOf(trx)).toBe(before);
  });
});
