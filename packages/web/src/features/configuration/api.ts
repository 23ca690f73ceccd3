import { configuration } from '@campanero/contract/configuration/endpoints';
import { endpointQuery } from '../../lib/queries.ts';

export const objectivesQuery = () => endpointQuery('configuration', configuration.objectives);
export const statesQuery = () => endpointQuery('configuration', configuration.states);
export const substatesQuery = () => endpointQuery('configuration', configuration.substates);

/** Where names of the catalogue stand: what is on the screen looks again at once, the rest when it is next shown. */
export const catalogueSaved = { changes: ['configuration', 'lookups', 'campaigns'] as const };
