import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../../test/app.ts';

const world = useWorld();

/** Index definitions without their names. */
const indexesOf = async (table: string) =>
  (
    await sql<{ definition: string }>`
      select substring(pg_get_indexdef(indexrelid) from ' USING .*') as definition from pg_index
      where indrelid = ${table}::regclass order by 1`.execute(world.db)
  ).rows.map(({ definition }) => definition);
const isPartial = (definition: string) => definition.includes(' WHERE ');

test('a new partition has its partial indexes before its rows, each once', async () => {
  const parent = await indexesOf('call');
  await sql`select create_call_leaf(1000007, 1000007)`.execute(world.db);
  expect(await indexesOf('call_b1000007')).toEqual(parent.filter(isPartial));
  expect(parent.filter(isPartial).length).toBeGreaterThanOrEqual(4);
  await sql`select index_call_leaf(1000007)`.execute(world.db);
  const byNumber = ' USING btree (number, campaign_id)';
  expect((await indexesOf('call_b1000007')).toSorted()).toEqual([...parent, byNumber].toSorted());
  // Attaching builds no index.
  await sql`select attach_call_leaf(1000007, 1000007)`.execute(world.db);
  expect((await indexesOf('call_b1000007')).toSorted()).toEqual([...parent, byNumber].toSorted());
});
