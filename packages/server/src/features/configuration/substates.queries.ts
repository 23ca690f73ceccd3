import type { Substate } from '@campanero/contract/configuration/schemas';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { asBigint } from '../../db/product-sql.ts';
import { inSpanishOrder } from '../../db/text.ts';

const substates = (db: Db | Trx) => db.selectFrom('substate').select(['id', 'name', 'disable', 'version']);

export const selectSubstates = (db: Db): Promise<Substate[]> =>
  substates(db)
    .orderBy(inSpanishOrder(sql.ref<string>('name')))
    .orderBy('id')
    .execute();

export const findSubstate = (db: Db | Trx, id: number): Promise<Substate | undefined> =>
  substates(db).where('id', '=', asBigint(id)).executeTakeFirst();

export const lockSubstate = (trx: Trx, id: number): Promise<Substate | undefined> =>
  substates(trx).where('id', '=', asBigint(id)).forUpdate().executeTakeFirst();

export async function insertSubstate(trx: Trx, { name, now }: { name: string; now: Date }): Promise<number> {
  const { id } = await trx
    .insertInto('substate')
    .values({ name, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSubstateRow(trx: Trx, id: number, patch: { name: string | undefined; now: Date }) {
  await trx
    .updateTable('substate')
    .set({ ...(patch.name !== undefined && { name: patch.name }), updatedAt: patch.now })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function countSubstates(trx: Trx, ids: readonly number[]): Promise<number> {
  const { total } = await trx
    .selectFrom('substate')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .executeTakeFirstOrThrow();
  return total;
}
