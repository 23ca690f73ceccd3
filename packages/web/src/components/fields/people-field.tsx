import { Autocomplete, Box, Chip } from '@mui/material';
import type { Ref } from 'react';
import { IconX } from '../icons.ts';
import { PersonAvatar } from '../person-avatar.tsx';
import { autocompleteInput, type Choice, namedOptions, unlisted } from './choice-field.tsx';
import { Field, type LabelProps } from './field.tsx';

type Person = Choice<number>;

interface PeopleFieldProps extends LabelProps {
  placeholder: string;
  emptyText: string;
  /** Undefined while loading. */
  options: readonly Person[] | undefined;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  onBlur?: () => void;
  /** Names of chosen people who are no options any more. */
  known?: readonly Person[];
  inputRef?: Ref<HTMLInputElement>;
}

/** Several people, as tags with their initials. */
export function PeopleField(props: PeopleFieldProps) {
  const { label, placeholder, emptyText, help, error, options, value, onChange, onBlur, known = [], inputRef } = props;
  const all = [...(options ?? []), ...known];
  const chosen = value.map((id) => all.find((person) => person.id === id) ?? unlisted(id, options));
  const count = options && `${value.length} de ${options.length} elegidos`;
  return (
    <Field label={label} note={count} help={help} error={error}>
      {(wiring) => (
        <Autocomplete
          multiple
          id={wiring.id}
          options={options ?? []}
          loading={options === undefined}
          noOptionsText={emptyText}
          value={chosen}
          filterSelectedOptions
          sx={{
            '& .MuiAutocomplete-inputRoot': { paddingBlock: '3px' },
            '& .MuiAutocomplete-input.MuiInputBase-input': { minWidth: '9rem', paddingBlock: '4px' },
          }}
          disableCloseOnSelect
          disableClearable
          autoHighlight
          onChange={(_event, people) => onChange(people.map((person) => person.id))}
          onBlur={onBlur}
          {...namedOptions}
          renderOption={({ key, ...row }, person) => (
            <Box component="li" key={key} {...row} sx={{ gap: 2 }}>
              <PersonAvatar name={person.name} size={24} />
              {person.name}
            </Box>
          )}
          renderValue={(people, itemProps) =>
            people.map((person, index) => {
              const { key, ...tag } = itemProps({ index });
              return (
                <Chip
                  key={key}
                  {...tag}
                  label={person.name}
                  avatar={<PersonAvatar name={person.name} size={24} />}
                  deleteIcon={<IconX size={14} stroke={2} aria-hidden />}
                  sx={({ palette }) => ({
                    backgroundColor: palette.soft.primary.bg,
                    color: palette.soft.primary.text,
                    fontWeight: 550,
                    '& .MuiChip-deleteIcon': {
                      color: 'inherit',
                      width: 24,
                      height: 24,
                      padding: '5px',
                      marginInline: '-6px 2px',
                    },
                    '& .MuiChip-label': { paddingInline: '6px 8px' },
                    '& .MuiChip-avatar': { marginInline: '3px 0' },
                  })}
                />
              );
            })
          }
          renderInput={autocompleteInput(wiring, { placeholder, inputRef })}
        />
      )}
    </Field>
  );
}
