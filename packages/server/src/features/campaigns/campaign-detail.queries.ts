import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import { sql } from 'kysely';
import { visibleTo, type Viewer } from '../../call-store/reach.ts';
import type { Db } from '../../db/client.ts';
import { coordinatorName, isAssigned, pausedAt, statusAt } from './campaigns.queries.ts';

/** One campaign within the viewer's reach, as it is at this moment; undefined for any other, there or not (SEC-26). */
export const findReachable = (db: Db, viewer: Viewer, id: number, now: Date) =>
  db
    .selectFrom('campaign')
    .innerJoin('objective', 'objective.id', 'campaign.objectiveId')
    .innerJoin('appUser as coordinator', 'coordinator.id', 'campaign.coordinatedBy')
    .leftJoin('locationDistrict', 'locationDistrict.id', 'campaign.districtId')
    .leftJoin('locationSection', 'locationSection.id', 'campaign.sectionId')
    .leftJoin('locationSubsection', 'locationSubsection.id', 'campaign.subsectionId')
    .select([
      'campaign.id',
      'campaign.name',
      'campaign.description',
      'campaign.externalId',
      'campaign.objectiveId',
      'objective.name as objectiveName',
      'campaign.coordinatedBy',
      coordinatorName.as('coordinatorName'),
      'campaign.external',
      'campaign.startDate',
      'campaign.endDate',
      'campaign.createdAt',
      statusAt(now).as('status'),
      pausedAt(now).as('paused'),
      isAssigned.as('assigned'),
      sql<CampaignStatus | null>`campaign.status_before_load`.as('statusBeforeLoad'),
      'campaign.districtId',
      'campaign.sectionId',
      'campaign.subsectionId',
      'locationDistrict.display as districtName',
      'locationSection.display as sectionName',
      'locationSubsection.display as subsectionName',
      'campaign.formId',
      'campaign.formName',
      'campaign.formUrl',
      'campaign.version',
      'campaign.idLo',
      'campaign.idHi',
    ])
    .where('campaign.id', '=', sql<number>`${id}::bigint`)
    .where(visibleTo(viewer))
    .executeTakeFirst();
export type ReachableCampaign = NonNullable<Awaited<ReturnType<typeof findReachable>>>;

export interface CampaignOperator {
  id: number;
  name: string;
  disable: boolean;
  /** Enabled and of the campaign's side (decisions 2). */
  isValid: boolean;
}

export async function selectOperators(
  db: Db,
  campaign: { id: number; external: boolean },
): Promise<CampaignOperator[]> {
  const { rows } = await sql<CampaignOperator>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.disabled as disable,
      not u.disabled and coalesce((select max(role_id) from user_role where user_id = u.id), 0)
        = ${campaign.external ? OPERADOR_EXTERNO : OPERADOR} as is_valid
    from campaign_operator m join app_user u on u.id = m.user_id
    where m.campaign_id = ${campaign.id}
    order by u.first_name collate "es-x-icu", u.last_name collate "es-x-icu", u.id`.execute(db);
  return rows;
}

export const selectScripts = (db: Db, campaignId: number) =>
  db
    .selectFrom('script')
    .select(['id', 'campaignId', 'originalName', 'contentType', 'bytes'])
    .where('campaignId', '=', campaignId)
    .orderBy('id')
    .execute();
export type ScriptRecord = Awaited<ReturnType<typeof selectScripts>>[number];

export const findScript = (db: Db, campaignId: number, scriptId: number) =>
  db
    .selectFrom('script')
    .select(['originalName', 'contentType', 'bytes', 'fileKey'])
    .where('campaignId', '=', campaignId)
    .where('id', '=', sql<number>`${scriptId}::bigint`)
    .executeTakeFirst();

/** The last load that brought, or is bringing, something: a failed one left nothing (decisions 4). */
export const findLastLoad = (db: Db, campaignId: number) =>
  db
    .selectFrom('audienceLoad')
    .select(['name', 'source', 'sourceId'])
    .where('campaignId', '=', campaignId)
    .where('status', 'in', ['COMPLETED', 'RUNNING'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
export type LastLoad = Awaited<ReturnType<typeof findLastLoad>>;
