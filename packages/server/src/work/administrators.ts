import { ADMINISTRADOR } from '@campanero/contract/roles';
import type { Db, Trx } from '../db/client.ts';

/** Enabled administrators, who get the notifications about the installation. */
export const listAdministrators = (db: Db | Trx) =>
  db
    .selectFrom('appUser')
    .innerJoin('userRole', 'userRole.userId', 'appUser.id')
    .select(['appUser.id', 'appUser.firstName', 'appUser.email'])
    .where('userRole.roleId', '=', ADMINISTRADOR)
    .where('appUser.disabled', '=', false)
    .orderBy('appUser.id')
    .execute();
