import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { moveFigures, moveTotals, type Figure, type FigureMove } from '../calls/call-counters.queries.ts';

/** Calls of one state that went from one operator to another; 0 is nobody. */
export interface MovedGroup {
  fromOperator: number;
  toOperator: number;
  stateId: number;
  n: number;
  called: number;
  recalled: number;
  interested: number;
  affinity1: number;
  affinity2: number;
  affinity3: number;
  /** Those that may be handed out: not blocked. */
  open: number;
}

/**
 * The figures of moved calls, for the last select of a statement whose CTE `moved` returns from_operator, to_operator and
 * the call's own columns after the change.
 */
export const groupMoved = sql`
  select moved.from_operator, moved.to_operator, moved.state_id, count(*)::int as n,
    count(*) filter (where moved.call_count > 0)::int as called, count(*) filter (where moved.call_count > 1)::int as recalled,
    count(*) filter (where moved.interested)::int as interested, count(*) filter (where moved.affinity = 1)::int as affinity1,
    count(*) filter (where moved.affinity = 2)::int as affinity2, count(*) filter (where moved.affinity = 3)::int as affinity3,
    count(*) filter (where not moved.blocked)::int as open
  from moved group by 1, 2, 3`;

const FIGURES = {
  called: 'called',
  recalled: 'recalled',
  interested: 'interested',
  affinity1: 'affinity_1',
  affinity2: 'affinity_2',
  affinity3: 'affinity_3',
} as const satisfies Partial<Record<keyof MovedGroup, Figure>>;

/** Everything that is counted per operator goes with the calls. */
export async function countMoved(trx: Trx, campaignId: number, groups: readonly MovedGroup[]): Promise<void> {
  await moveTotals(
    trx,
    groups.flatMap(({ fromOperator, toOperator, stateId, n }) => [
      { campaignId, operatorId: fromOperator, stateId, delta: -n },
      { campaignId, operatorId: toOperator, stateId, delta: n },
    ]),
  );
  await moveFigures(
    trx,
    groups.flatMap((group) => figuresOf(campaignId, group)),
  );
}

function figuresOf(campaignId: number, group: MovedGroup): FigureMove[] {
  const { fromOperator, toOperator, open } = group;
  const moves = Object.entries(FIGURES).flatMap(([name, figure]) => [
    { campaignId, operatorId: fromOperator, figure, delta: -group[name as keyof typeof FIGURES] },
    { campaignId, operatorId: toOperator, figure, delta: group[name as keyof typeof FIGURES] },
  ]);
  const free = (fromOperator === 0 ? -open : 0) + (toOperator === 0 ? open : 0);
  return [...moves, { campaignId, operatorId: 0, figure: 'free' as const, delta: free }].filter(
    ({ delta }) => delta !== 0,
  );
}

/** Who got, or gave, how many. */
export function sumBy(groups: readonly MovedGroup[], side: 'fromOperator' | 'toOperator'): Map<number, number> {
  const sums = new Map<number, number>();
  for (const group of groups) sums.set(group[side], (sums.get(group[side]) ?? 0) + group.n);
  return sums;
}
