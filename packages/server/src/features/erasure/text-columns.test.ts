import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { JOB_SCHEMA } from '../../jobs/schema.ts';
import { COPY_PLACES } from './copy-places.ts';
import { OTHER_TEXT_COLUMNS } from './text-columns.ts';

const world = useWorld();

/** Partitions repeat the columns of their tables. */
async function textColumns(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select concat(nullif(table_schema, 'public') || '.', table_name, '.', column_name) as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema in ('public', ${JOB_SCHEMA})
      and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)
      and ltrim(udt_name, '_') in ('text', 'varchar', 'bpchar', 'char', 'name', 'citext', 'json', 'jsonb', 'xml', 'tsvector')
    order by 1`.execute(world.db);
  return rows.map(({ name }) => name);
}

const searched = COPY_PLACES.flatMap(({ table, columns }) =>
  columns.map((column) => `${table}.${column.replace('[]', '')}`),
);
const others = OTHER_TEXT_COLUMNS.flatMap(({ columns, schema }) =>
  Object.entries(columns).flatMap(([table, names]) =>
    names.split(' ').map((name) => [...(schema ? [schema] : []), table, name].join('.')),
  ),
);

test('every text column is searched or listed with a reason', async () => {
  const columns = await textColumns();
  expect(columns).toContain('campaign.exempt_reason');
  expect(columns).toContain('rejected_row.cells');
  const declared = new Set([...searched, ...others]);
  expect(columns.filter((column) => !declared.has(column))).toEqual([]);
  expect([...declared].filter((column) => !columns.includes(column))).toEqual([]);
  expect(others.filter((column, at) => searched.includes(column) || others.indexOf(column) !== at)).toEqual([]);
});

test('detects a new text column', async () => {
  await sql`alter table campaign add column said varchar(20), add column said_in text[]`.execute(world.db);
  try {
    const declared = new Set([...searched, ...others]);
    expect((await textColumns()).filter((column) => !declared.has(column))).toEqual([
      'campaign.said',
      'campaign.said_in',
    ]);
  } finally {
    await sql`alter table campaign drop column said, drop column said_in`.execute(world.db);
  }
});
