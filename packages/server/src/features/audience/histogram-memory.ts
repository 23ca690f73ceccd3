import type { Db } from '../../db/client.ts';
import type { Audience } from './audience.queries.ts';
import { ID_WIDTH, countGroups, countHistogram, type Axis, type GroupAxis } from './histogram.queries.ts';
import { wholeAudience, without, type Histogram } from './histogram.ts';
import { isEverything, keyOf, mayBeKept } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { listStates } from './totals.queries.ts';

interface Kept {
  stamp: string;
  at: number;
  histogram: Promise<Histogram>;
  /** Set once it is there. */
  known?: Histogram;
}

/** Each some tens of kilobytes. */
const KEPT_MAX = 300;
/**
 * A page far down is found by a histogram that is at most this old, although a call has changed since: it may be shifted by
 * as many rows as changed meanwhile, which nobody who pages through a list that others work on can tell. Counts never are.
 */
const OLD_ENOUGH_MS = 30_000;

// Counts belong to one database, and go with it.
const memories = new WeakMap<Db, Map<string, Kept>>();

function memoryOf(db: Db): Map<string, Kept> {
  const memory = memories.get(db) ?? new Map<string, Kept>();
  memories.set(db, memory);
  return memory;
}

/** Numbers of calls never change: in their order the whole audience depends on its size alone. */
const stampFor = ({ stamp, nextPosition }: Audience, narrowing: Narrowing, axis: Axis | GroupAxis) =>
  isEverything(narrowing) && (axis === 'id' || axis === 'number') ? String(nextPosition) : stamp;

const nameOf = ({ id }: Audience, narrowing: Narrowing, axis: Axis | GroupAxis) => `${id} ${axis} ${keyOf(narrowing)}`;

/** What is known already and true at this moment. */
export function recallHistogram(
  db: Db,
  audience: Audience,
  narrowing: Narrowing,
  axis: Axis = 'id',
): Histogram | undefined {
  const kept = memoryOf(db).get(nameOf(audience, narrowing, axis));
  return kept?.stamp === stampFor(audience, narrowing, axis) ? kept.known : undefined;
}

/**
 * Counted once for as long as the campaign's stamp stays the same; whoever asks meanwhile waits for the same count. The
 * stamp was read before the counting began, so what is kept under it is never older than it says.
 */
export async function getHistogram(
  db: Db,
  audience: Audience,
  narrowing: Narrowing,
  axis: Axis | GroupAxis = 'id',
  { mayBeOld = false } = {},
): Promise<Histogram> {
  if (!mayBeKept(narrowing)) return make(db, audience, narrowing, axis);
  const memory = memoryOf(db);
  const name = nameOf(audience, narrowing, axis);
  const stamp = stampFor(audience, narrowing, axis);
  const present = memory.get(name);
  const isFresh = present?.stamp === stamp;
  if (present && (isFresh || (mayBeOld && present.known && Date.now() - present.at < OLD_ENOUGH_MS))) {
    memory.delete(name);
    memory.set(name, present); // the most recently used stands last
    return present.histogram;
  }
  const kept: Kept = { stamp, at: Date.now(), histogram: make(db, audience, narrowing, axis) };
  memory.set(name, kept);
  for (const oldest of memory.keys()) {
    if (memory.size <= KEPT_MAX) break;
    memory.delete(oldest);
  }
  try {
    return (kept.known = await kept.histogram);
  } catch (error) {
    if (memory.get(name) === kept) memory.delete(name);
    throw error;
  }
}

/** Of a state that most calls are in, the others are counted: whoever is left has it. */
async function make(db: Db, audience: Audience, narrowing: Narrowing, axis: Axis | GroupAxis): Promise<Histogram> {
  if (axis !== 'id' && axis !== 'number') return countGroups(db, audience, narrowing, axis);
  const { states, ...rest } = narrowing;
  if (axis !== 'id' || !states || !isEverything(rest)) return countHistogram(db, audience, narrowing, axis);
  const present = await listStates(db, audience.id);
  const others = present.filter(({ id }) => !states.includes(id));
  if (others.reduce((sum, { n }) => sum + n, 0) * 2 > audience.nextPosition)
    return countHistogram(db, audience, narrowing, axis);
  const whole = wholeAudience(audience.idLo ?? 0, audience.nextPosition, ID_WIDTH);
  if (others.length === 0) return whole;
  return without(whole, await countHistogram(db, audience, { states: others.map(({ id }) => id) }, axis));
}
