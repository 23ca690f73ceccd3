import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useController } from 'react-hook-form';
import { Field } from '../../../../components/field.tsx';
import type { StateChoice } from '../../audience-filters.ts';
import type { FilterFieldProps } from './filter-fields.tsx';

interface StatesFilterProps extends FilterFieldProps {
  /** Undefined while they are on their way. */
  states: readonly StateChoice[] | undefined;
}

/** Any number of states; the rows of any of them are listed. */
export function StatesFilter({ control, states }: StatesFilterProps) {
  const { field, fieldState } = useController({ control, name: 'states' });
  const ids = field.value === '' ? [] : field.value.split(',').map(Number);
  const chosen = ids.map(
    (id) => states?.find((state) => state.id === id) ?? { id, name: states ? `n.º ${id}` : '…', substates: [] },
  );
  return (
    <Field label="Estados" error={fieldState.error?.message}>
      {({ id, describedBy }) => (
        <Autocomplete
          multiple
          id={id}
          size="small"
          options={states ?? []}
          loading={states === undefined}
          loadingText="Cargando…"
          noOptionsText="No hay coincidencias."
          value={chosen}
          disableCloseOnSelect
          autoHighlight
          getOptionLabel={(state) => state.name}
          getOptionKey={(state) => state.id}
          isOptionEqualToValue={(option, value) => option.id === value.id}
          onChange={(_event, now) => field.onChange(now.map((state) => state.id).join(','))}
          onBlur={field.onBlur}
          renderInput={(params) => (
            <TextField
              {...params}
              placeholder={ids.length === 0 ? 'Todos' : ''}
              slotProps={{
                ...params.slotProps,
                htmlInput: { ...params.slotProps.htmlInput, 'aria-describedby': describedBy },
              }}
            />
          )}
        />
      )}
    </Field>
  );
}
