import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { emptyReason } from '../../../components/empty-reason.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { filterTags, type FilterChoices, type FilterRights } from '../campaign-filters.ts';
import type { CampaignListState } from '../hooks/use-campaign-list.ts';
import { hasRowActions, rowActions, type CampaignLinks } from '../row-actions.ts';
import { EMPTY_TEXTS, LIST_FAILED } from '../texts.ts';
import { campaignColumns, type LoadLine } from './campaign-columns.tsx';
import { CampaignCompactRow } from './campaign-compact-row.tsx';
import { CampaignRowMenu } from './campaign-row-menu.tsx';

const READABLE_WIDTH = 960;

interface CampaignListProps {
  list: CampaignListState;
  rights: FilterRights;
  choices: FilterChoices;
  links: CampaignLinks;
  mayEdit: boolean;
  /** For whoever may load an audience (decisions 4). */
  loadLine?: LoadLine | undefined;
  onOpenFilters: () => void;
}

export function CampaignList({ list, rights, choices, links, mayEdit, loadLine, onOpenFilters }: CampaignListProps) {
  const { query, result, order, paging, onOrder, onSearch, onRemoveFilter, onClear } = list;
  const columns = useMemo(() => campaignColumns(loadLine), [loadLine]);
  const tags = filterTags(query, rights, choices);
  const chosen = tags.filter((tag) => !tag.fixed).length;
  const search = query.general ?? '';
  return (
    <DataTable
      label="Campañas"
      columns={columns}
      minWidth={READABLE_WIDTH}
      rows={result.data?.campaigns ?? []}
      rowKey={(campaign) => campaign.id}
      state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
      refreshing={result.isFetching && result.data !== undefined}
      order={order}
      onOrder={onOrder}
      paging={paging}
      renderMenu={
        hasRowActions(links, mayEdit)
          ? (campaign) => (
              <CampaignRowMenu campaignName={campaign.name} actions={rowActions(campaign, links, mayEdit)} />
            )
          : undefined
      }
      renderCompact={(campaign) => <CampaignCompactRow campaign={campaign} loadLine={loadLine} />}
      toolbar={
        <FilterBar
          placeholder="Buscar por nombre o número"
          search={search}
          onSearch={onSearch}
          filters={tags.map(({ name, label, fixed }) => ({
            key: name,
            label,
            onRemove: fixed ? undefined : () => onRemoveFilter(name),
          }))}
          onOpenFilters={onOpenFilters}
          onClear={onClear}
          onRefresh={() => void result.refetch()}
        />
      }
      empty={
        <EmptyState
          title="No se encontraron registros"
          reason={emptyReason(chosen, search, EMPTY_TEXTS)}
          action={
            (chosen > 0 || search !== '') && (
              <Button variant="text" size="small" onClick={onClear}>
                {chosen > 0 ? 'Limpiar filtros' : 'Limpiar búsqueda'}
              </Button>
            )
          }
        />
      }
      error={<ErrorState message={LIST_FAILED} onRetry={() => void result.refetch()} />}
    />
  );
}
