import { Autocomplete, type AutocompleteRenderInputParams, TextField, type TextFieldProps } from '@mui/material';
import type { Ref } from 'react';
import { bestMatches } from '../../lib/text/best-match.ts';
import { Field, type FieldWiring, type LabelProps } from './field.tsx';

export interface Choice<K extends string | number> {
  id: K;
  name: string;
}

/** Common to all Autocompletes of named options; names need not be unique. */
export const namedOptions = {
  getOptionLabel: ({ name }: { name: string }) => name,
  getOptionKey: ({ id }: { id: string | number }) => id,
  isOptionEqualToValue: (option: { id: string | number }, value: { id: string | number }) =>
    String(option.id) === String(value.id),
};

/** Stands for a value that is no option (any more), or while options are loading. */
export const unlisted = <K extends string | number>(id: K, options: unknown): Choice<K> => ({
  id,
  name: options ? `n.º ${id}` : '…',
});

/** Input of an Autocomplete, tied to label, help and error. */
export const autocompleteInput =
  ({ invalid, describedBy }: FieldWiring, own: Pick<TextFieldProps, 'placeholder' | 'inputRef'>) =>
  (params: AutocompleteRenderInputParams) => (
    <TextField
      {...params}
      {...own}
      error={invalid}
      slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, 'aria-describedby': describedBy } }}
    />
  );

interface ChoiceFieldProps<K extends string | number> extends LabelProps {
  /** Undefined while loading. */
  options: readonly Choice<K>[] | undefined;
  value: K | null;
  onChange: (id: K | null) => void;
  onBlur?: () => void;
  /** Name of the value, if it is no longer among the options. */
  valueName?: string;
  placeholder?: string;
  disabled?: boolean;
  clearable?: boolean;
  size?: 'small';
  inputRef?: Ref<HTMLInputElement>;
}

export function ChoiceField<K extends string | number>(props: ChoiceFieldProps<K>) {
  const { label, optional, help, error, options, value, onChange, onBlur, valueName, placeholder } = props;
  const { disabled, clearable = false, size, inputRef } = props;
  const unknown = (id: K) => (valueName === undefined ? unlisted(id, options) : { id, name: valueName });
  const chosen = value === null ? null : (options?.find((option) => option.id === value) ?? unknown(value));
  return (
    <Field label={label} optional={optional} help={help} error={error}>
      {(wiring) => (
        <Autocomplete<Choice<K>, false, boolean>
          id={wiring.id}
          size={size}
          options={options ?? []}
          loading={options === undefined}
          value={chosen}
          disabled={disabled}
          disableClearable={!clearable}
          autoHighlight
          filterOptions={(all, { inputValue }) => bestMatches(all, inputValue, ({ name }) => name)}
          onChange={(_event, option) => onChange(option?.id ?? null)}
          onBlur={onBlur}
          {...namedOptions}
          renderInput={autocompleteInput(wiring, { placeholder, inputRef })}
        />
      )}
    </Field>
  );
}
