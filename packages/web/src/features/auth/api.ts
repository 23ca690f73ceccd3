import { auth } from '@campanero/contract/auth/endpoints';
import { identity } from '@campanero/contract/auth/identity';
import { secondFactor } from '@campanero/contract/auth/second-factor';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

export const secondFactorQuery = () => endpointQuery('auth', secondFactor.state);

/** Not kept: what a user has may have changed since it was last asked for. */
export const confirmWaysQuery = () => endpointQuery('auth', identity.ways, undefined, { staleTime: 0, gcTime: 0 });

export const secondFactorChange = {
  // Also the session check: a role may have required it; other sessions may have ended.
  changes: [endpointKey('auth', secondFactor.state), 'session' as const, endpointKey('auth', auth.sessions)],
  evenIfRefused: true,
  // Secrets must not stay in the mutation cache.
  gcTime: 0,
};
