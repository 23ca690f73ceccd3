import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* prepared */';

/**
 * Put first in a statement that nearly every request runs: a connection parses it once, and PostgreSQL soon keeps its plan
 * too. Planning is most of what small statements cost (docs/decisions/016-cost-of-a-request.md). Only for texts that are few;
 * a statement over `call` names its leaf in the text (call-store/range.ts), or the kept plan would lock every leaf.
 */
export const prepared = sql.raw<never>(MARK);

/** A connection lives no longer than this, and with it what it has prepared. */
export const CONNECTION_SECONDS = 1_800;
const FORGOTTEN_MS = 2 * CONNECTION_SECONDS * 1000;
/** Every connection keeps each of them, some 100 kB: what goes beyond runs unprepared, so that memory has a bound. */
export const NAMES_MAX = 120;

const names = new Map<string, { name: string; usedAt: number }>();
let given = 0;

/** The same text has the same name in the whole process. Names not used for a long time (a campaign that ended) are dropped. */
export function statementName(text: string, now = Date.now()): string | undefined {
  const known = names.get(text);
  if (known) {
    known.usedAt = now;
    return known.name;
  }
  if (names.size >= NAMES_MAX)
    for (const [old, { usedAt }] of names) if (now - usedAt > FORGOTTEN_MS) names.delete(old);
  if (names.size >= NAMES_MAX) return undefined;
  const name = `campanero_${(given += 1)}`;
  names.set(text, { name, usedAt: now });
  return name;
}

// pg declares query() by a dozen overloads; this one passes on whatever it was given.
type Query = (first: unknown, ...rest: unknown[]) => unknown;
const isMarked = (text: string) => text.slice(0, 60).includes(MARK);

const naming =
  (query: Query): Query =>
  (first, ...rest) => {
    const name = typeof first === 'string' && isMarked(first) ? statementName(first) : undefined;
    return name === undefined ? query(first, ...rest) : query({ name, text: first }, ...rest);
  };

/** A connection that gives marked statements a name of their own; all others go out as they are. */
export class PreparingClient extends pg.Client {
  override query = naming(super.query.bind(this)) as pg.Client['query'];
}
