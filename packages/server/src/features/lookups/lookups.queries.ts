import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import {
  ADMINISTRADOR,
  COORDINADOR,
  COORDINADOR_EXTERNO,
  isExternalRole,
  isOperatorRole,
  OPERADOR,
  OPERADOR_EXTERNO,
} from '@campanero/contract/roles';
import type { District } from '@campanero/contract/lookups/schemas';
import type { Db } from '../../db/client.ts';
import type { DB } from '../../db/schema.gen.ts';
import { inSpanishOrder } from '../../db/text.ts';
import { hasRegistered, isOperatorOfCampaign, type Viewer, visibleTo } from '../../call-store/reach.ts';
import { statusAt } from '../campaigns/status/stage.queries.ts';
import { asBigint, fullName, primaryRole } from '../../db/product-sql.ts';

/**
 * Enabled users with a role, by name. Viewers who do not see every campaign get only themselves and users of visible
 * campaigns.
 */
export const selectVisibleUsers = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('appUser')
    .select(['appUser.id', fullName().as('name')])
    .where('appUser.disabled', '=', false)
    .where((eb) =>
      eb.exists(eb.selectFrom('userRole').select('userRole.roleId').whereRef('userRole.userId', '=', 'appUser.id')),
    )
    .where(isVisibleUser(viewer))
    .orderBy(inSpanishOrder(fullName()))
    .orderBy('appUser.id')
    .execute();

function isVisibleUser(viewer: Viewer): Expression<SqlBool> {
  const eb = expressionBuilder<DB, 'appUser'>();
  if (viewer.primary === ADMINISTRADOR || viewer.primary === COORDINADOR) return eb.lit(true);
  return eb.or([
    eb('appUser.id', '=', viewer.id),
    eb('appUser.id', 'in', eb.selectFrom('campaign').select('campaign.coordinatedBy').where(visibleTo(viewer))),
    eb(
      'appUser.id',
      'in',
      eb
        .selectFrom('campaign')
        .innerJoin('campaignOperator', 'campaignOperator.campaignId', 'campaign.id')
        .select('campaignOperator.userId')
        .where(visibleTo(viewer)),
    ),
  ]);
}

const byName = inSpanishOrder(sql.ref<string>('display'));
/** The display spelling; the column `name` has no accents. */
const place = ({ id, display }: { id: string; display: string }) => ({ id, name: display });

/** Each level in alphabetical order. */
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
async function selectBySide(db: Db, viewer: Viewer, roles: readonly number[], reach: Expression<SqlBool>) {
  const visible = roles.filter((role) => !isExternalRole(viewer.primary) || isExternalRole(role));
  const people = await db
    .selectFrom('appUser')
    .select(['appUser.id', fullName().as('name'), primaryRole().$castTo<number>().as('primary')])
    .where('appUser.disabled', '=', false)
    .where(reach)
    .where(primaryRole(), 'in', visible)
    .orderBy(inSpanishOrder(fullName()))
    .orderBy('appUser.id')
    .execute();
  return {
    internals: people.filter(({ primary }) => !isExternalRole(primary)),
    externals: people.filter(({ primary }) => isExternalRole(primary)),
  };
}

/** Users who may coordinate; operators get only those of their campaigns. */
export function selectSupervisors(db: Db, viewer: Viewer) {
  const eb = expressionBuilder<DB, 'appUser'>();
  const ofTheirCampaigns = eb.selectFrom('campaign').select('campaign.coordinatedBy').where(visibleTo(viewer));
  const reach = isOperatorRole(viewer.primary) ? eb('appUser.id', 'in', ofTheirCampaigns) : eb.lit(true);
  return selectBySide(db, viewer, [ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO], reach);
}

/** Users who may have calls; operators get only themselves. */
export function selectOperatorNames(db: Db, viewer: Viewer) {
  const eb = expressionBuilder<DB, 'appUser'>();
  const reach = isOperatorRole(viewer.primary) ? eb('appUser.id', '=', viewer.id) : eb.lit(true);
  return selectBySide(db, viewer, [OPERADOR, OPERADOR_EXTERNO], reach);
}

export const findUserId = (db: Db, userId: number) =>
  db.selectFrom('appUser').select('id').where('id', '=', asBigint(userId)).executeTakeFirst();

export const selectCampaignNames = (db: Db, ids: readonly number[], now: Date) =>
  db
    .selectFrom('campaign')
    .select(['id', 'name', statusAt(now).as('status')])
    .where('id', 'in', ids)
    .execute();

/** Campaigns that a user coordinates, works in or registered calls in, newest first. */
export const selectCampaignsOfUser = (db: Db, userId: number): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('campaign')
    .select(['campaign.id', 'campaign.name'])
    .where((eb) =>
      eb.or([eb('campaign.coordinatedBy', '=', userId), isOperatorOfCampaign(userId), hasRegistered(userId)]),
    )
    .orderBy('campaign.id', 'desc')
    .execute();
