import { configuration } from '@campanero/contract/configuration/endpoints';
import { endpointQuery } from '../../lib/queries.ts';

export const objectivesQuery = () => endpointQuery('configuration', configuration.objectives);
export const statesQuery = () => endpointQuery('configuration', configuration.states);
export const substatesQuery = () => endpointQuery('configuration', configuration.substates);

export const catalogueSaved = { changes: ['configuration', 'lookups', 'campaigns'] as const };
