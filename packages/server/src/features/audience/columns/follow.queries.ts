import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Audience } from '../audience.queries.ts';
import { inCampaign } from '../narrowing.queries.ts';
import { writeCall, type ColumnCall, type Columns } from './columns.ts';
import { countMoves, followMoves } from './moves.queries.ts';

/** Up to which changes are known: everything that this snapshot sees. */
export interface Moment {
  snapshot: string;
  /** Seconds, by the database's clock. */
  at: number;
  /** When the database's server was started: another one may count its transactions otherwise. */
  server: string;
}

/** More than so many changes are sooner read with everything else. */
const CHANGES_MAX = 50_000;
/** So often every call may have been moved before it is sooner read again. */
const MOVES_MAX = 4;
/** Changes are noted for a day (jobs/purge-expired.ts). */
const NOTED_SECONDS = 43_200;

/** A place as a key: JSON tells nothing from an empty text. */
export const placeKey = 'json_build_array(call.district_id, call.section_id, call.subsection_id)::text';

interface Notes {
  nextPosition: number;
  /** Null: all of them. */
  edited: (string | null)[];
  oldestXid: string;
  turns: string[];
  movedBytes: number;
}

/** What this snapshot sees and that one did not. A restored database has notes of a server that had counted further. */
const isUnseen = ({ id }: Audience, { snapshot }: Moment) => sql<boolean>`campaign_id = ${id}
  and xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot())
  and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`;

/**
 * Brings columns up to this moment by what migrations 0165 and 0175 note of every change. Undefined if that cannot be told call
 * by call: then everything has to be read again. One snapshot for all of it, so that no page is half before and half after a
 * change. Splits first, one after the other, then the calls that were changed one by one, as they are now: whatever came
 * before, after or between the splits. If it fails half way the next one begins where this one began, and ends the same.
 */
export const follow = (db: Db, audience: Audience, columns: Columns, moment: Moment): Promise<Moment | undefined> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<Moment & Notes>`
        select pg_current_snapshot()::text as snapshot, extract(epoch from now())::float8 as at,
          pg_postmaster_start_time()::text as server, next_position,
          pg_snapshot_xmin(${moment.snapshot}::pg_snapshot)::text as oldest_xid,
          array(select distinct call_id from call_edit where ${isUnseen(audience, moment)} and moved is null
            limit ${CHANGES_MAX + 1}) as edited,
          moves.turns, moves.moved_bytes
        from campaign, lateral (
          select coalesce(array_agg(turn order by turn), '{}') as turns, coalesce(sum(length(moved)), 0)::float8 as moved_bytes
          from call_edit where ${isUnseen(audience, moment)} and moved is not null) moves
        where campaign.id = ${audience.id}`.execute(trx);
      const { nextPosition, edited, oldestXid, turns, movedBytes, ...now } = rows[0]!;
      const added = nextPosition - columns.size;
      if (now.server !== moment.server || now.at - moment.at > NOTED_SECONDS) return undefined;
      if (edited.includes(null) || edited.length + added > CHANGES_MAX) return undefined;
      if (countMoves(movedBytes) > MOVES_MAX * nextPosition) return undefined;
      if (nextPosition > columns.capacity || added < 0) return undefined;
      if (edited.length + added + turns.length === 0) return now;
      columns.totals.clear();
      await followMoves(trx, audience, columns, oldestXid, turns);
      if (edited.length + added === 0) return now;
      const idLo = audience.idLo ?? 0;
      const grown =
        added === 0 ? sql`` : sql`or call.id >= ${idLo + columns.size} and call.id < ${idLo + nextPosition}`;
      const { rows: calls } = await sql<ColumnCall>`
        select (call.id - ${idLo}::bigint)::int as position, call.state_id, coalesce(call.substate_id, 0) as substate_id,
          coalesce(call.birth_year, 0) as birth_year, coalesce(call.gender::int, 0) as gender, call.call_count,
          coalesce(call.operator_id, 0) as operator_id, call.blocked, ${sql.raw(placeKey)} as place, call.number,
          (extract(epoch from call.updated_at - timestamptz '2000-01-01 00:00:00+00') * 1000000)::bigint as updated_at
        from call where ${inCampaign(audience)} and (call.id = any(${edited}::bigint[]) ${grown})`.execute(trx);
      const fresh = calls.filter(({ position }) => position >= columns.size);
      if (fresh.length !== added) return undefined;
      for (const call of calls) writeCall(columns, call);
      columns.size = nextPosition;
      return now;
    });
