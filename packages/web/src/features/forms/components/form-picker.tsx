import { REMOTE_SEARCH_DEBOUNCE_MS } from '@campanero/contract/limits';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../components/field.tsx';
import { IconChevronDown } from '../../../components/icons.ts';
import { useDebounced } from '../../../components/use-debounced.ts';
import { errorText } from '../../../lib/error-text.ts';
import { formCapacityQuery } from '../api/form-capacity.ts';
import { formSearchQuery } from '../api/search-forms.ts';
import { FormCapacity } from './form-capacity.tsx';

export interface ChosenForm {
  id: string;
  name: string;
}

interface FormPickerProps {
  form: ChosenForm | null;
  onChange: (form: ChosenForm | null) => void;
  error?: string | undefined;
}

const SEARCH_FAILED = 'No fue posible buscar formularios. Inténtelo de nuevo.';

/** A form of the forms system, found by name or id; its places show as soon as it is chosen. */
export function FormPicker({ form, onChange, error }: FormPickerProps) {
  const [typed, setTyped] = useState('');
  const settled = useDebounced(typed.trim(), REMOTE_SEARCH_DEBOUNCE_MS);
  // The name of the form that stands in the field is no question.
  const asked = settled === form?.name ? '' : settled;
  const search = useQuery(formSearchQuery(asked));
  const capacity = useQuery({ ...formCapacityQuery(form?.id ?? ''), enabled: form !== null });
  const isWaiting = typed.trim() !== settled || search.isFetching;
  const options = (asked === '' ? [] : (search.data ?? [])).map(({ id, nombre }) => ({ id, name: nombre }));
  return (
    <Box sx={{ display: 'grid', gap: 5, maxWidth: 560 }}>
      <Field
        label="Formulario"
        optional
        help="Busque por nombre o por id."
        error={error ?? (search.isError && asked !== '' ? errorText(search.error, SEARCH_FAILED) : undefined)}
      >
        {({ id, invalid, describedBy }) => (
          <Autocomplete
            id={id}
            options={options}
            // The server has searched already: a form found by its id need not have it in its name.
            filterOptions={(found) => found}
            loading={isWaiting}
            loadingText="Buscando…"
            noOptionsText={asked === '' ? 'Escriba para buscar.' : 'No hay coincidencias.'}
            value={form}
            popupIcon={<IconChevronDown size={18} stroke={1.75} aria-hidden />}
            onChange={(_event, chosen) => onChange(chosen)}
            onInputChange={(_event, text) => setTyped(text)}
            getOptionLabel={({ name }) => name}
            getOptionKey={(option) => option.id}
            isOptionEqualToValue={(option, value) => option.id === value.id}
            renderOption={({ key, ...row }, option) => (
              <Box component="li" key={key} {...row} sx={{ gap: 2 }}>
                <Box component="span" sx={{ flex: 1 }}>
                  {option.name}
                </Box>
                <Box component="bdi" sx={{ color: 'text.disabled', fontVariantNumeric: 'tabular-nums' }}>
                  {option.id}
                </Box>
              </Box>
            )}
            renderInput={(params) => (
              <TextField
                {...params}
                error={invalid}
                placeholder="Nombre o id del formulario"
                slotProps={{
                  ...params.slotProps,
                  htmlInput: { ...params.slotProps.htmlInput, 'aria-describedby': describedBy },
                }}
              />
            )}
          />
        )}
      </Field>
      {form && <FormCapacity result={capacity} />}
    </Box>
  );
}
