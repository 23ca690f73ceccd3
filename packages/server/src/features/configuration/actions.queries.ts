import type { ActionBody, ActionName } from '@campanero/contract/configuration/schemas';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { inSpanishOrder } from '../../db/text.ts';

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
 * One statement for the whole assignment, so that nobody ever reads half of it. Only states that really change are
 * written and get a new version; the others keep theirs, and so does whoever is editing them.
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
