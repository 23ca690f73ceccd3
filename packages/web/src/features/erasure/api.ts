import { erasure } from '@campanero/contract/erasure/endpoints';
import type { ErasureView } from '@campanero/contract/erasure/schemas';
import { endpointQuery } from '../../lib/queries.ts';

const POLL_MS = 2_000;

/** While it waits for decisions nothing changes by itself. */
const isAtWork = (last: ErasureView['last'] | undefined) =>
  last ? last.finishedAt === null && !(last.step === 'REVIEW' && last.undecided > 0) : false;

/** Part of what is known of the person, so that it is asked for again with the rest of their page. */
export const erasureScope = (personId: number) => ['personal-data', 'person', personId, 'erasure'] as const;

/** The status of a person's erasure, polled while it runs, and what an erasure would remove. */
export const erasureQuery = (id: number) =>
  endpointQuery(
    erasureScope(id),
    erasure.view,
    { params: { id } },
    { refetchInterval: ({ state }) => (isAtWork(state.data?.last) ? POLL_MS : false) },
  );
