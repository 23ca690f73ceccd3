import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { Audience } from '../audience.queries.ts';
import { BLOCKED, FREE, operatorCode, type Columns } from './columns.ts';

/** Half a megabyte each: what is held at once, and taken apart before others have their turn. */
const NOTES_AT_ONCE = 8;
const BYTES_PER_MOVE = 8;
const BLOCKED_BIT = 2 ** 31;

export const countMoves = (bytes: number): number => bytes / BYTES_PER_MOVE;

interface Note {
  moved: Buffer;
  movedAt: number;
}

/** Calls handed out or taken back by the hundred thousand, as noteMoved() has them; `turns` in the order of the splits. */
export async function followMoves(
  trx: Trx,
  { id }: Audience,
  columns: Columns,
  oldestXid: string,
  turns: readonly string[],
): Promise<void> {
  for (let from = 0; from < turns.length; from += NOTES_AT_ONCE) {
    const { rows } = await sql<Note>`
      select moved, (extract(epoch from moved_at - timestamptz '2000-01-01 00:00:00+00') * 1000000)::bigint as moved_at
      from call_edit where campaign_id = ${id} and xid >= ${oldestXid}::xid8
        and turn = any(${turns.slice(from, from + NOTES_AT_ONCE)}::bigint[]) order by turn`.execute(trx);
    for (const note of rows) writeMoves(columns, note);
  }
}

function writeMoves(columns: Columns, { moved, movedAt }: Note): void {
  const { operator, updatedAt, size } = columns;
  const codes: number[] = [];
  for (let at = 0; at < moved.length; at += BYTES_PER_MOVE) {
    const position = moved.readUInt32BE(at);
    // Loaded since: read with all that is new.
    if (position >= size) continue;
    const whose = moved.readUInt32BE(at + 4);
    const id = whose % BLOCKED_BIT;
    if (id === 0) operator[position] = whose >= BLOCKED_BIT ? BLOCKED : FREE;
    else operator[position] = codes[id] ??= operatorCode(columns, id, false);
    updatedAt[position] = movedAt;
  }
}
