import { rolesWith } from '@campanero/contract/roles';
import { PLAIN_FILTER_NAMES, PLAIN_FILTERS, type AudienceFilters } from '@campanero/contract/audience/filters';
import { asBigint, countsAcross, type Db, rulesOfCampaign, selectRow, type Trx } from '../../db/index.ts';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';
import { listWatchers, statusAt } from '../campaigns/status/stage.queries.ts';
import type { AuditValues } from '../../work/audit.ts';

export const findAudience = (db: Db | Trx, viewer: Viewer, id: number, now: Date) =>
  db
    .selectFrom('campaign')
    .select(['campaign.id', 'name', 'external', 'idLo', 'idHi', 'nextPosition'])
    .select([statusAt(now).as('status'), rulesOfCampaign.as('rules'), countsAcross.as('countsAcross')])
    .where('campaign.id', '=', asBigint(id))
    .where(visibleTo(viewer))
    .executeTakeFirst();
export type Audience = NonNullable<Awaited<ReturnType<typeof findAudience>>>;

export const listWatchingManagers = (trx: Trx, campaignId: number): Promise<number[]> =>
  listWatchers(trx, campaignId, rolesWith('campaign.manage'));

type Names = Record<'states' | 'substate' | 'district' | 'section' | 'subsection', string | null>;

/** The filters that are set, for the audit record, with names instead of ids. */
export async function describeFilters(trx: Trx, filters: AudienceFilters): Promise<AuditValues> {
  const names = await selectRow<Names>(trx)`
    select
      (select string_agg(name, ', ' order by id) from state where id = any(${statesOf(filters)}::bigint[])) as states,
      (select name from substate where id = ${filters.substateId ?? null}::bigint) as substate,
      (select display from location_district where id = ${filters.districtId ?? null}) as district,
      (select display from location_section where id = ${filters.sectionId ?? null} limit 1) as section,
      (select display from location_subsection where id = ${filters.subsectionId ?? null} limit 1) as subsection`;
  return {
    Estados: names.states ?? undefined,
    ...Object.fromEntries(PLAIN_FILTER_NAMES.map((name) => [PLAIN_FILTERS[name].label, filters[name]])),
    [PLAIN_FILTERS.substateId.label]: names.substate ?? undefined,
    [PLAIN_FILTERS.districtId.label]: names.district ?? filters.districtId,
    [PLAIN_FILTERS.sectionId.label]: names.section ?? filters.sectionId,
    [PLAIN_FILTERS.subsectionId.label]: names.subsection ?? filters.subsectionId,
  };
}

const statesOf = ({ stateId, states = [] }: AudienceFilters) => (stateId === undefined ? states : [stateId]);
