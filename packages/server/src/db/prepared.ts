import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* prepared */';

// Marks a statement whose plan PostgreSQL caches per connection (docs/decisions/016-cost-of-a-request.md). Only for few distinct
// texts; those over `call` name their partition (call-store/range.ts), or the plan would lock every partition.
export const prepared = sql.raw<never>(MARK);

/** Maximum age of a connection, and with it of its prepared statements. */
export const CONNECTION_SECONDS = 1_800;
const UNUSED_MS = 2 * CONNECTION_SECONDS * 1000;
/** Each costs a connection some 100 kB; further statements run unprepared. */
export const NAMES_MAX = 120;

const names = new Map<string, { name: string; usedAt: number }>();
let lastNumber = 0;

/** One name per text and process. Names unused for long (a closed campaign) are dropped. */
export function statementName(text: string, now = Date.now()): string | undefined {
  const known = names.get(text);
  if (known) {
    known.usedAt = now;
    return known.name;
  }
  if (names.size >= NAMES_MAX) for (const [old, { usedAt }] of names) if (now - usedAt > UNUSED_MS) names.delete(old);
  if (names.size >= NAMES_MAX) return undefined;
  const name = `campanero_${(lastNumber += 1)}`;
  names.set(text, { name, usedAt: now });
  return name;
}

// pg declares a dozen overloads of query(); this passes its arguments on.
type Query = (first: unknown, ...rest: unknown[]) => unknown;
const isMarked = (text: string) => text.slice(0, 60).includes(MARK);

const naming =
  (query: Query): Query =>
  (first, ...rest) => {
    const name = typeof first === 'string' && isMarked(first) ? statementName(first) : undefined;
    return name === undefined ? query(first, ...rest) : query({ name, text: first }, ...rest);
  };

/** Sends marked statements as named (prepared) ones. */
export class PreparingClient extends pg.Client {
  override query = naming(super.query.bind(this)) as pg.Client['query'];
}
