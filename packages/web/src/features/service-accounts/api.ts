import { serviceAccounts } from '@campanero/contract/service-accounts/endpoints';
import type { ServiceAccountDetail } from '@campanero/contract/service-accounts/schemas';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

export const accountQuery = (id: number) => endpointQuery('service-accounts', serviceAccounts.get, { params: { id } });

export const accountSaved = {
  replaces: ({ id }: ServiceAccountDetail) => accountQuery(id),
  changes: [endpointKey('service-accounts', serviceAccounts.list)],
};

/** The reply holds a key, which stays in no cache. */
export const keyMade = { gcTime: 0, changes: ['service-accounts' as const] };
