import { MAIL_STATE, WHATSAPP_STATE } from '@campanero/contract/configuration/schemas';
import { productDay } from '@campanero/contract/shared/dates';
import type { Span } from '@campanero/contract/shared/span';
import {
  type CampaignDay,
  type CampaignFigures,
  type OperatorFigures,
  campaignFigures,
  operatorFigures,
} from '@campanero/contract/statistics/campaign-endpoints';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Db, type RawBuilder, selectRow, selectRows, sql, type Trx } from '../../db/index.ts';
import { inCampaign, type CallRange } from '../range.ts';
import { isWithinDays, splitSpan, uncorrectedRegistrations, type Cut } from './span.ts';

/** States that count as contacted and as effective: the current ones, or those frozen when the campaign closed. */
type CountedStates = { contactability: number[]; effectiveness: number[] };

export const selectCountedStates = (db: Db | Trx) =>
  selectRow<CountedStates>(db)`
    select coalesce(array_agg(id::int order by id) filter (where contactability), '{}') as contactability,
      coalesce(array_agg(id::int order by id) filter (where effectiveness), '{}') as effectiveness from state`;

type FlatFigures = Omit<CampaignFigures, 'affinity'> & CampaignFigures['affinity'];
const nest = ({ positive, neutral, negative, ...figures }: FlatFigures): CampaignFigures => ({
  ...figures,
  affinity: { positive, neutral, negative },
});

const sumWhere = (condition: RawBuilder<unknown>) => sql`coalesce(sum(n) filter (where ${condition}), 0)::int`;
const isIn = (states: readonly number[]) => sql`state_id = any(${[...states]}::int[])`;

/** For rows with `state_id` and `n`, of calls or of registrations. */
const sumStates = ({ contactability, effectiveness }: CountedStates) => sql`
  ${sumWhere(isIn(contactability))} as contacted, ${sumWhere(isIn(effectiveness))} as effective,
  ${sumWhere(sql`state_id = ${MAIL_STATE}`)} as takeover_by_mail, ${sumWhere(sql`state_id = ${WHATSAPP_STATE}`)} as takeover_by_whatsapp`;

/** Current figures of a campaign, or of one operator's calls, from counters only. */
const readFigures = async (db: Db | Trx, campaignId: number, states: CountedStates, operatorId?: number) =>
  nest(
    await selectRow<FlatFigures>(db)`select ${presentFigures(states)} from ${presentCounters(campaignId, operatorId)}`,
  );

async function readFiguresByOperator(trx: Trx, campaignId: number, states: CountedStates) {
  const rows = await selectRows<FlatFigures & { operatorId: number }>(trx)`
    select operator_id, ${presentFigures(states)} from ${presentCounters(campaignId)}
    where operator_id > 0 group by 1 having sum(n) > 0 order by 1`;
  return new Map(rows.map((figures) => [figures.operatorId, operatorFigures.parse(figures)]));
}

function presentCounters(campaignId: number, operatorId?: number): RawBuilder<unknown> {
  const of = operatorId === undefined ? sql`` : sql`and operator_id = ${operatorId}`;
  return sql`(
    select operator_id, state_id, null as figure, n from call_total where campaign_id = ${campaignId} ${of}
    union all
    select operator_id, null, figure, n from call_figure where campaign_id = ${campaignId} ${of}) counted`;
}

const presentFigures = (states: CountedStates) => {
  const figure = (name: string) => sumWhere(sql`figure = ${name}`);
  return sql`${sumWhere(sql`figure is null`)} as total_calls, ${figure('called')} as total_called,
    ${sumWhere(sql`figure is null`)} - ${figure('called')} as pending, ${figure('recalled')} as total_re_called,
    ${sumStates(states)}, ${figure('interested')} as participate,
    ${figure('affinity_2')} as positive, ${figure('affinity_1')} as neutral, ${figure('affinity_3')} as negative`;
};

type SpanQuery = { campaign: CallRange; span: Span; states: CountedStates; operatorId: number | undefined };

/** Figures of the registrations in a span; audience totals are not included. */
async function readSpanFigures(db: Db, query: SpanQuery) {
  return nest(
    await selectRow<FlatFigures>(db)`
    select coalesce(sum(n), 0)::int as total_called, coalesce(sum(again), 0)::int as total_re_called,
      coalesce(sum(interested), 0)::int as participate, ${sumStates(query.states)},
      ${sumWhere(sql`affinity = 2`)} as positive, ${sumWhere(sql`affinity = 1`)} as neutral,
      ${sumWhere(sql`affinity = 3`)} as negative
    from ${registrationsIn(query)}`,
  );
}

async function readDays(db: Db, query: SpanQuery): Promise<CampaignDay[]> {
  const isEffective = isIn(query.states.effectiveness);
  const isContacted = isIn(query.states.contactability);
  return selectRows<CampaignDay>(db)`
    select day::text as date, sum(n)::int as calls_made, ${sumWhere(isContacted)} as contacted,
      ${sumWhere(isEffective)} as effective, ${sumWhere(sql`${isContacted} and not ${isEffective}`)} as contacted_only
    from ${registrationsIn(query)} group by day having sum(n) > 0 order by day`;
}

