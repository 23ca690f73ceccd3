import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { FilterDialog } from '../../../../components/filter-dialog.tsx';
import { useFilterForm } from '../../../../components/use-filter-form.ts';
import type { AddressFilters } from '../../audience-address.ts';
import type { AudienceChoices, PlaceIds } from '../../audience-filters.ts';
import { filterFormOf, filterFormSchema, type AudienceFilterForm } from '../../filter-form.ts';
import { TextFilter } from '../../../../components/text-filter.tsx';
import { ChoiceFilter, GenderFilter } from './filter-fields.tsx';
import { StatesFilter } from './states-filter.tsx';

interface AudienceFilterDialogProps {
  filters: AddressFilters;
  choices: AudienceChoices;
  /** The three dependent selectors, which belong to another feature. */
  renderPlace: (place: PlaceIds, onChange: (place: PlaceIds) => void) => ReactNode;
  /** On the way to segmenting: whom the numbers belong to is no question, and going on without filters is an answer. */
  forSegmenting?: boolean;
  onApply: (filters: AddressFilters) => void;
  onClose: () => void;
}

const resolver = zodResolver(filterFormSchema);
const EMPTY = filterFormOf({});
const WIDE = { gridColumn: '1 / -1' };
const NUMBER_HINT = 'Primeras cifras o 4 últimas';

/** Every filter of the audience (decisions 2). Sends only what was filled in; Aplicar once changed and valid (spec 5). */
export function AudienceFilterDialog(props: AudienceFilterDialogProps) {
  const { filters, choices, renderPlace, forSegmenting = false, onApply, onClose } = props;
  const { form, values, dialog } = useFilterForm<AudienceFilterForm, AddressFilters>({
    resolver,
    given: filterFormOf(filters),
    empty: EMPTY,
    onApply,
    mayRest: forSegmenting,
  });
  const { control, setValue } = form;

  const chosenStates = values.states === '' ? undefined : new Set(values.states.split(',').map(Number));
  const substates = choices.states
    ?.filter(({ id }) => chosenStates === undefined || chosenStates.has(id))
    .flatMap((state) => state.substates);
  const setPlace = (place: PlaceIds) => {
    for (const name of ['districtId', 'sectionId', 'subsectionId'] as const)
      setValue(name, place[name], { shouldDirty: true, shouldValidate: true });
  };
  return (
    <FilterDialog
      {...dialog}
      {...(forSegmenting && {
        title: 'Filtros de la segmentación',
        context: 'Se reparten los números sin operador que cumplan los filtros; sin filtros, todos.',
        action: 'Continuar',
      })}
      onClose={onClose}
    >
      <Box sx={WIDE}>
        <StatesFilter control={control} states={choices.states} />
      </Box>
      <ChoiceFilter control={control} name="substateId" label="Subestado" options={unique(substates)} />
      {forSegmenting ? (
        <TextFilter control={control} name="number" inputMode="numeric" label="Número" placeholder={NUMBER_HINT} />
      ) : (
        <ChoiceFilter control={control} name="operatorId" label="Operador" options={choices.operators} />
      )}
      <TextFilter control={control} name="callsMin" inputMode="numeric" label="Llamados desde" placeholder="Mínimo" />
      <TextFilter control={control} name="callsMax" inputMode="numeric" label="Llamados hasta" placeholder="Máximo" />
      <TextFilter control={control} name="birthYearFrom" inputMode="numeric" label="Nacidos desde" placeholder="Año" />
      <TextFilter control={control} name="birthYearTo" inputMode="numeric" label="Nacidos hasta" placeholder="Año" />
      {!forSegmenting && (
        <Box sx={WIDE}>
          <TextFilter control={control} name="number" inputMode="numeric" label="Número" placeholder={NUMBER_HINT} />
        </Box>
      )}
      <Box sx={WIDE}>
        <GenderFilter control={control} />
      </Box>
      <Box sx={WIDE}>
        {renderPlace(
          { districtId: values.districtId, sectionId: values.sectionId, subsectionId: values.subsectionId },
          setPlace,
        )}
      </Box>
    </FilterDialog>
  );
}

/** The same substate may belong to several states. */
const unique = (choices: readonly { id: number; name: string }[] | undefined) =>
  choices?.filter(({ id }, place) => choices.findIndex((other) => other.id === id) === place);
