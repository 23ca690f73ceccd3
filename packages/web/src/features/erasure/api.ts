import { erasure } from '@campanero/contract/erasure/endpoints';
import type { ErasureBody } from '@campanero/contract/erasure/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const POLL_MS = 2_000;

/** Where the erasure of a person stands, asked again while it works; and what one would do. */
export const erasureQuery = (id: number) =>
  queryOptions({
    queryKey: ['personal-data', 'person', id, 'erasure'] as const,
    queryFn: ({ signal }) => call(erasure.view, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.last && !state.data.last.finishedAt ? POLL_MS : false),
  });

export function useErase(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ErasureBody) => call(erasure.ask, { params: { id }, body }),
    onSuccess: (view) => {
      client.setQueryData(erasureQuery(id).queryKey, view);
      // Names, calls and records are no longer what the page shows.
      void client.invalidateQueries({ queryKey: ['personal-data', 'person', id] });
    },
  });
}
