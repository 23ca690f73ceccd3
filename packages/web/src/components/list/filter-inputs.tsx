import { Box, OutlinedInput, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { type ComponentType, memo } from 'react';
import { type Control, useController, type UseFormSetValue, useWatch } from 'react-hook-form';
import { ChoiceField, OptionsField, unlisted } from '../fields/choice-field.tsx';
import { DateField } from '../fields/date-field.tsx';
import { Field, wireInput } from '../fields/field.tsx';
import type { FilterField, FilterValues } from './filters.ts';

interface FilterInputProps {
  field: FilterField<FilterValues>;
  control: Control<FilterValues, unknown, FilterValues>;
  setValue: UseFormSetValue<FilterValues>;
  takesFocus: boolean;
}
type InputOf<K extends FilterField<FilterValues>['kind']> = Omit<FilterInputProps, 'field'> & {
  field: Extract<FilterField<FilterValues>, { kind: K }>;
};

const COLUMNS = { third: 2, half: 3, full: 6 };

/** Each field subscribes to its own value: typing rerenders one field. */
export const FilterInput = memo(function FilterInput(props: FilterInputProps) {
  const { kind, width = 'half', startsLine = false } = props.field;
  if (kind === 'tag') return null;
  const columns = `${startsLine ? 1 : 'auto'} / span ${COLUMNS[width]}`;
  const isFigure = kind === 'digits' && width !== 'full';
  // On a phone number ranges share a line.
  const Input = INPUTS[kind] as ComponentType<FilterInputProps>;
  return (
    <Box sx={{ gridColumn: { xs: isFigure ? 'auto' : '1 / -1', sm: columns } }}>
      <Input {...props} />
    </Box>
  );
});

/** Value of a filter's field, and what its input shows around it. */
function useFilter({ field: { name, label, help }, control }: Pick<FilterInputProps, 'field' | 'control'>) {
  const { field, fieldState } = useController({ control, name });
  return { field, shown: { label, help, error: fieldState.error?.message } };
}

function TextInput(props: InputOf<'text' | 'digits' | 'day'>) {
  const { field, shown } = useFilter(props);
  const { ref, ...input } = field;
  return (
    <Field {...shown}>
      {(wiring) => (
        <OutlinedInput
          {...input}
          inputRef={ref}
          {...wireInput(wiring)}
          autoFocus={props.takesFocus}
          size="small"
          autoComplete="off"
          placeholder={props.field.placeholder}
          slotProps={{ input: { inputMode: props.field.kind === 'digits' ? 'numeric' : undefined } }}
        />
      )}
    </Field>
  );
}

function DayInput(props: InputOf<'text' | 'digits' | 'day'>) {
  const { field, shown } = useFilter(props);
  return <DateField {...shown} value={field.value ?? ''} onChange={field.onChange} />;
}

function ChoiceInput(props: InputOf<'choice'>) {
  const { options, placeholder = 'Todos', disabled = false } = props.field;
  const { field, shown } = useFilter(props);
  const values = useWatch({ control: props.control, disabled: typeof options !== 'function' });
  const offered = typeof options === 'function' ? options(values as FilterValues) : options;
  return (
    <ChoiceField
      {...shown}
      size="small"
      clearable
      placeholder={placeholder}
      options={offered?.map(({ id, name }) => ({ id: String(id), name }))}
      value={field.value || null}
      onChange={(id) => field.onChange(id ?? '')}
      onBlur={field.onBlur}
      inputRef={field.ref}
      disabled={disabled}
    />
  );
}

function ChoicesInput(props: InputOf<'choices'>) {
  const { options } = props.field;
  const { field, shown } = useFilter(props);
  const ids = field.value ? field.value.split(',') : [];
  return (
    <OptionsField
      {...shown}
      multiple
      size="small"
      placeholder={ids.length === 0 ? 'Todos' : ''}
      options={options}
      value={ids.map((id) => options?.find((option) => String(option.id) === id) ?? unlisted(id, options))}
      disableCloseOnSelect
      autoHighlight
      onChange={(_event, now) => field.onChange(now.map((option) => option.id).join(','))}
      onBlur={field.onBlur}
    />
  );
}

const ROOMY_TILES = 3;

function ToggleInput(props: InputOf<'toggle'>) {
  const { options, unset = '', fixed, label, help } = props.field;
  const { field } = useFilter(props);
  return (
    <Field label={label} help={help}>
      {({ id, labelId, describedBy }) => (
        <ToggleButtonGroup
          id={id}
          exclusive
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          disabled={fixed !== undefined}
          value={fixed ?? (field.value || unset)}
          onChange={(_event, chosen: string | null) => field.onChange(chosen === unset ? '' : (chosen ?? ''))}
          sx={{ maxWidth: '100%', ...(options.length > ROOMY_TILES && { '& .MuiToggleButton-root': { px: 2.5 } }) }}
        >
          {options.map((option) => (
            <ToggleButton key={option.id} value={option.id}>
              {option.name}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </Field>
  );
}

function CustomInput({ field, control, setValue }: InputOf<'custom'>) {
  const values = useWatch({ control }) as FilterValues;
  return field.render(values, (changed) => {
    for (const [name, value] of Object.entries(changed))
      setValue(name, value, { shouldDirty: true, shouldValidate: true });
  });
}

const INPUTS = {
  text: TextInput,
  digits: TextInput,
  day: DayInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  toggle: ToggleInput,
  custom: CustomInput,
};
