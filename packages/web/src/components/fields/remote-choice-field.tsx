import { REMOTE_SEARCH_MAX } from '@campanero/contract/limits';
import { Autocomplete, Box } from '@mui/material';
import { autocompleteInput, type Choice, namedOptions } from './choice-field.tsx';
import { Field, type LabelProps } from './field.tsx';

interface RemoteChoiceFieldProps extends LabelProps {
  placeholder?: string;
  value: Choice<string> | null;
  onChange: (choice: Choice<string> | null) => void;
  onType: (text: string) => void;
  options: readonly Choice<string>[];
  isWaiting: boolean;
  emptyText: string;
  disabled?: boolean;
  size?: 'small';
}

const MORE_THAN_SHOWN = `Se muestran los primeros ${REMOTE_SEARCH_MAX}: escriba más para acotar.`;

/** A choice from search results of another system; its id is shown because names need not be unique. */
export function RemoteChoiceField(props: RemoteChoiceFieldProps) {
  const { label, optional, help, error, placeholder, value, options, isWaiting, emptyText, disabled, size } = props;
  return (
    <Field label={label} optional={optional} help={help} error={error}>
      {(wiring) => (
        <Autocomplete
          id={wiring.id}
          size={size}
          options={options}
          // The server searched already: a match by id need not have the text in its name.
          filterOptions={(found) => found}
          {...(options.length >= REMOTE_SEARCH_MAX && { groupBy: () => MORE_THAN_SHOWN })}
          loading={isWaiting}
          loadingText="Buscando…"
          noOptionsText={emptyText}
          value={value}
          disabled={disabled}
          onChange={(_event, chosen) => props.onChange(chosen)}
          onInputChange={(_event, text) => props.onType(text)}
          {...namedOptions}
          renderOption={({ key, ...row }, option) => (
            <Box component="li" key={key} {...row} sx={{ gap: 2 }}>
              <span style={{ flex: 1 }}>{option.name}</span>
              <Box component="bdi" sx={{ color: 'text.disabled', fontVariantNumeric: 'tabular-nums' }}>
                {option.id}
              </Box>
            </Box>
          )}
          renderInput={autocompleteInput(wiring, { placeholder })}
        />
      )}
    </Field>
  );
}
