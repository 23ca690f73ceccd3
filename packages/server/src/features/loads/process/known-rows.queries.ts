import { sql, type RawBuilder } from 'kysely';
import type { Workbench } from './workbench.ts';

/** Rows of known persons that are to be looked at, in parts: each part by itself is few, and is found from its own side. */
export const rowsOfKnown = (bench: Workbench, parts: readonly (RawBuilder<unknown> | false)[]): RawBuilder<unknown> =>
  sql.join(
    parts
      .filter((part) => part !== false)
      .map(
        (
          part,
        ) => sql`select match.person_id, row.* from ${bench.matches} match join ${bench.odd} row on row.who = match.who
          where match.person_id is not null and ${part}`,
      ),
    sql` union all `,
  );
