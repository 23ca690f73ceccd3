import type { CampaignFilters } from '@campanero/contract/campaigns/schemas';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useController, type Control } from 'react-hook-form';
import { DateField } from '../../../components/date-field.tsx';
import { Field } from '../../../components/field.tsx';
import type { FilterForm } from '../filter-form.ts';

interface FilterFieldProps {
  control: Control<FilterForm, unknown, CampaignFilters>;
  name: keyof FilterForm;
  label: string;
  help?: string;
}

interface Option {
  value: string;
  label: string;
}
interface ChoiceFilterProps extends FilterFieldProps {
  /** Undefined while they are on their way. */
  options: readonly Option[] | undefined;
}

export function ChoiceFilter({ control, name, label, help, options }: ChoiceFilterProps) {
  const { field, fieldState } = useController({ control, name });
  // A filter from a link may name somebody who can no longer be chosen; it stands until it is taken back.
  const chosen = field.value
    ? (options?.find((option) => option.value === field.value) ?? { value: field.value, label: `n.º ${field.value}` })
    : null;
  return (
    <Field label={label} help={help} error={fieldState.error?.message}>
      {({ id, invalid, describedBy }) => (
        <Autocomplete
          id={id}
          size="small"
          options={options ?? []}
          loading={options === undefined}
          loadingText="Cargando…"
          noOptionsText="No hay coincidencias."
          value={chosen}
          onChange={(_event, option) => field.onChange(option?.value ?? '')}
          onBlur={field.onBlur}
          isOptionEqualToValue={(option, value) => option.value === value.value}
          // Two people may share a name: the key is the id, not the label.
          getOptionKey={(option) => option.value}
          renderInput={(params) => (
            <TextField
              {...params}
              error={invalid}
              placeholder="Todos"
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

export function DayFilter({ control, name, label, help }: FilterFieldProps) {
  const { field, fieldState } = useController({ control, name });
  return (
    <DateField
      label={label}
      help={help}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  );
}
