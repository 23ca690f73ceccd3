import { sql, expressionBuilder, type Expression, type SqlBool } from 'kysely';
import { ADMINISTRADOR, COORDINADOR } from '@campanero/contract/roles';
import type { Db } from '../../db/client.ts';
import type { DB } from '../../db/schema.gen.ts';
import { inSpanishOrder } from '../../db/text.ts';
import { visibleTo, type Viewer } from '../../call-store/reach.ts';

const fullName = sql<string>`trim(app_user.first_name || ' ' || app_user.last_name)`;

/**
 * Enabled people with a role, by name. Whoever sees every campaign may choose anyone; the others only themselves and
 * the people of the campaigns they see, so that a list of choices tells nobody about people outside their reach.
 */
export const selectPeople = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('appUser')
    .select(['appUser.id', fullName.as('name')])
    .where('appUser.disabled', '=', false)
    .where((eb) =>
      eb.exists(eb.selectFrom('userRole').select('userRole.roleId').whereRef('userRole.userId', '=', 'appUser.id')),
    )
    .where(isWithinReach(viewer))
    .orderBy(inSpanishOrder(fullName))
    .orderBy('appUser.id')
    .execute();

function isWithinReach(viewer: Viewer): Expression<SqlBool> {
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
