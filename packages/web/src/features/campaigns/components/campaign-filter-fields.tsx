import type { CampaignFilters } from '@campanero/contract/campaigns/schemas';
import { CAMPAIGN_STATUSES, statusLabel } from '@campanero/contract/campaigns/status';
import Box from '@mui/material/Box';
import { memo, useMemo } from 'react';
import type { Control } from 'react-hook-form';
import type { FilterChoices, FilterRights } from '../campaign-filters.ts';
import type { FilterForm } from '../filter-form.ts';
import { TextFilter } from '../../../components/text-filter.tsx';
import { ChoiceFilter, DayFilter } from './filter-fields.tsx';
import { TypeFilter } from './type-filter.tsx';

interface CampaignFilterFieldsProps extends FilterChoices, FilterRights {
  control: Control<FilterForm, unknown, CampaignFilters>;
}

const STATUS_CHOICES = CAMPAIGN_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));
const asOptions = (rows: FilterChoices['people']) => rows?.map(({ id, name }) => ({ value: String(id), label: name }));

/** Each field listens to its own value. Kept apart from the dialog so that a letter typed redraws one field, not three calendars. */
export const CampaignFilterFields = memo(function CampaignFilterFields(props: CampaignFilterFieldsProps) {
  const { control, objectives, people, mayChooseType, maySeeExternalId } = props;
  const objectiveOptions = useMemo(() => asOptions(objectives), [objectives]);
  const peopleOptions = useMemo(() => asOptions(people), [people]);
  return (
    <>
      <TextFilter control={control} name="id" label="Id" inputMode="numeric" takesFocus />
      <TextFilter control={control} name="name" label="Nombre" />
      {maySeeExternalId && <TextFilter control={control} name="externalId" label="Id externo" />}
      <ChoiceFilter control={control} name="objectiveId" label="Objetivo" options={objectiveOptions} />
      <ChoiceFilter control={control} name="status" label="Estado" options={STATUS_CHOICES} />
      <ChoiceFilter
        control={control}
        name="userId"
        label="Usuario"
        options={peopleOptions}
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
        <TypeFilter control={control} mayChoose={mayChooseType} />
      </Box>
    </>
  );
});
