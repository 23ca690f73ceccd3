import { sql } from 'kysely';
import { isSetBySystem } from '../../../call-store/write/index.ts';
import type { Trx } from '../../../db/client.ts';
import { selectColumn, selectRows, selectValue } from '../../../db/select.ts';
import { asBigint, fullName, primaryRole } from '../../../db/product-sql.ts';

export interface Person {
  id: number;
  name: string;
  disabled: boolean;
  /** The highest role; null is a guest. */
  primary: number | null;
}

/** Ids of requests may exceed int4, so they are compared as bigint. */
export const findPeople = (trx: Trx, ids: readonly number[]) =>
  selectRows<Person>(trx)`
    select app_user.id, ${fullName()} as name, disabled, ${primaryRole()} as primary
    from app_user where app_user.id = any(${ids}::bigint[])`;

export const findChosenObjective = (trx: Trx, id: number) =>
  trx.selectFrom('objective').select(['id', 'name', 'disable']).where('id', '=', asBigint(id)).executeTakeFirst();

/** The initial states of a campaign: the objective's enabled ones, without those reserved for the system. */
export const listObjectiveStates = (trx: Trx, objectiveId: number) =>
  selectColumn<number>(trx)`
    select state.id from objective_state join state on state.id = objective_state.state_id
    where objective_state.objective_id = ${objectiveId} and not state.disable and ${isNotSystemState} order by state.id`;

/** States named Pendiente and 17 (Inválido) are set by the system only. */
export const isNotSystemState = sql<boolean>`not ${isSetBySystem}`;

export const findStates = (trx: Trx, ids: readonly number[]) =>
  selectRows<{ id: number; disable: boolean; isSystem: boolean }>(trx)`
    select state.id, state.disable, ${isSetBySystem} as is_system from state where state.id = any(${ids}::bigint[])`;

export type Place = { districtId: string | null; sectionId: string | null; subsectionId: string | null };

/** Whether each part exists and belongs to its parent. */
export async function isPlace(trx: Trx, { districtId, sectionId, subsectionId }: Place): Promise<boolean> {
  if (districtId === null) return sectionId === null && subsectionId === null;
  if (sectionId === null && subsectionId !== null) return false;
  return selectValue<boolean>(trx)`
    select exists (
      select from location_district d
      left join location_section s on s.district_id = d.id and s.id = ${sectionId}
      left join location_subsection u on u.section_id = s.id and u.id = ${subsectionId}
      where d.id = ${districtId}
        and (${sectionId}::text is null or s.id is not null) and (${subsectionId}::text is null or u.id is not null))`;
}
