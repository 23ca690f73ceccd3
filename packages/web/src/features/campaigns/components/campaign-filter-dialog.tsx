import type { CampaignFilters } from '@campanero/contract/campaigns/schemas';
import { CAMPAIGN_STATUSES, statusLabel } from '@campanero/contract/campaigns/status';
import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { useForm, useWatch } from 'react-hook-form';
import { DateLocale } from '../../../components/date-locale.tsx';
import { FilterDialog } from '../../../components/filter-dialog.tsx';
import { allowedFilters, type FilterChoices, type FilterRights } from '../campaign-filters.ts';
import { filterFormSchema, formOf, type FilterForm } from '../filter-form.ts';
import { ChoiceFilter, DayFilter, TextFilter } from './filter-fields.tsx';
import { TypeFilter } from './type-filter.tsx';

interface CampaignFilterDialogProps {
  filters: CampaignFilters;
  rights: FilterRights;
  choices: FilterChoices;
  onApply: (filters: CampaignFilters) => void;
  onClose: () => void;
}

const STATUS_CHOICES = CAMPAIGN_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));
const asChoices = (rows: readonly { id: number; name: string }[] | undefined) =>
  rows?.map(({ id, name }) => ({ value: String(id), label: name }));

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
      <DateLocale>
        <TextFilter control={control} name="id" label="Id" inputMode="numeric" takesFocus />
        <TextFilter control={control} name="name" label="Nombre" />
        {rights.maySeeExternalId && <TextFilter control={control} name="externalId" label="Id externo" />}
        <ChoiceFilter control={control} name="objectiveId" label="Objetivo" options={asChoices(choices.objectives)} />
        <ChoiceFilter control={control} name="status" label="Estado" options={STATUS_CHOICES} />
        <ChoiceFilter
          control={control}
          name="userId"
          label="Usuario"
          options={asChoices(choices.people)}
          help="Coordinador u operador de la campaña"
        />
        <Box
          sx={{
            gridColumn: '1 / -1',
            display: 'grid',
            gap: 4,
            gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' },
          }}
        >
          <DayFilter control={control} name="createdAt" label="Creada el" />
          <DayFilter control={control} name="startDate" label="Inicia desde" />
          <DayFilter control={control} name="endDate" label="Finaliza hasta" />
        </Box>
        <Box sx={{ gridColumn: '1 / -1' }}>
          <TypeFilter control={control} mayChoose={rights.mayChooseType} />
        </Box>
      </DateLocale>
    </FilterDialog>
  );
}
