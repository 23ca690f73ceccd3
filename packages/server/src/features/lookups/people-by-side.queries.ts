import { sql, expressionBuilder, type Expression, type SqlBool } from 'kysely';
import {
  ADMINISTRADOR,
  COORDINADOR,
  COORDINADOR_EXTERNO,
  isExternalRole,
  isOperatorRole,
  OPERADOR,
  OPERADOR_EXTERNO,
} from '@campanero/contract/roles';
import type { Db } from '../../db/client.ts';
import type { DB } from '../../db/schema.gen.ts';
import { inSpanishOrder } from '../../db/text.ts';
import { visibleTo, type Viewer } from '../../call-store/reach.ts';

const fullName = sql<string>`trim(app_user.first_name || ' ' || app_user.last_name)`;

/** Enabled people whose primary role, the highest they hold, is one of these (decisions 3). External roles see the external side only. */
async function selectBySide(db: Db, viewer: Viewer, roles: readonly number[], reach: Expression<SqlBool>) {
  const visible = roles.filter((role) => !isExternalRole(viewer.primary) || isExternalRole(role));
  const people = await db
    .selectFrom('appUser')
    .innerJoin('userRole', 'userRole.userId', 'appUser.id')
    .select((eb) => ['appUser.id', fullName.as('name'), eb.fn.max('userRole.roleId').as('primary')])
    .where('appUser.disabled', '=', false)
    .where(reach)
    .groupBy('appUser.id')
    .having((eb) => eb(eb.fn.max('userRole.roleId'), 'in', visible))
    .orderBy(inSpanishOrder(fullName))
    .orderBy('appUser.id')
    .execute();
  return {
    internals: people.filter(({ primary }) => !isExternalRole(primary)),
    externals: people.filter(({ primary }) => isExternalRole(primary)),
  };
}

/** Who may coordinate. An operator is told only who coordinates the campaigns they work in. */
export function selectSupervisors(db: Db, viewer: Viewer) {
  const eb = expressionBuilder<DB, 'appUser'>();
  const ofTheirCampaigns = eb.selectFrom('campaign').select('campaign.coordinatedBy').where(visibleTo(viewer));
  const reach = isOperatorRole(viewer.primary) ? eb('appUser.id', 'in', ofTheirCampaigns) : eb.lit(true);
  return selectBySide(db, viewer, [ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO], reach);
}

/** Who may be given calls. Operators see only themselves in it (spec 6). */
export function selectOperators(db: Db, viewer: Viewer) {
  const eb = expressionBuilder<DB, 'appUser'>();
  const reach = isOperatorRole(viewer.primary) ? eb('appUser.id', '=', viewer.id) : eb.lit(true);
  return selectBySide(db, viewer, [OPERADOR, OPERADOR_EXTERNO], reach);
}
