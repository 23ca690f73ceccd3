import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Audience } from '../audience.queries.ts';
import { inCampaign } from '../narrowing.queries.ts';
import { writeCall, type ColumnCall, type Columns } from './columns.ts';

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
/** Changes are noted for a day (jobs/purge-expired.ts). */
const NOTED_SECONDS = 43_200;

/** A place as a key: JSON tells nothing from an empty text. */
export const placeKey = 'json_build_array(call.district_id, call.section_id, call.subsection_id)::text';

/**
 * Brings columns up to this moment by what migration 0165 notes of every change. Undefined if that cannot be told call by call:
 * then everything has to be read again. One snapshot for all of it, so that no page is half before and half after a change.
 */
export const follow = (db: Db, audience: Audience, columns: Columns, moment: Moment): Promise<Moment | undefined> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // A restored database has notes of a server that had counted further: those are left aside.
      const { rows } = await sql<Moment & { nextPosition: number; edited: (string | null)[] }>`
        select pg_current_snapshot()::text as snapshot, extract(epoch from now())::float8 as at,
          pg_postmaster_start_time()::text as server, next_position,
          array(select distinct call_id from call_edit where campaign_id = ${audience.id}
            and xid >= pg_snapshot_xmin(${moment.snapshot}::pg_snapshot)
            and xid < pg_snapshot_xmax(pg_current_snapshot())
            and not pg_visible_in_snapshot(xid, ${moment.snapshot}::pg_snapshot)
            limit ${CHANGES_MAX + 1}) as edited
        from campaign where id = ${audience.id}`.execute(trx);
      const { nextPosition, edited, ...now } = rows[0]!;
      const added = nextPosition - columns.size;
      if (now.server !== moment.server || now.at - moment.at > NOTED_SECONDS) return undefined;
      if (edited.includes(null) || edited.length + added > CHANGES_MAX) return undefined;
      if (nextPosition > columns.capacity || added < 0) return undefined;
      if (edited.length === 0 && added === 0) return now;
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
      columns.totals.clear();
      for (const call of calls) writeCall(columns, call);
      columns.size = nextPosition;
      return now;
    });
