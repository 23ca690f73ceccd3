import { ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO, OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import { primaryRole, selectRows, sql, type Trx } from '../../db/index.ts';
import { isVisibleToUser } from '../reach.ts';

/** The roles that can see calls. */
const READERS = [ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO, OPERADOR, OPERADOR_EXTERNO];

/** Users with a session who may see some of these calls (administrators always): only their browsers may hold typed text about them. */
export const listCallReaders = (trx: Trx, callIds: readonly number[], now: Date) =>
  selectRows<{ userIds: number[]; callIds: number[] }>(trx)`
    select array_agg(reader.id) as user_ids, reader.call_ids from (
      select app_user.id, ${primaryRole()} = ${sql.lit(ADMINISTRADOR)} as is_administrator, array(
        select call.id from call join campaign on campaign.id = call.campaign_id
        where call.id = any(${[...callIds]}::bigint[]) and ${isVisibleToUser(READERS)} order by call.id)::float8[] as call_ids
      from app_user
      where exists (select from session where user_id = app_user.id and ended_at is null and expires_at > ${now})) reader
    where reader.call_ids <> '{}' or reader.is_administrator
    group by reader.call_ids`;
