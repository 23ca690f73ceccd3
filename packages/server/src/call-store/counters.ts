import { arraysOf, givenRows, productDate, type RawBuilder, type RowOf, sql, type Trx } from '../db/index.ts';
import type { LockedRow } from './locks.ts';

// The only module that writes call_total, call_figure and outcome_count, in the transaction that changes the calls. Lock order:
// calls, totals, figures, outcomes, each by key. A counter below zero violates its check constraint and fails the change.
type CounterMoves = { totals: readonly TotalMove[]; figures: readonly FigureMove[]; outcomes?: OutcomeMove };
/** Operator 0: none. */
type TotalMove = { campaignId: number; operatorId: number; stateId: number; delta: number };
export type Figure =
  | 'called'
  | 'recalled'
  | 'interested'
  | 'affinity_1'
  | 'affinity_2'
  | 'affinity_3'
  | 'free'
  | 'reserve';
type FigureMove = { campaignId: number; operatorId: number; figure: Figure; delta: number };
/** Registrations of one operator on one day; a correction subtracts one outcome and adds another. */
interface OutcomeMove {
  campaignId: number;
  operatorId: number;
  /** In the product's time zone. */
  day: string;
  /** When the outcome was registered. */
  at: Date;
  /** The registration was not the first of its call. */
  again: boolean;
  /** The call's person is interested. */
  interested: boolean;
  changes: readonly { stateId: number; affinity: number | null; delta: number }[];
}

export async function moveCounters(trx: Trx, { totals, figures, outcomes }: CounterMoves): Promise<void> {
  const calls = counterCalls({
    totals: totals.filter(({ delta }) => delta !== 0),
    figures: figures.filter(({ delta }) => delta !== 0),
    ...(outcomes && { outcomes }),
  });
  if (calls.length > 0) await sql`select ${sql.join(calls)}`.execute(trx);
}

const KEY = { campaignId: 'int', operatorId: 'int' } as const;

/** As columns of a select, so that another statement can move the counters in its own round trip. */
export const counterCalls = ({ totals, figures, outcomes }: CounterMoves): RawBuilder<unknown>[] => [
  ...(totals.length > 0 ? [sql`move_call_totals(${arraysOf(totals, { ...KEY, stateId: 'int', delta: 'int' })})`] : []),
  ...(figures.length > 0
    ? [sql`move_call_figures(${arraysOf(figures, { ...KEY, figure: 'text', delta: 'int' })})`]
    : []),
  ...(outcomes ? [outcomesCall(outcomes)] : []),
];

function outcomesCall({ changes, ...move }: OutcomeMove): RawBuilder<unknown> {
  const rows = changes.map(({ stateId, affinity, delta }) => ({
    stateId,
    affinity: affinity ?? 0,
    n: delta,
    again: move.again ? delta : 0,
    interested: move.interested ? delta : 0,
  }));
  return sql`
  move_outcome_counts(${move.campaignId}::int, ${move.operatorId}::int, ${move.day}::date,
    ${arraysOf(rows, { stateId: 'int', affinity: 'int', n: 'int', again: 'int', interested: 'int' })}, ${move.at}::timestamptz)`;
}

// After `interested` changed on these calls: moves their registrations in or out of the interested counts. The caller moves the figures.
export async function moveInterestedOutcomes(
  trx: Trx,
  calls: readonly (LockedRow<'call'> & { id: number; interested: boolean })[],
): Promise<void> {
  if (calls.length === 0) return;
  const deltas = calls.map(({ id, interested }) => ({ callId: id, delta: interested ? 1 : -1 }));
  await sql`
    with recursive registration as (
      select h.id as root, h.id, h.campaign_id, h.user_id as operator_id, h.state_id, coalesce(h.affinity, 0) as affinity,
        ${productDate('h.created_at')} as day, given.delta
      from ${givenRows(deltas, { callId: 'bigint', delta: 'int' })}
      join call_history h on h.call_id = given.call_id and h.corrects_id is null
    ), corrected as (
      select * from registration
      union all
      select corrected.root, h.id, h.campaign_id, corrected.operator_id, h.state_id, coalesce(h.affinity, 0), corrected.day,
        corrected.delta
      from corrected join call_history h on h.corrects_id = corrected.id
        and h.call_id = any(${calls.map(({ id }) => id)}::bigint[])
    ), move as (
      select campaign_id, operator_id, day, state_id, affinity, sum(delta)::int as delta
      from (select distinct on (root) * from corrected order by root, id desc) standing group by 1, 2, 3, 4, 5
    ), locked as (
      select campaign_id, operator_id, day, state_id, affinity, move.delta
      from outcome_count join move using (campaign_id, operator_id, day, state_id, affinity)
      order by 1, 2, 3, 4, 5 for update of outcome_count
    )
    update outcome_count t set interested = t.interested + locked.delta from locked
    where (t.campaign_id, t.operator_id, t.day, t.state_id, t.affinity)
      = (locked.campaign_id, locked.operator_id, locked.day, locked.state_id, locked.affinity)`.execute(trx);
}

