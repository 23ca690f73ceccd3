import { sql } from 'kysely';
import type { AuditDetail } from '../../work/audit.ts';
import type { Db } from '../../db/client.ts';

export interface EventRecord {
  id: number;
  at: Date;
  action: string;
  subaction: string;
  info: AuditDetail;
  userName: string | null;
}

/** The campaign's own audit records, newest first, by the partial index audit_campaign. */
export async function selectEvents(db: Db, campaignId: number, limit: number): Promise<EventRecord[]> {
  const { rows } = await sql<EventRecord>`
    select audit.id, audit.at, audit.action, audit.subaction, audit.info,
      trim(u.first_name || ' ' || u.last_name) as user_name
    from audit left join app_user u on u.id = audit.user_id
    where audit.object_type = 'campaign' and audit.object_id = ${String(campaignId)}
    order by audit.id desc limit ${limit}`.execute(db);
  return rows;
}
