import { routesOf } from '../../http/mount.ts';
import { found, NEWEST_FIRST, pagingOfQuery, type SignedCtx } from '../../work/index.ts';
import {
  changeSubscription,
  createSubscription,
  removeSubscription,
  renewSecret,
  resendAllParked,
  resendDelivery,
  sendTest,
  setPaused,
} from './change-subscription.ts';
import {
  countDeliveries,
  findSubscription,
  hasDelivery,
  selectAttempts,
  selectDeliveries,
  selectSubscriptions,
  type SubscriptionRecord,
} from './outgoing-events.queries.ts';
import type { outgoingEvents } from '@campanero/contract/outgoing-events/endpoints';
import type { HandlerInput } from '@campanero/contract/endpoint';

export const outgoingEventRoutes = routesOf('outgoingEvents', {
  list: async (_input, { db, clock }) => (await selectSubscriptions(db)).map((row) => present(row, clock())),
  detail: async ({ params }, { db, clock }) => present(found(await findSubscription(db, params.id)), clock()),
  create: async ({ body }, ctx) => withSecret(ctx, await createSubscription(ctx, body)),
  update: async ({ params, body }, ctx) => present(await changeSubscription(ctx, params.id, body), ctx.clock()),
  remove: ({ params }, ctx) => removeSubscription(ctx, params.id),
  renewSecret: async ({ params }, ctx) => withSecret(ctx, await renewSecret(ctx, params.id)),
  pause: async ({ params, body }, ctx) => present(await setPaused(ctx, params.id, body.isPaused), ctx.clock()),
  sendTest: ({ params }, ctx) => sendTest(ctx, params.id),
  deliveries: (input, ctx) => listDeliveries(ctx, input),
  attempts: async ({ params: { id, eventId } }, { db }) => {
    const key = { subscriptionId: found(await findSubscription(db, id)).id, eventId };
    found(await hasDelivery(db, key));
    return selectAttempts(db, key);
  },
  resend: ({ params: { id, eventId } }, ctx) => resendDelivery(ctx, { subscriptionId: id, eventId }),
  resendParked: ({ params }, ctx) => resendAllParked(ctx, params.id),
});

const present = ({ createdByName, previousUntil, ...row }: SubscriptionRecord, now: Date) => ({
  ...row,
  previousUntil: previousUntil && previousUntil > now ? previousUntil : null,
  createdBy: createdByName,
});

const withSecret = (
  { clock }: SignedCtx,
  { subscription, secret }: { subscription: SubscriptionRecord; secret: string },
) => ({ subscription: present(subscription, clock()), secret });

async function listDeliveries({ db }: SignedCtx, { params, query }: HandlerInput<typeof outgoingEvents.deliveries>) {
  found(await findSubscription(db, params.id));
  const filter = { ...query, subscriptionId: params.id };
  const paging = pagingOfQuery<'eventId' | 'id'>(query, NEWEST_FIRST);
  return {
    deliveries: await selectDeliveries(db, filter, paging),
    totalElementsCount: await countDeliveries(db, filter),
    page: query.pageNumber,
  };
}
