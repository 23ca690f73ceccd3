import { Autocomplete, Box, OutlinedInput, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { type ComponentType, memo } from 'react';
import { type Control, useController, type UseFormSetValue, useWatch } from 'react-hook-form';
import { autocompleteInput, ChoiceField, namedOptions, unlisted } from '../fields/choice-field.tsx';
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

function TextInput(props: InputOf<'text' | 'digits' | 'day'>) {
  const { kind, name, label, help, placeholder } = props.field;
  const { field, fieldState } = useController({ control: props.control, name });
  const { ref, ...input } = field;
  return (
    <Field label={label} help={help} error={fieldState.error?.message}>
      {(wiring) => (
        <OutlinedInput
          {...input}
          inputRef={ref}
          {...wireInput(wiring)}
          autoFocus={props.takesFocus}
          size="small"
          autoComplete="off"
          placeholder={placeholder}
          slotProps={{ input: { inputMode: kind === 'digits' ? 'numeric' : undefined } }}
        />
      )}
    </Field>
  );
}

function DayInput({ field: { name, label, help }, control }: InputOf<'text' | 'digits' | 'day'>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <DateField
      label={label}
      help={help}
      value={field.value ?? ''}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  );
}

function ChoiceInput({ field: { name, label, help, placeholder, options, disabled }, control }: InputOf<'choice'>) {
  const { field, fieldState } = useController({ control, name });
  const values = useWatch({ control, disabled: typeof options !== 'function' });
  const offered = typeof options === 'function' ? options(values as FilterValues) : options;
  return (
    <ChoiceField
      label={label}
      help={help}
      size="small"
      clearable
      placeholder={placeholder ?? 'Todos'}
      options={offered?.map((option) => ({ id: String(option.id), name: option.name }))}
      value={field.value || null}
      onChange={(id) => field.onChange(id ?? '')}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
      disabled={disabled ?? false}
    />
  );
}

function ChoicesInput({ field: { name, label, help, options }, control }: InputOf<'choices'>) {
  const { field, fieldState } = useController({ control, name });
  const ids = field.value ? field.value.split(',') : [];
  const chosen = ids.map((id) => options?.find((option) => String(option.id) === id) ?? unlisted(id, options));
  return (
    <Field label={label} help={help} error={fieldState.error?.message}>
      {(wiring) => (
        <Autocomplete
          multiple
          id={wiring.id}
          size="small"
          options={options ?? []}
          loading={options === undefined}
          value={chosen}
          disableCloseOnSelect
          autoHighlight
          {...namedOptions}
          onChange={(_event, now) => field.onChange(now.map((option) => option.id).join(','))}
          onBlur={field.onBlur}
          renderInput={autocompleteInput(wiring, { placeholder: ids.length === 0 ? 'Todos' : '' })}
        />
      )}
    </Field>
  );
}

const ROOMY_TILES = 3;

function ToggleInput({ field: { name, label, help, options, unset = '', fixed }, control }: InputOf<'toggle'>) {
  const { field } = useController({ control, name });
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
