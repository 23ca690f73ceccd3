import type { ActionBody, ActionName, State } from '@campanero/contract/configuration/schemas';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Trx } from '../../db/client.ts';
import { asBigint } from '../../db/product-sql.ts';
import { inSpanishOrder } from '../../db/text.ts';
import { AppError } from '../../work/app-error.ts';

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

export const getState = (db: Db | Trx, id: number): Promise<State> =>
  states(db)
    .where('state.id', '=', asBigint(id))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));

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

interface FlaggedState {
  id: number;
  name: string;
  has: boolean;
}

export const selectFlagged = (db: Db | Trx, action: ActionName): Promise<FlaggedState[]> =>
  db
    .selectFrom('state')
    .select(['id', 'name', `${action} as has`])
    .orderBy(inSpanishOrder(sql.ref<string>('name')))
    .orderBy('id')
    .execute();

/** Serialises concurrent saves: otherwise an update would skip states that need no change in its older snapshot. */
export const lockStates = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('state')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** One statement, so that no partial assignment is visible. Only changed states get a new version: edits of the others stay valid. */
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
