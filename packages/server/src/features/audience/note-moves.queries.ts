import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/client.ts';
import type { Range } from './narrowing.queries.ts';

/** Calls whose positions begin with the same bits are in one note: half a megabyte at most. */
const NOTE_BITS = 16;

/** Of calls moved by this transaction no row calls its trigger (migration 0165): the statement that moves them notes them all. */
export const hushNotes = (trx: Trx, campaignId: number) =>
  sql`select set_config('campanero.noted', ${String(campaignId)}, true)`.execute(trx);

/**
 * A part of a statement whose CTE `moved` returns id, to_operator and blocked of every call after the change, which has set
 * nothing else that columns keep but the moment (migration 0175; columns/moves.queries.ts reads it). Within the lock of the
 * split, so that turns have its order.
 */
export const noteMoved = ({ id, idLo }: Range, now: Date): RawBuilder<unknown> => sql`
  noted as (
    insert into call_edit (campaign_id, moved, moved_at, turn)
    select ${id}::int, string_agg(int8send(((moved.id - ${idLo ?? 0}::bigint) << 32)
        | (moved.blocked::int::bigint << 31) | coalesce(moved.to_operator, 0)), ''),
      ${now}::timestamptz, nextval('call_edit_turn')
    from moved group by (moved.id - ${idLo ?? 0}::bigint) >> ${NOTE_BITS}::int
  )`;
