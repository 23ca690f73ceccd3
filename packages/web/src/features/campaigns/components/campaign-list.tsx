import type { CampaignListRow } from '@campanero/contract/campaigns/schemas';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, type ReactNode } from 'react';
import { FilteredTable } from '../../../components/data-table/filtered-table.tsx';
import type { RowGroup } from '../../../components/data-table/types.ts';
import { filterTags, type FilterChoices, type FilterRights } from '../campaign-filters.ts';
import type { CampaignListState } from '../hooks/use-campaign-list.ts';
import { hasRowActions, rowActions, type CampaignLinks } from '../row-actions.ts';
import { EMPTY_TEXTS, LIST_FAILED } from '../texts.ts';
import { campaignColumns, operatorColumns, type LoadLine } from './campaign-columns.tsx';
import { CampaignCompactRow } from './campaign-compact-row.tsx';
import { CampaignRowMenu } from './campaign-row-menu.tsx';

const READABLE_WIDTH = 900;
/** The navbar, six columns and whole names. */
const ROOMY = '(min-width: 1400px)';

interface CampaignListProps {
  list: CampaignListState;
  rights: FilterRights;
  choices: FilterChoices;
  links: CampaignLinks;
  mayEdit: boolean;
  /** For whoever calls: what can be called first, with their own figures and what to press (design 14). */
  renderCall?: ((campaign: CampaignListRow) => ReactNode) | undefined;
  /** For whoever may load an audience (decisions 4). */
  loadLine?: LoadLine | undefined;
  onOpenFilters: () => void;
}

export function CampaignList(props: CampaignListProps) {
  const { list, rights, choices, links, mayEdit, renderCall, loadLine, onOpenFilters } = props;
  const { view } = links;
  const isCaller = renderCall !== undefined;
  const hasRoom = useMediaQuery(ROOMY, { noSsr: true });
  const columns = useMemo(
    () => (isCaller ? operatorColumns(view, hasRoom) : campaignColumns(view, hasRoom, loadLine)),
    [isCaller, view, hasRoom, loadLine],
  );
  const tags = filterTags(list.query, rights, choices);
  return (
    <FilteredTable
      label="Campañas"
      columns={columns}
      minWidth={READABLE_WIDTH}
      list={list}
      rowsOf={(data) => data.campaigns}
      rowKey={(campaign) => campaign.id}
      compactTarget={view && (({ id, name }) => ({ to: view(id), title: name }))}
      groupOf={isCaller && isCallableFirst(list.order) ? (campaign) => groupOf(campaign, list.result.data) : undefined}
      action={renderCall && { label: 'Llamar', width: 116, render: renderCall }}
      renderMenu={
        hasRowActions(links, mayEdit)
          ? (campaign) => (
              <CampaignRowMenu campaignName={campaign.name} actions={rowActions(campaign, links, mayEdit)} />
            )
          : undefined
      }
      renderCompact={(campaign) => <CampaignCompactRow campaign={campaign} loadLine={loadLine} />}
      placeholder="Buscar por nombre o número"
      tags={tags}
      texts={EMPTY_TEXTS}
      failed={LIST_FAILED}
      onOpenFilters={onOpenFilters}
    />
  );
}

const isCallableFirst = ({ by, direction }: CampaignListState['order']) => by === 'calling' && direction === 'asc';

/** The two parts of a caller's list; the counts are of all pages. */
function groupOf({ openForCalls }: CampaignListRow, page: CampaignListState['result']['data']): RowGroup {
  const { openForCallsCount = 0, totalElementsCount = 0 } = page ?? {};
  return openForCalls
    ? { key: 'open', title: 'Para llamar ahora', count: openForCallsCount }
    : { key: 'others', title: 'Otras', count: totalElementsCount - openForCallsCount };
}
