import { erasure, type ErasureView } from '@campanero/contract/erasure/endpoints';
import { endpointQuery } from '../../lib/queries.ts';

const POLL_MS = 2_000;

/** Not while it waits for decisions. */
const pollMs = ({ last }: ErasureView) =>
  last?.finishedAt === null && !(last.step === 'REVIEW' && last.undecided > 0) && POLL_MS;

/** A part of the person, refetched with their page. */
export const erasureScope = (personId: number) => ['personal-data', 'person', personId, 'erasure'] as const;

export const erasureQuery = (id: number) =>
  endpointQuery(erasureScope(id), erasure.view, { params: { id } }, { pollMs });
