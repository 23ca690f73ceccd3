import { callingRules } from '@campanero/contract/calling-rules/endpoints';
import { endpointQuery } from '../../lib/queries.ts';

export const callingDefaultQuery = () => endpointQuery('calling-rules', callingRules.view);

/** Campaigns depend on the rules. */
export const rulesSaved = { changes: ['campaigns'], refetches: ['calling-rules'] } as const;
