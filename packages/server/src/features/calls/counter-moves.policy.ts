import type { CounterMoves, Figure, FigureMove, TotalMove } from './call-counters.queries.ts';

/** What the counters know of one call. */
export interface CountedCall {
  operatorId: number | null;
  stateId: number;
  callCount: number;
  affinity: number | null;
  interested: boolean;
  blocked: boolean;
}

/** `free` stands under nobody: it is what segmentation can hand out. */
function figuresOf(call: CountedCall): Figure[] {
  return [
    ...(call.callCount > 0 ? ['called' as const] : []),
    ...(call.callCount > 1 ? ['recalled' as const] : []),
    ...(call.interested ? ['interested' as const] : []),
    ...(call.affinity === null ? [] : [`affinity_${call.affinity}` as Figure]),
    ...(call.operatorId === null && !call.blocked ? ['free' as const] : []),
  ];
}

/** How the counters move when a call changes from `before` to `after`: whatever changed it, this is the one rule. */
export function counterMoves(
  campaignId: number,
  before: CountedCall,
  after: CountedCall,
): Pick<CounterMoves, 'totals' | 'figures'> {
  const side = (call: CountedCall, delta: 1 | -1) => ({ campaignId, operatorId: call.operatorId ?? 0, delta });
  const totals: TotalMove[] = [
    { ...side(before, -1), stateId: before.stateId },
    { ...side(after, 1), stateId: after.stateId },
  ];
  const figures: FigureMove[] = [
    ...figuresOf(before).map((figure) => ({ ...side(before, -1), figure })),
    ...figuresOf(after).map((figure) => ({ ...side(after, 1), figure })),
  ];
  return { totals: withoutNothing(totals), figures: withoutNothing(figures) };
}

/** What is taken from and given to the same counter need not reach the database. */
function withoutNothing<M extends TotalMove | FigureMove>(moves: readonly M[]): M[] {
  const keyOf = (move: M) => JSON.stringify({ ...move, delta: 0 });
  const sums = new Map<string, number>();
  for (const move of moves) sums.set(keyOf(move), (sums.get(keyOf(move)) ?? 0) + move.delta);
  return moves.filter((move) => sums.get(keyOf(move)) !== 0);
}