// Whole days from counters, partial days from history. Grouped before the states are compared: a large campaign has a million
// counter rows.
function registrationsIn({ campaign, span, operatorId }: SpanQuery): RawBuilder<unknown> {
  const { days, cuts } = splitSpan(span);
  const whole = sql`
    select day, state_id, affinity, sum(n)::int as n, sum(again)::int as again, sum(interested)::int as interested
    from outcome_count
    where campaign_id = ${campaign.id} and ${days ? isWithinDays(days) : sql`false`}
      ${operatorId === undefined ? sql`` : sql`and operator_id = ${operatorId}`}
    group by 1, 2, 3`;
  const parts = [whole, ...cuts.map((cut) => registrationsInCut(campaign, cut, operatorId))];
  return sql`(${sql.join(parts, sql` union all `)}) registration`;
}

/** `limit 1` forces a lookup per call: the planner overestimates a part of a day and would read all calls of a large campaign. */
const registrationsInCut = (campaign: CallRange, cut: Cut, operatorId?: number) => sql`
  select ${productDay(cut.from)}::date, r.state_id, coalesce(r.affinity, 0), 1, r.again::int, call.interested::int
  from (${uncorrectedRegistrations(
    sql`array[${campaign.id}::int]`,
    cut,
    operatorId === undefined ? sql`true` : sql`h.user_id = ${operatorId}`,
  )}) r
  cross join lateral (select interested from call where call.id = r.call_id and ${inCampaign(campaign)} limit 1) call`;

/** As stored, with 0 for figures added to the product after the campaign closed. */
const withZeros = <S extends z.ZodObject>(schema: S) => z.preprocess((stored) => fillUp(schema, stored), schema);
const fillUp = (schema: z.ZodObject, stored: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, figure]) => {
      const value = (stored as Record<string, unknown> | undefined)?.[name];
      return [name, figure instanceof z.ZodObject ? fillUp(figure, value) : (value ?? 0)];
    }),
  );

const frozenFigures = z.object({
  figures: withZeros(campaignFigures),
  /** By operator id; operators without calls are missing. */
  operators: z.record(z.string(), withZeros(operatorFigures)),
  /** State flags for the figures of a span. */
  states: z.object({ contactability: z.array(z.int()), effectiveness: z.array(z.int()) }),
});
type FrozenFigures = z.output<typeof frozenFigures>;

/** Whether the frozen figures equal the counters, with the state flags of the day the campaign closed. */
export async function isFrozenRight(trx: Trx, campaignId: number): Promise<boolean> {
  const frozen = await findFrozen(trx, campaignId);
  return frozen === undefined || isDeepStrictEqual(await countByStatesOf(trx, campaignId, frozen), frozen);
}

export async function countByStatesOf(trx: Trx, campaignId: number, { states }: Pick<FrozenFigures, 'states'>) {
  const figures = await readFigures(trx, campaignId, states);
  return { figures, operators: Object.fromEntries(await readFiguresByOperator(trx, campaignId, states)), states };
}

/** Undefined unless the campaign is closed. */
export async function findFrozen(db: Db, campaignId: number): Promise<FrozenFigures | undefined> {
  const rows = await selectRows(db)`
    select figures, operators, states from frozen_statistics where campaign_id = ${campaignId}`;
  return frozenFigures.optional().parse(rows[0]);
}

// For page and export: the frozen figures once the campaign is closed, else by the current states. With dates, the
// registrations of the span.
export async function openStatistics(db: Db, campaign: CallRange) {
  const frozen = await findFrozen(db, campaign.id);
  const states = frozen?.states ?? (await selectCountedStates(db));
  const inSpan = async <F extends OperatorFigures>(span: Span, present: F, operatorId?: number): Promise<F> =>
    isOpen(span) ? present : { ...present, ...(await readSpanFigures(db, { campaign, span, states, operatorId })) };
  return {
    figures: async (span: Span): Promise<CampaignFigures> =>
      inSpan(span, frozen?.figures ?? (await readFigures(db, campaign.id, states))),
    figuresOf: async (operatorId: number, span: Span): Promise<OperatorFigures> => {
      const kept = frozen && (frozen.operators[operatorId] ?? NO_CALLS);
      const present = kept ?? (await readFigures(db, campaign.id, states, operatorId));
      return operatorFigures.parse(await inSpan(span, present, operatorId));
    },
    /** Registrations of each day of the span, of all users or one. */
    days: (span: Span, operatorId?: number): Promise<CampaignDay[]> =>
      readDays(db, { campaign, span, states, operatorId }),
  };
}

const NO_CALLS: OperatorFigures = { totalCalls: 0, totalCalled: 0, totalReCalled: 0, contacted: 0, effective: 0 };
const isOpen = ({ from, to }: Span) => from === undefined && to === undefined;
