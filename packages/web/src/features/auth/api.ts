import { auth } from '@campanero/contract/auth/endpoints';
import { secondFactor } from '@campanero/contract/auth/second-factor';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

export const secondFactorQuery = () => endpointQuery('auth', secondFactor.state);

export const secondFactorChange = {
  // Also the session check: a role may have required it; other sessions may have ended.
  changes: [endpointKey('auth', secondFactor.state), 'session' as const, endpointKey('auth', auth.sessions)],
  evenIfRefused: true,
  // Secrets must not stay in the mutation cache.
  gcTime: 0,
};
