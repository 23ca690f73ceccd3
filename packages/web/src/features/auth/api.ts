import { auth } from '@campanero/contract/auth/endpoints';
import { secondFactor } from '@campanero/contract/auth/second-factor';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

export const secondFactorQuery = () => endpointQuery('auth', secondFactor.state);

export const secondFactorChange = {
  // The session check too: a role may have required it until now, and the other sessions may have ended.
  changes: [endpointKey('auth', secondFactor.state), 'session' as const, endpointKey('auth', auth.sessions)],
  evenIfRefused: true,
  // Passwords, secrets and codes must not outlive the attempt in the mutation cache.
  gcTime: 0,
};
