import { erasure, type ErasureView } from '@campanero/contract/erasure/endpoints';
import { endpointQuery } from '../../lib/queries.ts';

const POLL_MS = 2_000;

/** Waiting for decisions is no work. */
const isAtWork = (last: ErasureView['last'] | undefined) =>
  last ? last.finishedAt === null && !(last.step === 'REVIEW' && last.undecided > 0) : false;

/** A part of the person, refetched with their page. */
export const erasureScope = (personId: number) => ['personal-data', 'person', personId, 'erasure'] as const;

export const erasureQuery = (id: number) =>
  endpointQuery(
    erasureScope(id),
    erasure.view,
    { params: { id } },
    { refetchInterval: ({ state }) => (isAtWork(state.data?.last) ? POLL_MS : false) },
  );
