import { callingRules } from '@campanero/contract/calling-rules/endpoints';
import { endpointQuery } from '../../lib/queries.ts';

/** What applies to every campaign without rules of its own, with the holidays. */
export const callingDefaultQuery = () => endpointQuery('calling-rules', callingRules.view);

/** Campaigns follow the system's rules, and pages about calls follow campaigns. */
export const rulesSaved = { changes: ['campaigns'], refetches: ['calling-rules'] } as const;