type CountedColumns = 'operatorId' | 'stateId' | 'callCount' | 'affinity' | 'interested' | 'blocked' | 'inReserve';
/** The columns of a call that the counters depend on. */
export type CountedCall = Pick<RowOf<'call'>, CountedColumns>;

/** `free`: unassigned, not blocked and not in reserve; `reserve`: unassigned too. Both are counted under operator 0. */
function figuresOf(call: CountedCall): Figure[] {
  return [
    ...(call.callCount > 0 ? ['called' as const] : []),
    ...(call.callCount > 1 ? ['recalled' as const] : []),
    ...(call.interested ? ['interested' as const] : []),
    ...(call.affinity === null ? [] : [`affinity_${call.affinity}` as Figure]),
    ...(call.operatorId === null && !call.blocked && !call.inReserve ? ['free' as const] : []),
    ...(call.inReserve ? ['reserve' as const] : []),
  ];
}

/** Counter moves for a call that changes from `before` to `after`, for every kind of change. */
export function movesBetween(campaignId: number, before: CountedCall, after: CountedCall): CounterMoves {
  const side = (call: CountedCall, delta: 1 | -1) => ({ campaignId, operatorId: call.operatorId ?? 0, delta });
  const totals: TotalMove[] = [
    { ...side(before, -1), stateId: before.stateId },
    { ...side(after, 1), stateId: after.stateId },
  ];
  const figures: FigureMove[] = [
    ...figuresOf(before).map((figure) => ({ ...side(before, -1), figure })),
    ...figuresOf(after).map((figure) => ({ ...side(after, 1), figure })),
  ];
  return { totals: dropZeroSums(totals), figures: dropZeroSums(figures) };
}

/** Removes moves that cancel each other out. */
function dropZeroSums<M extends TotalMove | FigureMove>(moves: readonly M[]): M[] {
  const keyOf = (move: M) => JSON.stringify({ ...move, delta: 0 });
  const sums = new Map<string, number>();
  for (const move of moves) sums.set(keyOf(move), (sums.get(keyOf(move)) ?? 0) + move.delta);
  return moves.filter((move) => sums.get(keyOf(move)) !== 0);
}

/** Calls of one state that one statement moved from one operator to another; 0: unassigned. */
export interface MovedGroup extends Record<(typeof MOVED_FIGURES)[number], number> {
  fromOperator: number;
  toOperator: number;
  stateId: number;
  n: number;
  /** Not blocked. */
  open: number;
}

/** Last select of a statement whose CTE `moved` returns from_operator, to_operator and MOVED_COLUMNS. */
export const groupMoved = sql`
  select moved.from_operator, moved.to_operator, moved.state_id, count(*)::int as n,
    count(*) filter (where moved.call_count > 0)::int as called, count(*) filter (where moved.call_count > 1)::int as recalled,
    count(*) filter (where moved.interested)::int as interested, count(*) filter (where moved.affinity = 1)::int as affinity1,
    count(*) filter (where moved.affinity = 2)::int as affinity2, count(*) filter (where moved.affinity = 3)::int as affinity3,
    count(*) filter (where not moved.blocked)::int as open
  from moved group by 1, 2, 3`;
export const MOVED_COLUMNS = sql`call.id, call.state_id, call.call_count, call.interested, call.affinity, call.blocked`;

const MOVED_FIGURES = ['called', 'recalled', 'interested', 'affinity1', 'affinity2', 'affinity3'] as const;

export const countMoved = (trx: Trx, campaignId: number, groups: readonly MovedGroup[]): Promise<void> =>
  moveCounters(trx, {
    totals: groups.flatMap(({ fromOperator, toOperator, stateId, n }) => [
      { campaignId, operatorId: fromOperator, stateId, delta: -n },
      { campaignId, operatorId: toOperator, stateId, delta: n },
    ]),
    figures: groups.flatMap((group) => movedFigures(campaignId, group)),
  });

function movedFigures(campaignId: number, group: MovedGroup): FigureMove[] {
  const { fromOperator, toOperator, open } = group;
  const moves = MOVED_FIGURES.flatMap((name) => {
    const figure = name.replace('affinity', 'affinity_') as Figure;
    return [
      { campaignId, operatorId: fromOperator, figure, delta: -group[name] },
      { campaignId, operatorId: toOperator, figure, delta: group[name] },
    ];
  });
  const free = (fromOperator === 0 ? -open : 0) + (toOperator === 0 ? open : 0);
  return [...moves, { campaignId, operatorId: 0, figure: 'free', delta: free }];
}
