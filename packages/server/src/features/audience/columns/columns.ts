import { createKinds, KINDS_MAX, Unfit, type Kinds } from './kinds.ts';

/**
 * What filters and orders look at, of every call of one campaign, at its position in load order: thirty bytes a call instead of
 * a row. Zero is nothing: no substate, no birth year, no gender.
 */
export interface Columns {
  /** So many calls are there. */
  size: number;
  /** So many find room. */
  capacity: number;
  state: Uint16Array;
  substate: Uint16Array;
  birthYear: Uint16Array;
  gender: Uint16Array;
  callCount: Uint16Array;
  /** Codes of `operators`, or nobody's: FREE, BLOCKED. */
  operator: Uint16Array;
  /** Codes of `places`. */
  place: Uint16Array;
  number: Float64Array;
  /** Microseconds since 2000, as PostgreSQL counts. */
  updatedAt: Float64Array;
  operators: Kinds<number>;
  places: Kinds<string>;
  /** Room for the positions found: only one looks at a time. */
  found: Uint32Array;
  /** How many match which narrowing, as counted since the last change. */
  totals: Map<string, number>;
}

/** Nobody's call, to be handed out or not: the one thing that is asked about a block. */
export const FREE = 0;
export const BLOCKED = 1;
const FIRST_OPERATOR = 2;

export const BYTES_PER_CALL = 7 * 2 + 2 * 8 + 4;

export const createColumns = (capacity: number): Columns => ({
  size: 0,
  capacity,
  state: new Uint16Array(capacity),
  substate: new Uint16Array(capacity),
  birthYear: new Uint16Array(capacity),
  gender: new Uint16Array(capacity),
  callCount: new Uint16Array(capacity),
  operator: new Uint16Array(capacity),
  place: new Uint16Array(capacity),
  number: new Float64Array(capacity),
  updatedAt: new Float64Array(capacity),
  operators: createKinds<number>(FIRST_OPERATOR),
  places: createKinds<string>(0),
  found: new Uint32Array(capacity),
  totals: new Map(),
});

/** A call as it is read when it has changed. */
export interface ColumnCall {
  position: number;
  stateId: number;
  substateId: number;
  birthYear: number;
  gender: number;
  callCount: number;
  operatorId: number;
  blocked: boolean;
  place: string;
  number: number;
  updatedAt: number;
}

export const operatorCode = (columns: Columns, operatorId: number, isBlocked: boolean): number => {
  if (operatorId !== 0) return columns.operators.codeOf(operatorId);
  return isBlocked ? BLOCKED : FREE;
};

export function fitting(callCount: number): number {
  if (callCount >= KINDS_MAX) throw new Unfit('more registrations of one call than a column can hold');
  return callCount;
}

export function writeCall(columns: Columns, call: ColumnCall): void {
  const { position } = call;
  columns.state[position] = call.stateId;
  columns.substate[position] = call.substateId;
  columns.birthYear[position] = call.birthYear;
  columns.gender[position] = call.gender;
  columns.callCount[position] = fitting(call.callCount);
  columns.operator[position] = operatorCode(columns, call.operatorId, call.blocked);
  columns.place[position] = columns.places.codeOf(call.place);
  columns.number[position] = call.number;
  columns.updatedAt[position] = call.updatedAt;
}
