import type { CampaignFilters } from '@campanero/contract/campaigns/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { FilterDialog } from '../../../components/filter-dialog.tsx';
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

const EMPTY = formOf({});

/** The list's filter modal (spec 2, 5, 6). Loaded on first use: it brings the calendar with it. */
export function CampaignFilterDialog({ filters, rights, choices, onApply, onClose }: CampaignFilterDialogProps) {
  const { control, handleSubmit, formState, reset } = useForm<FilterForm, unknown, CampaignFilters>({
    resolver: zodResolver(filterFormSchema),
    values: formOf(filters),
    mode: 'onChange',
  });
  const isFilled = Object.values(useWatch({ control })).some((value) => value !== '');
  const whyNot = !formState.isValid
    ? 'Hay datos que corregir.'
    : !formState.isDirty
      ? 'Todavía no hay cambios que aplicar.'
      : undefined;
  const apply = handleSubmit((chosen) => onApply(allowedFilters(chosen, rights)));
  return (
    <FilterDialog
      open
      onClose={onClose}
      whyNot={whyNot}
      onApply={() => void apply()}
      canClear={isFilled}
      // Clears the form, not the list: what is taken back still waits for Aplicar.
      onClear={() => reset(EMPTY, { keepDefaultValues: true })}
    >
      <CampaignFilterFields control={control} {...choices} {...rights} />
    </FilterDialog>
  );
}
