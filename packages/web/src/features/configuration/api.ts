import { configuration } from '@campanero/contract/configuration/endpoints';
import {
  type ActionBody,
  type ActionName,
  objectiveBody,
  type ObjectivePatch,
  stateBody,
  type StatePatch,
  substateBody,
  type SubstatePatch,
} from '@campanero/contract/configuration/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

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

/** Where names of the catalogue stand: what is on the screen looks again at once, the rest when it is next shown. */
const NAMED_IN = ['configuration', 'lookups', 'campaigns'];

function useSave<V>(mutationFn: (values: V) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      for (const part of NAMED_IN) void queryClient.invalidateQueries({ queryKey: [part] });
    },
  });
}

/** Without an id it is a new one. */
export const useSaveObjective = (id: number | undefined) =>
  useSave((values: ObjectivePatch) =>
    id === undefined
      ? call(configuration.createObjective, { body: objectiveBody.parse(values) })
      : call(configuration.updateObjective, { params: { id }, body: values }),
  );

export const useSaveState = (id: number | undefined) =>
  useSave((values: StatePatch) =>
    id === undefined
      ? call(configuration.createState, { body: stateBody.parse(values) })
      : call(configuration.updateState, { params: { id }, body: values }),
  );

export const useSaveSubstate = (id: number | undefined) =>
  useSave((values: SubstatePatch) =>
    id === undefined
      ? call(configuration.createSubstate, { body: substateBody.parse(values) })
      : call(configuration.updateSubstate, { params: { id }, body: values }),
  );

export const actionsQuery = (action: ActionName) =>
  queryOptions({
    queryKey: ['configuration', 'actions', action] as const,
    queryFn: ({ signal }) => call(configuration.actions, { query: { action } }, { signal }),
  });

export function useSaveActions(action: ActionName) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ActionBody) => call(configuration.saveActions, { query: { action }, body }),
    onSuccess: (lists) => {
      queryClient.setQueryData(actionsQuery(action).queryKey, lists);
      return queryClient.invalidateQueries({ queryKey: ['configuration', 'states'] });
    },
  });
}
