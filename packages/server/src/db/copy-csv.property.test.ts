import { csvLine } from '@campanero/contract/loads/csv/write-csv';
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDeps, type TestDeps } from '../../test/deps.ts';
import { copyCsv, typedCell, chosenIds, type RowSource } from './stream-rows.ts';

let deps: TestDeps;
let source: RowSource;
beforeAll(async () => {
  deps = await createTestDeps();
  const client = new pg.Client({ connectionString: deps.url });
  await client.connect();
  source = { client, db: deps.db };
});
afterAll(async () => {
  await source.client.end();
  await deps.close();
});

async function copied(query: RawBuilder<unknown>) {
  const pieces: Buffer[] = [];
  let count = 0;
  for await (const { csv, rows } of copyCsv(source, query, 1)) {
    pieces.push(Buffer.from(csv));
    count += rows;
  }
  return { csv: Buffer.concat(pieces).toString(), rows: count };
}

// PostgreSQL stores neither NUL nor lone surrogates.
const stored = (cell: string) => cell.isWellFormed() && !cell.includes('\0');
const cell = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', ';', '\t', '\r', '\n', "'", '=', '-', '@', ' ', '\\', '$', '1', 'a', 'Ñ') }),
    fc.string({
      unit: fc.constantFrom("'", '\u200b', '\ufeff', '\u3164', '\u{e0001}', '＝', '﹢', '−', 'É', 'ɐ', '~'),
    }),
    fc.constantFrom("'; drop table call; --", "\\'; select 1; --", '$1', '$$', "E'\\'", '*/ --', '\\.', '＇ or 1=1'),
  )
  .filter(stored);

test('COPY writes any text as the contract does, and no value is read as SQL', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.option(cell), cell), { minLength: 1, maxLength: 20 }), async (rows) => {
      const values = rows.map(
        ([one, other], place) => sql`(${place}::int, ${one ?? ''}::text, ${other}::text, ${one === null ? 1 : 0} = 1)`,
      );
      const written = await copied(sql`
          select ${typedCell(sql`case when blank then null else one end`)}, ${typedCell(sql`other`)}, place
          from (values ${sql.join(values)}) row (place, one, other, blank) order by place`);
      expect(written.rows).toBe(rows.length);
      expect(written.csv).toBe(rows.map(([one, other], place) => csvLine([one, other, String(place)])).join(''));
    }),
    { numRuns: 300 },
  );
});

test('every first character of a cell is treated alike by both', async () => {
  // The planes with letters and signs, and that of tags; the others are CJK or unassigned.
  const isAsked = sql`(code < 131072 and code not between 55296 and 57343) or code between 917504 and 921600`;
  const { csv } = await copied(
    sql`select ${typedCell(sql`chr(code) || '='`)}, code from generate_series(1, 921600) code where ${isAsked}`,
  );
  const lines = csv.split(/(?<=;\d+\r\n)/);
  const isOther = (line: string) => {
    const code = line.slice(line.lastIndexOf(';') + 1, -2);
    return line !== csvLine([`${String.fromCodePoint(Number(code))}=`, code]);
  };
  expect(lines.length).toBeGreaterThan(130_000);
  expect(lines.filter(isOther)).toEqual([]);
});

test('keeps the order of ids; refuses other types of values', async () => {
  const ids = [5, 3, 2 ** 40, 3];
  const written = await copied(sql`select chosen.id, chosen.place from ${chosenIds(ids)} order by chosen.place`);
  expect(written.csv).toBe(ids.map((id, index) => `${id};${index + 1}\r\n`).join(''));
  for (const value of [['1}; drop'], [1.5], { toString: () => '1' }, true, null])
    await expect(copied(sql`select ${value}`)).rejects.toThrow('cannot be written as a literal');
  await expect(copied(sql`select 1 / 0`)).rejects.toThrow('division by zero');
  expect(await copied(sql`select 1 where false`)).toMatchObject({ rows: 0 });
});
