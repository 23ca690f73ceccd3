import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Narrowing } from '../narrowing.queries.ts';
import type { Slice } from '../page-ids.queries.ts';
import type { Columns } from './columns.ts';
import { findMatches } from './find-matches.ts';
import { KINDS_MAX } from './kinds.ts';
import { pickByGroups } from './pick-groups.ts';
import { pickByValue } from './pick-values.ts';

/** The positions of a page of whatever filter and order, told from columns. */
export async function selectPage(
  db: Db,
  columns: Columns,
  narrowing: Narrowing,
  order: AudienceOrder,
  slice: Slice,
): Promise<number[]> {
  const { offset, limit, direction } = slice;
  if ((order === 'id' || order === 'createdAt') && direction === 'asc')
    return [...(await findMatches(columns, narrowing, offset + limit)).subarray(offset, offset + limit)];
  const found = await findMatches(columns, narrowing);
  switch (order) {
    case 'id':
    case 'createdAt': {
      const end = Math.max(0, found.length - offset);
      return [...found.subarray(Math.max(0, end - limit), end)].toReversed();
    }
    case 'number':
      return pickByValue(found, columns.number, slice);
    case 'updatedAt':
      return pickByValue(found, columns.updatedAt, slice);
    case 'callCounter': {
      const places = Uint16Array.from({ length: KINDS_MAX }, (_, code) => code);
      return pickByGroups(found, columns.callCount, direction === 'asc' ? places : places.toReversed(), slice);
    }
    case 'stateName':
      return pickByGroups(found, columns.state, placesOf(await listByName(db, 'state'), direction), slice);
    case 'substateName':
      return pickByGroups(found, columns.substate, placesOf(await listByName(db, 'substate'), direction), slice);
    case 'userName': {
      const { keys } = columns.operators;
      const codes = new Map(keys.map((id, code) => [id, code]));
      const named = await listByName(
        db,
        'app_user',
        keys.filter((id) => id !== undefined),
      );
      const places = placesOf(
        named.map((id) => codes.get(id)!),
        direction,
      );
      return pickByGroups(found, columns.operator, places, slice);
    }
  }
}

/** Where the group of each code stands: as its name does, or against that; who has none last either way. */
function placesOf(codes: readonly number[], direction: Slice['direction']): Uint16Array {
  const places = new Uint16Array(KINDS_MAX).fill(KINDS_MAX - 1);
  for (const [place, code] of (direction === 'asc' ? codes : codes.toReversed()).entries()) places[code] = place;
  return places;
}

const NAMES = {
  state: sql`name`,
  substate: sql`name`,
  app_user: sql`trim(first_name || ' ' || last_name)`,
};
/** Ids in the order of their names, which nobody keeps: they change without any call changing. */
async function listByName(db: Db, table: keyof typeof NAMES, only?: readonly number[]): Promise<number[]> {
  const named = only ? sql`where id = any(${[...only]}::bigint[])` : sql``;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} ${named} order by ${NAMES[table]} collate "es-x-icu", id`.execute(db);
  return rows.map(({ id }) => id);
}
