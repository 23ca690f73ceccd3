import type { Objective } from '@campanero/contract/configuration/schemas';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Trx } from '../../db/client.ts';
import { asBigint } from '../../db/product-sql.ts';
import { inSpanishOrder } from '../../db/text.ts';

const objectives = (db: Db | Trx) =>
  db
    .selectFrom('objective')
    .select(['objective.id', 'objective.name', 'objective.disable', 'objective.version'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('objectiveState')
          .innerJoin('state', 'state.id', 'objectiveState.stateId')
          .select(['state.id', 'state.name'])
          .whereRef('objectiveState.objectiveId', '=', 'objective.id')
          .orderBy(inSpanishOrder(sql.ref<string>('state.name')))
          .orderBy('state.id'),
      ).as('states'),
    );

export const selectObjectives = (db: Db): Promise<Objective[]> =>
  objectives(db)
    .orderBy(inSpanishOrder(sql.ref<string>('objective.name')))
    .orderBy('objective.id')
    .execute();

/** Ids come from requests and may be larger than the column: compared as bigint they match nothing instead of failing. */
export const findObjective = (db: Db | Trx, id: number): Promise<Objective | undefined> =>
  objectives(db).where('objective.id', '=', asBigint(id)).executeTakeFirst();

/** Holds the objective until the end of the transaction: two people who save it follow one another. */
export const lockObjective = (trx: Trx, id: number): Promise<{ id: number } | undefined> =>
  trx.selectFrom('objective').select('id').where('id', '=', asBigint(id)).forUpdate().executeTakeFirst();

export async function insertObjective(trx: Trx, { name, now }: { name: string; now: Date }): Promise<number> {
  const { id } = await trx
    .insertInto('objective')
    .values({ name, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateObjectiveRow(trx: Trx, id: number, patch: { name: string | undefined; now: Date }) {
  await trx
    .updateTable('objective')
    .set({ ...(patch.name !== undefined && { name: patch.name }), updatedAt: patch.now })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function replaceObjectiveStates(trx: Trx, objectiveId: number, stateIds: readonly number[]) {
  await trx
    .deleteFrom('objectiveState')
    .where('objectiveId', '=', objectiveId)
    .where('stateId', '<>', sql<number>`all(${[...stateIds]}::int[])`)
    .execute();
  if (stateIds.length === 0) return;
  await trx
    .insertInto('objectiveState')
    .values(stateIds.map((stateId) => ({ objectiveId, stateId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
