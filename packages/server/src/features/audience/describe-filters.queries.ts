import type { AudienceFilters } from '@campanero/contract/audience/filters';
import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import type { AuditValues } from '../../work/audit.ts';

interface Names {
  states: string | null;
  substate: string | null;
  district: string | null;
  section: string | null;
  subsection: string | null;
}

/** The filters as a coordinator would say them: names instead of ids. What was not asked for is left out. */
export async function describeFilters(trx: Trx, filters: AudienceFilters): Promise<AuditValues> {
  const { rows } = await sql<Names>`
    select
      (select string_agg(name, ', ' order by id) from state where id = any(${statesOf(filters)}::bigint[])) as states,
      (select name from substate where id = ${filters.substateId ?? null}::bigint) as substate,
      (select display from location_district where id = ${filters.districtId ?? null}) as district,
      (select display from location_section where id = ${filters.sectionId ?? null} limit 1) as section,
      (select display from location_subsection where id = ${filters.subsectionId ?? null} limit 1) as subsection`.execute(
    trx,
  );
  const names = rows[0]!;
  return {
    Estados: names.states ?? undefined,
    Subestado: names.substate ?? undefined,
    Número: filters.number,
    'Llamados desde': filters.callsMin,
    'Llamados hasta': filters.callsMax,
    Género: filters.gender,
    'Año de nacimiento desde': filters.birthYearFrom,
    'Año de nacimiento hasta': filters.birthYearTo,
    Distrito: names.district ?? filters.districtId,
    Sección: names.section ?? filters.sectionId,
    Subsección: names.subsection ?? filters.subsectionId,
  };
}

const statesOf = ({ stateId, states = [] }: AudienceFilters) => (stateId === undefined ? states : [stateId]);
