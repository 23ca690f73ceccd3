import type { CampaignFilters } from '@campanero/contract/campaigns/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { FilterDialog } from '../../../components/filter-dialog.tsx';
import { useFilterForm } from '../../../components/use-filter-form.ts';
import { allowedFilters, type FilterChoices, type FilterRights } from '../campaign-filters.ts';
import { filterFormSchema, formOf, type FilterForm } from '../filter-form.ts';
import { CampaignFilterFields } from './campaign-filter-fields.tsx';

interface CampaignFilterDialogProps {
  filters: CampaignFilters;
  rights: FilterRights;
  choices: FilterChoices;
  onApply: (filters: CampaignFilters) => void;
  onClose: () => void;
}

const resolver = zodResolver(filterFormSchema);
const EMPTY = formOf({});

/** The list's filter modal (spec 2, 5, 6). Loaded on first use: it brings the calendar with it. */
export function CampaignFilterDialog({ filters, rights, choices, onApply, onClose }: CampaignFilterDialogProps) {
  const { form, dialog } = useFilterForm<FilterForm, CampaignFilters>({
    resolver,
    given: formOf(filters),
    empty: EMPTY,
    onApply: (chosen) => onApply(allowedFilters(chosen, rights)),
  });
  return (
    <FilterDialog {...dialog} onClose={onClose}>
      <CampaignFilterFields control={form.control} {...choices} {...rights} />
    </FilterDialog>
  );
}
