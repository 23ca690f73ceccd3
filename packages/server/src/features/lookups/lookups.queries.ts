import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { sql, type RawBuilder } from 'kysely';
import {
  ADMINISTRADOR,
  COORDINADOR,
  COORDINADOR_EXTERNO,
  isExternalRole,
  isOnExternalSide,
  isOperatorRole,
  OPERADOR,
  OPERADOR_EXTERNO,
} from '@campanero/contract/roles';
import type { District } from '@campanero/contract/lookups/schemas';
import type { Db } from '../../db/client.ts';
import { selectRows } from '../../db/select.ts';
import { inSpanishOrder } from '../../db/text.ts';
import { hasRegistered, isOperatorOfCampaign, type Viewer, visibleTo } from '../../call-store/reach.ts';
import { statusAt } from '../campaigns/status/stage.queries.ts';
import { asBigint, fullName, primaryRole } from '../../db/product-sql.ts';

/** Viewers who do not see every campaign get only themselves and users of visible campaigns. */
export const selectVisibleUsers = (db: Db, viewer: Viewer) => {
  const seesEveryone = viewer.primary === ADMINISTRADOR || viewer.primary === COORDINADOR;
  return selectRows<{ id: number; name: string }>(db)`
    select app_user.id, ${fullName()} as name from app_user
    where not disabled and exists (select from user_role where user_role.user_id = app_user.id)
      and (${seesEveryone} or app_user.id = ${viewer.id}
        or app_user.id in (select coordinated_by from campaign where ${visibleTo(viewer)})
        or app_user.id in (
          select user_id from campaign join campaign_operator on campaign_operator.campaign_id = campaign.id
          where ${visibleTo(viewer)}))
    order by ${inSpanishOrder(fullName())}, app_user.id`;
};

const byName = inSpanishOrder(sql.ref<string>('display'));
/** The display spelling; the column `name` has no accents. */
const place = ({ id, display }: { id: string; display: string }) => ({ id, name: display });

export async function selectLocationTree(db: Db): Promise<District[]> {
  const [districts, sections, subsections] = await Promise.all([
    db.selectFrom('locationDistrict').selectAll().orderBy(byName).orderBy('id').execute(),
    db.selectFrom('locationSection').selectAll().orderBy(byName).orderBy('id').execute(),
    db.selectFrom('locationSubsection').selectAll().orderBy(byName).orderBy('id').execute(),
  ]);
  const sectionsOf = Map.groupBy(sections, ({ districtId }) => districtId);
  const subsectionsOf = Map.groupBy(subsections, ({ sectionId }) => sectionId);
  return districts.map((district) => ({
    ...place(district),
    sections: (sectionsOf.get(district.id) ?? []).map((section) => ({
      ...place(section),
      subsections: (subsectionsOf.get(section.id) ?? []).map(place),
    })),
  }));
}

/** Enabled users by primary role. External roles see only the external side. */
async function selectBySide(db: Db, viewer: Viewer, roles: readonly number[], reach: RawBuilder<unknown>) {
  const visible = roles.filter((role) => !isOnExternalSide(viewer) || isExternalRole(role));
  const people = await selectRows<{ id: number; name: string; primary: number }>(db)`
    select app_user.id, ${fullName()} as name, ${primaryRole()} as primary from app_user
    where not disabled and ${isOperatorRole(viewer.primary) ? reach : sql`true`} and ${primaryRole()} = any(${visible}::int[])
    order by ${inSpanishOrder(fullName())}, app_user.id`;
  return {
    internals: people.filter(({ primary }) => !isExternalRole(primary)),
    externals: people.filter(({ primary }) => isExternalRole(primary)),
  };
}

const SUPERVISORS = [ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO];
/** Users who may coordinate; operators get only those of their campaigns. */
export const selectSupervisors = (db: Db, viewer: Viewer) =>
  selectBySide(
    db,
    viewer,
    SUPERVISORS,
    sql`app_user.id in (select coordinated_by from campaign where ${visibleTo(viewer)})`,
  );

/** Users who may have calls; operators get only themselves. */
export const selectOperatorNames = (db: Db, viewer: Viewer) =>
  selectBySide(db, viewer, [OPERADOR, OPERADOR_EXTERNO], sql`app_user.id = ${viewer.id}`);

export const findUserId = (db: Db, userId: number) =>
  db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', asBigint(userId))
    .where('kind', '=', 'person')
    .executeTakeFirst();

export const selectCampaignNames = (db: Db, ids: readonly number[], now: Date) =>
  selectRows<{ id: number; name: string; status: CampaignStatus }>(db)`
    select id, name, ${statusAt(now)} as status from campaign where id = any(${ids}::int[])`;

/** Campaigns that a user coordinates, works in or registered calls in, newest first. */
export const selectCampaignsOfUser = (db: Db, userId: number) =>
  selectRows<{ id: number; name: string }>(db)`
    select campaign.id, campaign.name from campaign
    where campaign.coordinated_by = ${userId} or ${isOperatorOfCampaign(userId)} or ${hasRegistered(userId)}
    order by campaign.id desc`;
