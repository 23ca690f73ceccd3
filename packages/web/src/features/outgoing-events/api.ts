import { outgoingEvents } from '@campanero/contract/outgoing-events/endpoints';
import type { Subscription } from '@campanero/contract/outgoing-events/schemas';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

const SCOPE = 'outgoing-events';
/** Figures and deliveries change by themselves. */
const POLL_MS = 10_000;

export const subscriptionsQuery = () =>
  endpointQuery(SCOPE, outgoingEvents.list, undefined, { pollMs: ({ length }) => length > 0 && POLL_MS });

export const subscriptionQuery = (id: number) =>
  endpointQuery(SCOPE, outgoingEvents.detail, { params: { id } }, { pollMs: () => POLL_MS });

export const deliveriesOf = (id: number, query: object) =>
  endpointQuery(SCOPE, outgoingEvents.deliveries, { params: { id }, query }, { pollMs: () => POLL_MS });

export const attemptsQuery = (id: number, eventId: number) =>
  endpointQuery(SCOPE, outgoingEvents.attempts, { params: { id, eventId } }, { pollMs: () => POLL_MS });

export const subscriptionSaved = {
  replaces: ({ id }: Subscription) => subscriptionQuery(id),
  changes: [endpointKey(SCOPE, outgoingEvents.list), endpointKey(SCOPE, outgoingEvents.deliveries)],
};

/** The reply holds a secret, which stays in no cache. */
export const secretMade = { gcTime: 0, changes: [SCOPE] as const };
export const deliveriesChanged = { refetches: [SCOPE] as const };
