import { sql, type RawBuilder } from 'kysely';
import type { Workbench } from './workbench.ts';

/** Rows of known persons that are to be looked at: first ones as their matches say, and repeated ones. Each part is found from its own side. */
export function rowsOfKnown(
  bench: Workbench,
  { first, again }: { first: RawBuilder<unknown> | false; again: boolean },
): RawBuilder<unknown> {
  const part = (table: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    select match.person_id, row.* from ${bench.matches} match join ${table} row on row.who = match.who
    where match.person_id is not null and ${which}`;
  const parts = [
    first && part(bench.firsts, sql`${first} and not row.again`),
    again && part(bench.odd, sql`row.again`),
  ];
  return sql.join(
    parts.filter((one) => one !== false),
    sql` union all `,
  );
}
