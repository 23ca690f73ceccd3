import { useMemo } from 'react';
import { FilteredTable } from '../../../components/data-table/filtered-table.tsx';
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
  const columns = useMemo(() => campaignColumns(loadLine), [loadLine]);
  const tags = filterTags(list.query, rights, choices);
  return (
    <FilteredTable
      label="Campañas"
      columns={columns}
      minWidth={READABLE_WIDTH}
      list={list}
      rowsOf={(data) => data.campaigns}
      rowKey={(campaign) => campaign.id}
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
