import { eventName, EVENT_DAYS } from '@campanero/contract/outgoing-events/schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import { countEntriesWithoutEvent } from '../call-store/read/index.ts';
import { type Db, selectRows, selectValue } from '../db/index.ts';

const DAY_MS = 86_400_000;

interface SubscriptionSums {
  id: number;
  name: string;
  written: number;
  delivered: number;
  waiting: number;
  parked: number;
}

/** `written` counts events by the subscriptions that they name, the others deliveries: two tables that no key connects. */
const selectSums = (db: Db) =>
  selectRows<SubscriptionSums>(db)`
    with written as (
      select subscription_id, count(*) as n from outgoing_event, unnest(subscription_ids) as subscription_id group by 1
    ), counted as (
      select subscription_id, count(*) filter (where status = 'DELIVERED') as delivered,
        count(*) filter (where status = 'WAITING') as waiting, count(*) filter (where status = 'PARKED') as parked
      from event_delivery group by 1
    )
    select id, name, coalesce(written.n, 0) + removed_delivered + removed_parked as written,
      coalesce(delivered, 0) + removed_delivered as delivered, coalesce(waiting, 0) as waiting,
      coalesce(parked, 0) + removed_parked as parked
    from event_subscription
    left join written on written.subscription_id = id
    left join counted on counted.subscription_id = id
    order by id`;

/** Events of one stream that were delivered before an earlier one, but for what somebody had sent again and for clocks of nodes. */
const countOutOfOrder = (db: Db) =>
  selectValue<number>(db)`
    select count(*)::int from (
      select settled_at, max(settled_at) over (partition by subscription_id, stream order by event_id
        rows between unbounded preceding and 1 preceding) as before
      from event_delivery where status = 'DELIVERED' and resent_after is null) delivered
    where settled_at < before - interval '2 seconds'`;

export async function verifyEvents(db: Db, now: Date) {
  const sums = await selectSums(db);
  const findings = sums.flatMap(({ name, written, delivered, waiting, parked }) =>
    delivered + waiting + parked === written
      ? []
      : [
          `La suscripción «${name}» tiene ${formatCount(written)} eventos escritos y ${formatCount(delivered)} entregados, ` +
            `${formatCount(waiting)} en espera y ${formatCount(parked)} apartados.`,
        ],
  );
  for (const { name, kind, n } of await countEntriesWithoutEvent(
    db,
    new Date(now.getTime() - (EVENT_DAYS - 1) * DAY_MS),
  ))
    findings.push(`A la suscripción «${name}» le faltan ${formatCount(n)} eventos «${eventName(kind)}».`);
  const misplaced = await countOutOfOrder(db);
  if (misplaced > 0)
    findings.push(`${formatCount(misplaced)} eventos se entregaron antes que uno anterior del mismo orden.`);
  const written = sums.reduce((sum, each) => sum + each.written, 0);
  return { checked: `eventos: ${formatCount(written)} de ${formatCount(sums.length)} suscripciones`, findings };
}
