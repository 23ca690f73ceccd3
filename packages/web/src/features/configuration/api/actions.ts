import { configuration } from '@campanero/contract/configuration/endpoints';
import type { ActionBody, ActionName } from '@campanero/contract/configuration/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

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
