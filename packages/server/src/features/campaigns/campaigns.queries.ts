import type { CampaignFilters, CampaignOrder } from '@campanero/contract/campaigns/schemas';
import { CAMPAIGN_STATUSES, type CampaignPhase, CLOSED_STATUSES } from '@campanero/contract/campaigns/status';
import { dayBounds } from '@campanero/contract/shared/dates';
import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import {
  hasAssignedCalls,
  hasFreeCalls,
  isOperatorOfCampaign,
  pendingCallsOf,
  type Viewer,
  visibleTo,
} from '../../call-store/reach.ts';
import { containsText, type Db, fullName, inSpanishOrder, rulesOfCampaign } from '../../db/index.ts';
import type { DB } from '../../db/schema.gen.ts';
import type { Paging } from '../../work/paging.ts';
import { statusAt } from './status/stage.queries.ts';

/** The contract's isOpenForCalls in SQL, so that lists can sort and count by it; a test compares the two. */
const isOpenForCallsAt = (now: Date): RawBuilder<boolean> => {
  // A further load does not stop the calling.
  const status = sql`case campaign.status when 'CARGANDO AUDIENCIA' then campaign.status_before_load else campaign.status end`;
  return sql<boolean>`coalesce(campaign.start_date <= ${now} and campaign.end_date > ${now} and (
    ${status} = 'EN CURSO' or (${status} = 'AUDIENCIA PROCESADA' and ${hasAssignedCalls})), false)`;
};

/** Tab of the list. A further load does not move a campaign to another one. */
const phaseAt = (now: Date): RawBuilder<CampaignPhase> =>
  sql<CampaignPhase>`case
    when ${isOpenForCallsAt(now)} or ${statusAt(now)} in ('EN CURSO', 'PAUSADA')
      or campaign.status_before_load in ('EN CURSO', 'PAUSADA') then 'running'
    when ${statusAt(now)} = any(${sql.val(['REVISANDO', ...CLOSED_STATUSES])}::text[]) then 'ended'
    else 'upcoming' end`;

