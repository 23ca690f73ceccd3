import type { Substate } from '@campanero/contract/configuration/schemas';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { asBigint } from '../../db/product-sql.ts';
import { inSpanishOrder } from '../../db/text.ts';
import { AppError } from '../../work/app-error.ts';

const substates = (db: Db | Trx) => db.selectFrom('substate').select(['id', 'name', 'disable', 'version']);

export const selectSubstates = (db: Db): Promise<Substate[]> =>
  substates(db)
    .orderBy(inSpanishOrder(sql.ref<string>('name')))
    .orderBy('id')
    .execute();

export const getSubstate = (db: Db | Trx, id: number): Promise<Substate> =>
  substates(db)
    .where('id', '=', asBigint(id))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
