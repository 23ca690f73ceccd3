import { routesOf } from '../../http/mount.ts';
import { countByGroup } from '@campanero/contract/configuration/state-groups';
import type { OperatorDay } from '@campanero/contract/monitor/endpoints';
import { isExternalRole } from '@campanero/contract/roles';
import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import { selectOperatorDays } from '../../call-store/read/index.ts';
import { found, onReplica, type SignedCtx } from '../../work/index.ts';
import { findUserId } from '../lookups/lookups.queries.ts';
import { readOperatorDetail, selectWorkers, seriesOf, sum } from './monitor.queries.ts';

export const monitorRoutes = routesOf('monitor', {
  day: ({ query }, ctx) => onReplica(ctx, (replica) => viewOperatorsToday(replica, query.external)),
  /** Days without registrations are omitted. Also for disabled users. */
  detail: ({ params, query }, ctx) =>
    onReplica(ctx, async ({ db }) => readOperatorDetail(db, found(await findUserId(db, params.id)).id, query)),
});

const inNameOrder = new Intl.Collator('es').compare;

// Includes disabled operators and coordinators who called, so that the total is complete. The side is that of the user, not of
// the campaign.
async function viewOperatorsToday({ db, clock }: SignedCtx, external: boolean): Promise<OperatorDay> {
  const outcomes = await selectOperatorDays(db, { span: dayBounds(productDay(clock())) });
  const byOperator = Map.groupBy(
    outcomes.filter(({ n }) => n > 0),
    ({ operatorId }) => operatorId,
  );
  const workers = await selectWorkers(db, [...byOperator.keys()]);
  const operators = workers
    .filter(({ primary }) => isExternalRole(primary ?? undefined) === external)
    .map(({ id, name }) => {
      const own = byOperator.get(id) ?? [];
      return { id, name, counts: countByGroup(own), total: sum(own.map(({ n }) => n)) };
    })
    .toSorted((a, b) => b.total - a.total || inNameOrder(a.name, b.name) || a.id - b.id);
  return {
    categories: operators.map(({ name }) => name),
    operatorIds: operators.map(({ id }) => id),
    series: [
      ...seriesOf(operators.map(({ counts }) => counts)),
      { name: 'Total', data: operators.map(({ total }) => total) },
    ],
  };
}
