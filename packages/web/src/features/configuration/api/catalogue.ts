import { configuration } from '@campanero/contract/configuration/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const objectivesQuery = () =>
  queryOptions({
    queryKey: ['configuration', 'objectives'] as const,
    queryFn: ({ signal }) => call(configuration.objectives, undefined, { signal }),
  });
export const statesQuery = () =>
  queryOptions({
    queryKey: ['configuration', 'states'] as const,
    queryFn: ({ signal }) => call(configuration.states, undefined, { signal }),
  });
export const substatesQuery = () =>
  queryOptions({
    queryKey: ['configuration', 'substates'] as const,
    queryFn: ({ signal }) => call(configuration.substates, undefined, { signal }),
  });

/** An editor begins with what is stored now, never with a remembered copy: its version would be refused. */
const FRESH = { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false } as const;

export const objectiveQuery = (id: number) =>
  queryOptions({
    queryKey: ['configuration', 'objective', id] as const,
    queryFn: ({ signal }) => call(configuration.objective, { params: { id } }, { signal }),
    ...FRESH,
  });
export const stateQuery = (id: number) =>
  queryOptions({
    queryKey: ['configuration', 'state', id] as const,
    queryFn: ({ signal }) => call(configuration.state, { params: { id } }, { signal }),
    ...FRESH,
  });
export const substateQuery = (id: number) =>
  queryOptions({
    queryKey: ['configuration', 'substate', id] as const,
    queryFn: ({ signal }) => call(configuration.substate, { params: { id } }, { signal }),
    ...FRESH,
  });
