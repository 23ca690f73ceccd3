import { SEARCH_DEBOUNCE_MS } from '@campanero/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../../components/fields/search-input.tsx';
import type { SegmentFilters } from '../list/audience-filters.ts';
import { numbers } from '../texts.ts';
import { segmentableQuery } from './api.ts';

/** How many numbers match the filters typed so far. */
export function MatchCount({ campaignId, filters }: { campaignId: number; filters: SegmentFilters | undefined }) {
  // Compared as text: every keystroke makes a new object.
  const typed = JSON.stringify(filters);
  const settled = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const asked = settled === undefined ? undefined : (JSON.parse(settled) as SegmentFilters);
  const count = useQuery(segmentableQuery(campaignId, asked));
  return (
    <span role="status">
      {filters === undefined ? '' : sentenceOf(typed === settled ? count : { isPending: true })}
    </span>
  );
}

function sentenceOf({
  data,
  isPending,
  isFetching = false,
}: {
  data?: number | undefined;
  isPending: boolean;
  isFetching?: boolean;
}) {
  if (isPending || isFetching) return 'Contando…';
  if (data === undefined) return 'No fue posible contarlos. Puede continuar igual.';
  if (data === 0) return 'Ningún número sin operador cumple los filtros.';
  return (
    <>
      {data === 1 ? 'Cumple los filtros ' : 'Cumplen los filtros '}
      <b>{numbers(data)}</b> sin operador.
    </>
  );
}
