import { audience } from '@campanero/contract/audience/endpoints';
import { NAME_SEARCH_MAX_CALLS } from '@campanero/contract/audience/filters';
import type { AudienceRow } from '@campanero/contract/audience/list-schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import { ActionButton } from '../../../components/action-button.tsx';
import { defineList } from '../../../components/list/define-list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { LIST_FAILED } from '../../../components/page/messages.tsx';
import { errorText } from '../../../lib/errors.ts';
import { endpointQuery } from '../../../lib/queries.ts';
import { useHasRoom } from '../../../lib/browser/room.ts';
import { EMPTY_TEXTS } from '../texts.ts';
import { audienceColumns, AudienceCompactRow, type AudienceRoom } from './audience-columns.tsx';
import {
  audienceAddress,
  type AudienceChoices,
  audienceFilterForm,
  audienceFilters,
  type AudienceView,
  wireQuery,
} from './audience-filters.ts';

/** The exact count is fetched separately, so that it does not delay the rows. */
export const useAudienceList = defineList({
  address: audienceAddress,
  ask: (address, { campaignId, view }: { campaignId: number; view: AudienceView }) => {
    const query = wireQuery(view, address);
    return endpointQuery(['audience', campaignId], view === 'full' ? audience.list : audience.operatorList, {
      params: { id: campaignId },
      query: { ...query, later: '1' },
    });
  },
  /** Independent of page and order. */
  count: (address, { campaignId, view }) => {
    const {
      pageNumber: _page,
      pageSize: _size,
      orderbytitle: _by,
      orderbytype: _type,
      ...filters
    } = wireQuery(view, address);
    return endpointQuery(
      ['audience', campaignId],
      audience.count,
      { params: { id: campaignId }, query: filters },
      { read: ({ totalElementsCount }) => totalElementsCount },
    );
  },
  order: () => ({ by: 'id', direction: 'asc' }),
  filters: audienceFilterForm,
});
type AudienceListState = ReturnType<typeof useAudienceList>;

/** Below this width (px) the table scrolls. */
const READABLE: Record<AudienceRoom, number> = { full: 1340, usual: 1000, narrow: 900 };

export interface RowsProps {
  list: AudienceListState;
  isOwn?: boolean;
  linkTo: (row: AudienceRow) => string;
}

export function useAudienceRows({ list, isOwn = false, linkTo }: RowsProps) {
  const isFull = useHasRoom(READABLE.full);
  const isUsual = useHasRoom(READABLE.usual);
  const room: AudienceRoom = isFull ? 'full' : isUsual ? 'usual' : 'narrow';
  return {
    label: 'Audiencia',
    list,
    dense: true,
    columns: audienceColumns(room, isOwn),
    minWidth: READABLE[room],
    rowsOf: (page: { calls: AudienceRow[] }) => page.calls,
    rowKey: (row: AudienceRow) => row.id,
    rowTarget: (row: AudienceRow) => ({ to: linkTo(row) }),
    renderCompact: (row: AudienceRow) => <AudienceCompactRow row={row} isOwn={isOwn} />,
    failed: errorText(list.result.error, LIST_FAILED),
  };
}

interface AudienceListProps extends RowsProps {
  choices: AudienceChoices;
  figures: { total: number; unassigned: number } | undefined;
  /** Undefined if the user may not load now. */
  loadPath: string | undefined;
}

export function AudienceList({ choices, figures, loadPath, ...rows }: AudienceListProps) {
  return (
    <ListTable
      {...useAudienceRows(rows)}
      search={figures && figures.total <= NAME_SEARCH_MAX_CALLS ? 'Buscar número o nombre' : 'Buscar número'}
      filters={audienceFilters(choices)}
      aside={
        figures && (
          <>
            <b>{formatCount(figures.unassigned)}</b> sin operador
          </>
        )
      }
      texts={EMPTY_TEXTS}
      begin={
        loadPath && (
          <ActionButton to={loadPath} variant="contained" size="small">
            Cargar audiencia
          </ActionButton>
        )
      }
    />
  );
}
