import type { Selectable } from 'kysely';
import type { Script } from '../../../db/schema.gen.ts';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import { sql, type RawBuilder } from 'kysely';
import type { CampaignState } from '@campanero/contract/campaigns/detail-schemas';
import { type Viewer, visibleTo } from '../../../call-store/reach.ts';
import type { Db } from '../../../db/client.ts';
import { selectFirst, selectRows } from '../../../db/select.ts';
import { found } from '../../../work/app-error.ts';
import type { AuditDetail } from '../../../work/audit.ts';
import type { SignedCtx } from '../../../work/context.ts';
import { loadName } from '../../loads/loads.queries.ts';
import { campaignColumns } from '../campaigns.queries.ts';
import { isNotSystemState } from '../edit/choices.queries.ts';
import { asBigint, fullName, isClosed, keptUntil, primaryRole, systemKeepMonths } from '../../../db/product-sql.ts';

const keptMonths = sql<number | null>`case when campaign.keep_reason is null
  then coalesce(campaign.keep_months, ${systemKeepMonths}) end`;

const findVisibleCampaign = (db: Db, viewer: Viewer, id: number, now: Date) =>
  db
    .selectFrom('campaign')
    .innerJoin('objective', 'objective.id', 'campaign.objectiveId')
    .innerJoin('appUser as coordinator', 'coordinator.id', 'campaign.coordinatedBy')
    .leftJoin('locationDistrict', 'locationDistrict.id', 'campaign.districtId')
    .leftJoin('locationSection', 'locationSection.id', 'campaign.sectionId')
    .leftJoin('locationSubsection', 'locationSubsection.id', 'campaign.subsectionId')
    .select(campaignColumns(now))
    .select(['campaign.districtId', 'campaign.sectionId', 'campaign.subsectionId'])
    .select(['locationDistrict.display as districtName', 'locationSection.display as sectionName'])
    .select(['locationSubsection.display as subsectionName', 'campaign.formId', 'campaign.formName'])
    .select('campaign.formUrl')
    .select(['campaign.retryOtherHours', 'campaign.obeysLists', 'campaign.exemptReason', 'campaign.anonymisedAt'])
    .select(['campaign.version', 'campaign.idLo', 'campaign.idHi', keptMonths.as('keptMonths')])
    .select([
      sql<CampaignStatus | null>`campaign.status_before_load`.as('statusBeforeLoad'),
      sql<CallingRules | null>`campaign.calling_rules`.as('callingRules'),
      sql<{ id: number; name: string } | null>`(select jsonb_build_object('id', survey.id, 'name', survey.name)
        from survey where survey.id = campaign.survey_id)`.as('survey'),
      sql<Date | null>`case when ${isClosed()} then ${keptUntil(systemKeepMonths)} end`.as('keptUntil'),
    ])
    .where('campaign.id', '=', asBigint(id))
    .where(visibleTo(viewer))
    .executeTakeFirst();

/** A campaign with its current status; NOT_FOUND when the user may not see it. */
export const getVisibleCampaign = async ({ db, actor, clock }: SignedCtx, id: number) =>
  found(await findVisibleCampaign(db, actor, id, clock()));

interface CampaignOperator {
  id: number;
  name: string;
  disable: boolean;
  /** Enabled, and internal or external like the campaign. */
  isValid: boolean;
}

export const selectOperators = (db: Db, campaign: { id: number; external: boolean }) =>
  selectRows<CampaignOperator>(db)`
    select u.id, ${fullName('u')} as name, u.disabled as disable,
      not u.disabled and coalesce(${primaryRole('u')}, 0)
        = ${campaign.external ? OPERADOR_EXTERNO : OPERADOR} as is_valid
    from campaign_operator m join app_user u on u.id = m.user_id
    where m.campaign_id = ${campaign.id}
    order by u.first_name collate "es-x-icu", u.last_name collate "es-x-icu", u.id`;

type StoredScript = Selectable<Script>;
export type ScriptRecord = Pick<StoredScript, 'id' | 'campaignId' | 'originalName' | 'contentType' | 'bytes'>;
export const selectScripts = (db: Db, campaignId: number) =>
  selectRows<ScriptRecord>(db)`
    select id, campaign_id, original_name, content_type, bytes from script where campaign_id = ${campaignId} order by id`;

export const findScript = (db: Db, campaignId: number, scriptId: number) =>
  selectFirst<Pick<StoredScript, 'originalName' | 'contentType' | 'bytes' | 'fileKey'>>(db)`
    select original_name, content_type, bytes, file_key from script
    where campaign_id = ${campaignId} and id = ${asBigint(scriptId)}`;

/** The last load that did not fail. */
export const findLastLoadName = (db: Db, viewer: Viewer, campaignId: number) =>
  selectFirst<{ name: string; source: string; sourceId: string | null }>(db)`
    select ${loadName(viewer)} as name, source, source_id from audience_load
    where campaign_id = ${campaignId} and status in ('COMPLETED', 'RUNNING') order by id desc limit 1`;

export interface EventRecord {
  id: number;
  at: Date;
  action: string;
  subaction: string;
  info: AuditDetail;
  userName: string | null;
}

/** The campaign's audit records, newest first; uses the partial index audit_campaign. */
export const selectEvents = (db: Db, campaignId: number, limit: number) =>
  selectRows<EventRecord>(db)`
    select audit.id, audit.at, audit.action, audit.subaction, audit.info,
      ${fullName('u')} as user_name
    from audit left join app_user u on u.id = audit.user_id
    where audit.object_type = 'campaign' and audit.object_id = ${String(campaignId)}
    order by audit.id desc limit ${limit}`;

const selectStates = (db: Db, where: RawBuilder<unknown>) =>
  selectRows<CampaignState>(db)`
    select state.id, state.name, state.color, state.disable, state.contactability, state.effectiveness, state.callback, coalesce(
      (select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name collate "es-x-icu", s.id)
        from state_substate m join substate s on s.id = m.substate_id
        where m.state_id = state.id and not s.disable), '[]') as substates
    from state where ${where}
    order by state.name collate "es-x-icu", state.id`;

const isStateOf = (campaignId: number) =>
  sql`state.id in (select state_id from campaign_state where campaign_id = ${campaignId})`;

export const selectCampaignStates = (db: Db, campaignId: number) => selectStates(db, isStateOf(campaignId));

/** Enabled states that can be added, without those reserved for the system. */
export const selectUnassociatedStates = (db: Db, campaignId: number) =>
  selectStates(db, sql`not state.disable and ${isNotSystemState} and not ${isStateOf(campaignId)}`);
