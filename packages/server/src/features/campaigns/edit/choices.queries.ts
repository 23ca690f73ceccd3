import { sql } from 'kysely';
import { isSetBySystem } from '../../../call-store/write/index.ts';
import type { Trx } from '../../../db/client.ts';
import { asBigint, fullName, primaryRole } from '../../../db/product-sql.ts';

export interface Person {
  id: number;
  name: string;
  disabled: boolean;
  /** The highest role; null is a guest. */
  primary: number | null;
}

/** Ids of requests may exceed int4, so they are compared as bigint. */
export async function findPeople(trx: Trx, ids: readonly number[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select app_user.id, ${fullName()} as name, disabled,
      ${primaryRole()} as primary
    from app_user where app_user.id = any(${[...ids]}::bigint[])`.execute(trx);
  return rows;
}

export const findChosenObjective = (trx: Trx, id: number) =>
  trx.selectFrom('objective').select(['id', 'name', 'disable']).where('id', '=', asBigint(id)).executeTakeFirst();

/** The initial states of a campaign: the objective's enabled ones, without those reserved for the system. */
export async function listObjectiveStates(trx: Trx, objectiveId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('objectiveState')
    .innerJoin('state', 'state.id', 'objectiveState.stateId')
    .select('state.id')
    .where('objectiveState.objectiveId', '=', objectiveId)
    .where('state.disable', '=', false)
    .where(isNotSystemState)
    .orderBy('state.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** States named Pendiente and 17 (Inválido) are set by the system only. */
export const isNotSystemState = sql<boolean>`not ${isSetBySystem}`;

export async function findStates(trx: Trx, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; disable: boolean; isSystem: boolean }>`
    select state.id, state.disable, ${isSetBySystem} as "isSystem"
    from state where state.id = any(${[...ids]}::bigint[])`.execute(trx);
  return rows;
}

export interface Place {
  districtId: string | null;
  sectionId: string | null;
  subsectionId: string | null;
}

/** Whether each part exists and belongs to its parent. */
export async function isPlace(trx: Trx, { districtId, sectionId, subsectionId }: Place): Promise<boolean> {
  if (districtId === null) return sectionId === null && subsectionId === null;
  if (sectionId === null && subsectionId !== null) return false;
  const { rows } = await sql`
    select from location_district d
    left join location_section s on s.district_id = d.id and s.id = ${sectionId}
    left join location_subsection u on u.section_id = s.id and u.id = ${subsectionId}
    where d.id = ${districtId}
      and (${sectionId}::text is null or s.id is not null) and (${subsectionId}::text is null or u.id is not null)`.execute(
    trx,
  );
  return rows.length > 0;
}
