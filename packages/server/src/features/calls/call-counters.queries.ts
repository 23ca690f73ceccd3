import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/client.ts';

export interface TotalMove {
  campaignId: number;
  /** 0: nobody. */
  operatorId: number;
  stateId: number;
  delta: number;
}
export type Figure = 'called' | 'recalled' | 'interested' | 'affinity_1' | 'affinity_2' | 'affinity_3' | 'free';
export interface FigureMove {
  campaignId: number;
  operatorId: number;
  figure: Figure;
  delta: number;
}
/** Registrations of one person on one day; a correction takes from one outcome and gives to another. */
export interface OutcomeMove {
  campaignId: number;
  operatorId: number;
  /** Of the product's zone. */
  day: string;
  /** When the outcome was registered. */
  at: Date;
  changes: readonly { stateId: number; affinity: number | null; delta: number }[];
}
export interface CounterMoves {
  totals: readonly TotalMove[];
  figures: readonly FigureMove[];
  outcomes?: OutcomeMove;
}

/**
 * The one module that moves the counters of calls, in the transaction that changes the calls: after
 * the calls themselves and always in the order totals, figures, outcomes, each by key, so that two writers wait for each
 * other and never in a circle. A counter that would fall below zero breaks its check and with it the whole change: better
 * no change than a false figure.
 */
export async function moveCounters(trx: Trx, moves: CounterMoves): Promise<void> {
  const calls = counterCalls(moves);
  if (calls.length > 0) await sql`select ${sql.join(calls)}`.execute(trx);
}

/** The same as columns of a select, for a statement that does more. */
export const counterCalls = ({ totals, figures, outcomes }: CounterMoves): RawBuilder<unknown>[] => [
  ...(totals.length > 0 ? [totalsCall(totals)] : []),
  ...(figures.length > 0 ? [figuresCall(figures)] : []),
  ...(outcomes ? [outcomesCall(outcomes)] : []),
];

export const moveTotals = (trx: Trx, moves: readonly TotalMove[]): Promise<void> =>
  moveCounters(trx, { totals: moves.filter(({ delta }) => delta !== 0), figures: [] });

export const moveFigures = (trx: Trx, moves: readonly FigureMove[]): Promise<void> =>
  moveCounters(trx, { totals: [], figures: moves.filter(({ delta }) => delta !== 0) });

const totalsCall = (moves: readonly TotalMove[]): RawBuilder<unknown> => sql`move_call_totals(
  ${moves.map((move) => move.campaignId)}::int[], ${moves.map((move) => move.operatorId)}::int[],
  ${moves.map((move) => move.stateId)}::int[], ${moves.map((move) => move.delta)}::int[])`;

const figuresCall = (moves: readonly FigureMove[]): RawBuilder<unknown> => sql`move_call_figures(
  ${moves.map((move) => move.campaignId)}::int[], ${moves.map((move) => move.operatorId)}::int[],
  ${moves.map((move) => move.figure)}::text[], ${moves.map((move) => move.delta)}::int[])`;

const outcomesCall = ({ campaignId, operatorId, day, at, changes }: OutcomeMove): RawBuilder<unknown> => sql`
  move_outcome_counts(${campaignId}::int, ${operatorId}::int, ${day}::date, ${changes.map((change) => change.stateId)}::int[],
    ${changes.map((change) => change.affinity ?? 0)}::int[], ${changes.map((change) => change.delta)}::int[], ${at}::timestamptz)`;
