import { REMOTE_SEARCH_MAX } from '@campanero/contract/limits';
import { Autocomplete, type AutocompleteProps, Box, TextField, type TextFieldProps } from '@mui/material';
import { bestMatches } from '../../lib/text/best-match.ts';
import { Figures } from '../layout.tsx';
import { Field, type FieldProps } from './field.tsx';

export interface Choice<K extends string | number> {
  id: K;
  name: string;
}

/** Stands for a value that is no option (any more), or while options are loading. */
export const unlisted = <K extends string | number>(id: K, options: unknown): Choice<K> => ({
  id,
  name: options ? `n.º ${id}` : '…',
});

type OptionsFieldProps<T, M extends boolean, F extends boolean> = Omit<FieldProps, 'children'> &
  Pick<TextFieldProps, 'placeholder' | 'inputRef'> &
  Omit<AutocompleteProps<T, M, F, false>, 'options' | 'renderInput'> & {
    /** Undefined while loading. */
    options: readonly T[] | undefined;
  };

/** An Autocomplete of named options with label, help and error. Names need not be unique. */
export function OptionsField<T extends Choice<string | number>, M extends boolean = false, F extends boolean = false>(
  props: OptionsFieldProps<T, M, F>,
) {
  const { label, optional, note, help, error, placeholder, inputRef, options, ...box } = props;
  return (
    <Field label={label} optional={optional} note={note} help={help} error={error}>
      {({ id, invalid, describedBy }) => (
        <Autocomplete
          id={id}
          options={options ?? []}
          loading={options === undefined}
          getOptionLabel={({ name }) => name}
          getOptionKey={(option) => option.id}
          isOptionEqualToValue={(option, value) => String(option.id) === String(value.id)}
          renderInput={({ slotProps, ...input }) => (
            <TextField
              {...input}
              placeholder={placeholder}
              inputRef={inputRef}
              error={invalid}
              slotProps={{ ...slotProps, htmlInput: { ...slotProps.htmlInput, 'aria-describedby': describedBy } }}
            />
          )}
          {...box}
        />
      )}
    </Field>
  );
}

type PickedProps = 'label' | 'optional' | 'help' | 'error' | 'placeholder' | 'disabled' | 'size';

interface ChoiceFieldProps<K extends string | number> extends Pick<
  OptionsFieldProps<Choice<K>, false, boolean>,
  PickedProps | 'options' | 'onBlur' | 'inputRef'
> {
  value: K | null;
  onChange: (id: K | null) => void;
  /** Name of the value, if it is no longer among the options. */
  valueName?: string;
  clearable?: boolean;
}

export function ChoiceField<K extends string | number>(props: ChoiceFieldProps<K>) {
  const { value, onChange, valueName, clearable = false, ...field } = props;
  const known = field.options?.find(({ id }) => id === value);
  const unknown = (id: K) => (valueName === undefined ? unlisted(id, field.options) : { id, name: valueName });
  return (
    <OptionsField<Choice<K>, false, boolean>
      {...field}
      value={value === null ? null : (known ?? unknown(value))}
      disableClearable={!clearable}
      autoHighlight
      filterOptions={(all, { inputValue }) => bestMatches(all, inputValue, ({ name }) => name)}
      onChange={(_event, option) => onChange(option?.id ?? null)}
    />
  );
}

interface RemoteChoiceFieldProps extends Pick<OptionsFieldProps<Choice<string>, false, false>, PickedProps> {
  value: Choice<string> | null;
  onChange: (choice: Choice<string> | null) => void;
  onType: (text: string) => void;
  options: readonly Choice<string>[];
  isWaiting: boolean;
  emptyText: string;
}

const MORE_THAN_SHOWN = `Se muestran los primeros ${REMOTE_SEARCH_MAX}: escriba más para acotar.`;

/** A choice from search results of another system; its id is shown because names need not be unique. */
export const RemoteChoiceField = ({ onChange, onType, isWaiting, emptyText, ...field }: RemoteChoiceFieldProps) => (
  <OptionsField
    {...field}
    // The server searched already: a match by id need not have the text in its name.
    filterOptions={(found) => found}
    {...(field.options.length >= REMOTE_SEARCH_MAX && { groupBy: () => MORE_THAN_SHOWN })}
    loading={isWaiting}
    loadingText="Buscando…"
    noOptionsText={emptyText}
    onChange={(_event, chosen) => onChange(chosen)}
    onInputChange={(_event, text) => onType(text)}
    renderOption={({ key, ...row }, { id, name }) => (
      <Box component="li" key={key} {...row} sx={{ gap: 2 }}>
        <span style={{ flex: 1 }}>{name}</span>
        <Figures component="bdi" sx={{ color: 'text.disabled' }}>
          {id}
        </Figures>
      </Box>
    )}
  />
);