/** A closed campaign is no longer paused. */
const pausedAt = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(campaign.paused and not (campaign.status = 'PAUSADA' and campaign.end_date <= ${now}))`;

const objectiveName = sql.ref<string>('objective.name');
const coordinatorName = fullName('coordinator');

/** The filters of the list after campaigns.policy.ts was applied. */
export interface CampaignSearch extends Omit<CampaignFilters, 'type'> {
  type: NonNullable<CampaignFilters['type']>;
  phase?: CampaignPhase;
  /** Free text over id, name, objective, coordinator and, with `searchExternalId`, the external id. */
  general?: string;
  searchExternalId: boolean;
  now: Date;
}

function matches(search: CampaignSearch): Expression<SqlBool> {
  const eb = expressionBuilder<DB, 'campaign'>();
  const id = (column: string, value: number) => sql<boolean>`${sql.ref(column)} = ${value}::bigint`;
  const all: Expression<SqlBool>[] = [];
  if (search.general) all.push(eb.or(textMatches(search.general, search.searchExternalId)));
  if (search.id) all.push(id('campaign.id', search.id));
  if (search.name) all.push(containsText(eb.ref('campaign.name'), search.name));
  if (search.externalId) all.push(containsText(eb.ref('campaign.externalId'), search.externalId));
  if (search.objectiveId) all.push(id('campaign.objectiveId', search.objectiveId));
  if (search.status) all.push(sql<boolean>`${statusAt(search.now)} = ${search.status}`);
  if (search.userId)
    all.push(eb.or([id('campaign.coordinatedBy', search.userId), isOperatorOfCampaign(search.userId)]));
  if (search.type !== 'general') all.push(eb('campaign.external', '=', search.type === 'external'));
  if (search.createdAt) {
    const { from, to } = dayBounds(search.createdAt);
    all.push(eb('campaign.createdAt', '>=', from), eb('campaign.createdAt', '<', to));
  }
  if (search.startDate) all.push(eb('campaign.startDate', '>=', dayBounds(search.startDate).from));
  if (search.endDate) all.push(eb('campaign.endDate', '<', dayBounds(search.endDate).to));
  return eb.and(all);
}

function textMatches(typed: string, searchExternalId: boolean): Expression<SqlBool>[] {
  const eb = expressionBuilder<DB, 'campaign'>();
  return [
    containsText(eb.ref('campaign.name'), typed),
    containsText(objectiveName, typed),
    containsText(coordinatorName, typed),
    // Ids match by prefix.
    sql<boolean>`starts_with(campaign.id::text, ${typed})`,
    ...(searchExternalId ? [containsText(eb.ref('campaign.externalId'), typed)] : []),
  ];
}

/** In the order of a campaign's life cycle, not alphabetically. */
const statusOrder = (now: Date) => sql`array_position(${sql.val([...CAMPAIGN_STATUSES])}::text[], ${statusAt(now)})`;

/** Campaigns open for calls first, by the viewer's pending calls; the others by status. */
const callingOrder = (
  { id }: Viewer,
  now: Date,
) => sql`(not ${isOpenForCallsAt(now)}, case when ${isOpenForCallsAt(now)}
  then -${pendingCallsOf(id)}
  else ${statusOrder(now)} end)`;

const ORDER: Record<Exclude<CampaignOrder, 'status' | 'calling'>, RawBuilder<unknown>> = {
  id: sql.ref('campaign.id'),
  name: inSpanishOrder(sql.ref<string>('campaign.name')),
  objectiveName: inSpanishOrder(objectiveName),
  coordinatorName: inSpanishOrder(coordinatorName),
  external: sql.ref('campaign.external'),
  startDate: sql.ref('campaign.startDate'),
  endDate: sql.ref('campaign.endDate'),
  createdAt: sql.ref('campaign.createdAt'),
  externalId: inSpanishOrder(sql.ref<string>('campaign.externalId')),
};

/** No unassigned call is left; also true of an empty audience. */
const isAssigned = sql<boolean>`(not ${hasFreeCalls})`;

function orderOf(order: CampaignOrder, viewer: Viewer, now: Date): RawBuilder<unknown> {
  if (order === 'calling') return callingOrder(viewer, now);
  return order === 'status' ? statusOrder(now) : ORDER[order];
}

const visibleCampaigns = (db: Db, viewer: Viewer, search: CampaignSearch) =>
  db
    .selectFrom('campaign')
    .innerJoin('objective', 'objective.id', 'campaign.objectiveId')
    .innerJoin('appUser as coordinator', 'coordinator.id', 'campaign.coordinatedBy')
    .where(visibleTo(viewer))
    .where(matches(search));

export const campaignColumns = (now: Date) =>
  [
    'campaign.id',
    'campaign.name',
    'campaign.description',
    'campaign.externalId',
    'campaign.objectiveId',
    'objective.name as objectiveName',
    'campaign.coordinatedBy',
    coordinatorName.as('coordinatorName'),
    'campaign.external',
    'campaign.startDate',
    'campaign.endDate',
    'campaign.createdAt',
    statusAt(now).as('status'),
    pausedAt(now).as('paused'),
    isAssigned.as('assigned'),
    rulesOfCampaign.as('rules'),
  ] as const;

export const selectCampaigns = (db: Db, viewer: Viewer, search: CampaignSearch, page: Paging<CampaignOrder>) =>
  visibleCampaigns(db, viewer, search)
    .$if(search.phase !== undefined, (query) => query.where(phaseAt(search.now), '=', search.phase!))
    .select([...campaignColumns(search.now), isOpenForCallsAt(search.now).as('openForCalls')])
    .orderBy(orderOf(page.order, viewer, search.now), (by) =>
      page.direction === 'asc' ? by.asc().nullsLast() : by.desc().nullsLast(),
    )
    // A tie-breaker, so that each row appears on exactly one page.
    .orderBy('campaign.id', page.order === 'calling' ? 'desc' : page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
export type CampaignRecord = Awaited<ReturnType<typeof selectCampaigns>>[number];

/** Of all phases, whatever `search.phase`. */
export const countCampaigns = (db: Db, viewer: Viewer, search: CampaignSearch) =>
  visibleCampaigns(db, viewer, search)
    .select((eb) => [
      phaseAt(search.now).as('phase'),
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere(isOpenForCallsAt(search.now)).as('openForCalls'),
    ])
    .groupBy('phase')
    .execute();
