import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useController, type Control } from 'react-hook-form';
import { ChoiceField } from '../../../../components/choice-field.tsx';
import { Field } from '../../../../components/field.tsx';
import type { AddressFilters } from '../../audience-address.ts';
import type { AudienceFilterForm } from '../../filter-form.ts';
import { GENDERS } from '../../texts.ts';

export interface FilterFieldProps {
  control: Control<AudienceFilterForm, unknown, AddressFilters>;
}

interface ChoiceFilterProps extends FilterFieldProps {
  name: 'substateId' | 'operatorId';
  label: string;
  /** Undefined while they are on their way. */
  options: readonly { id: number; name: string }[] | undefined;
}

export function ChoiceFilter({ control, name, label, options }: ChoiceFilterProps) {
  const { field, fieldState } = useController({ control, name });
  return (
    <ChoiceField
      label={label}
      size="small"
      clearable
      placeholder="Todos"
      options={options}
      value={field.value === '' ? null : Number(field.value)}
      onChange={(id) => field.onChange(id === null ? '' : String(id))}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

export function GenderFilter({ control }: FilterFieldProps) {
  const { field } = useController({ control, name: 'gender' });
  return (
    <Field label="Género">
      {({ id, labelId }) => (
        <ToggleButtonGroup
          id={id}
          exclusive
          aria-labelledby={labelId}
          value={field.value}
          onChange={(_event, gender: string | null) => field.onChange(gender ?? '')}
          sx={{ maxWidth: '100%', '& .MuiToggleButton-root': { px: 2.5 } }}
        >
          <ToggleButton value="">Todos</ToggleButton>
          {Object.entries(GENDERS).map(([value, name]) => (
            <ToggleButton key={value} value={value}>
              {name}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </Field>
  );
}
