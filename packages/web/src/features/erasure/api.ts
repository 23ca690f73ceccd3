import { erasure } from '@campanero/contract/erasure/endpoints';
import type { DecisionBody, ErasureBody, ErasureView } from '@campanero/contract/erasure/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const POLL_MS = 2_000;

/** While it waits for decisions nothing changes by itself. */
const isAtWork = (last: ErasureView['last'] | undefined) =>
  last ? last.finishedAt === null && !(last.step === 'REVIEW' && last.undecided > 0) : false;

/** Where the erasure of a person stands, asked again while it works; and what one would do. */
export const erasureQuery = (id: number) =>
  queryOptions({
    queryKey: ['personal-data', 'person', id, 'erasure'] as const,
    queryFn: ({ signal }) => call(erasure.view, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (isAtWork(state.data?.last) ? POLL_MS : false),
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

export const candidatesQuery = (id: number, { page, size }: { page: number; size: number }) =>
  queryOptions({
    queryKey: ['personal-data', 'person', id, 'erasure', 'candidates', page, size] as const,
    queryFn: ({ signal }) =>
      call(
        erasure.candidates,
        { params: { id }, query: { pageNumber: String(page), pageSize: String(size) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Whether it worked or somebody else was first: the list and the erasure are asked for again. */
export function useDecide(personId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: DecisionBody }) => call(erasure.decide, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['personal-data', 'person', personId, 'erasure'] }),
  });
}
