import type { Objective } from '@campanero/contract/configuration/schemas';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Trx } from '../../db/client.ts';
import { asBigint } from '../../db/product-sql.ts';
import { inSpanishOrder } from '../../db/text.ts';
import { AppError } from '../../work/app-error.ts';

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

export const getObjective = (db: Db | Trx, id: number): Promise<Objective> =>
  objectives(db)
    .where('objective.id', '=', asBigint(id))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));

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
