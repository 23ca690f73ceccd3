import type { ActionBody, ActionName, State, StateBody, StatePatch } from '@campanero/contract/configuration/schemas';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Trx } from '../../db/client.ts';
import { asBigint } from '../../db/product-sql.ts';
import { inSpanishOrder } from '../../db/text.ts';

const states = (db: Db | Trx) =>
  db
    .selectFrom('state')
    .select(['state.id', 'state.name', 'state.disable', 'state.version', 'state.color'])
    .select(['state.callback', 'state.contactability', 'state.effectiveness'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('stateSubstate')
          .innerJoin('substate', 'substate.id', 'stateSubstate.substateId')
          .select(['substate.id', 'substate.name'])
          .whereRef('stateSubstate.stateId', '=', 'state.id')
          .orderBy(inSpanishOrder(sql.ref<string>('substate.name')))
          .orderBy('substate.id'),
      ).as('substates'),
    );

export const selectStates = (db: Db): Promise<State[]> =>
  states(db)
    .orderBy(inSpanishOrder(sql.ref<string>('state.name')))
    .orderBy('state.id')
    .execute();

export const findState = (db: Db | Trx, id: number): Promise<State | undefined> =>
  states(db).where('state.id', '=', asBigint(id)).executeTakeFirst();

export const lockState = (trx: Trx, id: number): Promise<{ id: number } | undefined> =>
  trx.selectFrom('state').select('id').where('id', '=', asBigint(id)).forUpdate().executeTakeFirst();

type StateColumns = Omit<StateBody, 'substates' | 'version'>;

export async function insertState(trx: Trx, columns: StateColumns, now: Date): Promise<number> {
  const { name, color, callback, contactability, effectiveness } = columns;
  const { id } = await trx
    .insertInto('state')
    .values({ name, color, callback, contactability, effectiveness, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateStateRow(trx: Trx, id: number, patch: StatePatch, now: Date) {
  const { substates: _linked, version: _checked, ...given } = patch;
  const columns = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  await trx
    .updateTable('state')
    .set({ ...columns, updatedAt: now })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function replaceStateSubstates(trx: Trx, stateId: number, substateIds: readonly number[]) {
  await trx
    .deleteFrom('stateSubstate')
    .where('stateId', '=', stateId)
    .where('substateId', '<>', sql<number>`all(${[...substateIds]}::int[])`)
    .execute();
  if (substateIds.length === 0) return;
  await trx
    .insertInto('stateSubstate')
    .values(substateIds.map((substateId) => ({ stateId, substateId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** How many of these states there are; fewer than asked for means that one is unknown. */
export async function countStates(trx: Trx, ids: readonly number[]): Promise<number> {
  const { total } = await trx
    .selectFrom('state')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .executeTakeFirstOrThrow();
  return total;
}

interface FlaggedState {
  id: number;
  name: string;
  has: boolean;
}

/** Every state with whether it has the action, by name. */
export const selectFlagged = (db: Db | Trx, action: ActionName): Promise<FlaggedState[]> =>
  db
    .selectFrom('state')
    .select(['id', 'name', `${action} as has`])
    .orderBy(inSpanishOrder(sql.ref<string>('name')))
    .orderBy('id')
    .execute();

/**
 * Two savers at once: the second waits here and then reads what the first wrote. Without it, its UPDATE would pass over
 * states that needed no change in its own older snapshot and leave a mixture of both.
 */
export const lockStates = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('state')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/**
 * One statement for the whole assignment, so that it is never read half done. Only states that really change are written and
 * get a new version; the others keep theirs, so that users who edit them meet no conflict.
 */
export const updateFlag = (trx: Trx, action: ActionName, { has, hasNo }: ActionBody, now: Date) => {
  const isGiven = sql<boolean>`(id = any(${has}::int[]))`;
  return trx
    .updateTable('state')
    .set({ [action]: isGiven, updatedAt: now })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', sql<number>`any(${[...has, ...hasNo]}::int[])`)
    .where(action, '<>', isGiven)
    .returning('id')
    .execute();
};
