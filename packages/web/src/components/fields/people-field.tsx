import { Box, Chip } from '@mui/material';
import type { ComponentProps } from 'react';
import { IconX } from '../icons.ts';
import { PersonAvatar } from '../person-avatar.tsx';
import { type Choice, OptionsField, unlisted } from './choice-field.tsx';

type Person = Choice<number>;

interface PeopleFieldProps extends Omit<ComponentProps<typeof OptionsField<Person, true, true>>, 'value' | 'onChange'> {
  emptyText: string;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  /** Names of chosen people who are no options any more. */
  known?: readonly Person[];
}

export function PeopleField({ emptyText, value, onChange, known, ...field }: PeopleFieldProps) {
  const { options } = field;
  const all = [...(options ?? []), ...(known ?? [])];
  return (
    <OptionsField<Person, true, true>
      {...field}
      note={options && `${value.length} de ${options.length} elegidos`}
      multiple
      noOptionsText={emptyText}
      value={value.map((id) => all.find((person) => person.id === id) ?? unlisted(id, options))}
      filterSelectedOptions
      sx={{
        '& .MuiAutocomplete-inputRoot': { paddingBlock: '3px' },
        '& .MuiAutocomplete-input.MuiInputBase-input': { minWidth: '9rem', paddingBlock: '4px' },
      }}
      disableCloseOnSelect
      disableClearable
      autoHighlight
      onChange={(_event, people) => onChange(people.map((person) => person.id))}
      renderOption={({ key, ...row }, { name }) => (
        <Box component="li" key={key} {...row} sx={{ gap: 2 }}>
          <PersonAvatar name={name} size={24} />
          {name}
        </Box>
      )}
      renderValue={(people, itemProps) =>
        people.map(({ name }, index) => {
          const { key, ...tag } = itemProps({ index });
          return (
            <Chip
              key={key}
              {...tag}
              label={name}
              avatar={<PersonAvatar name={name} size={24} />}
              deleteIcon={<IconX size={14} stroke={2} aria-hidden />}
              sx={({ palette: { soft } }) => ({
                backgroundColor: soft.primary.bg,
                color: soft.primary.text,
                fontWeight: 550,
                '& .MuiChip-deleteIcon': {
                  color: 'inherit',
                  width: 24,
                  height: 24,
                  p: '5px',
                  marginInline: '-6px 2px',
                },
                '& .MuiChip-label': { paddingInline: '6px 8px' },
                '& .MuiChip-avatar': { marginInline: '3px 0' },
              })}
            />
          );
        })
      }
    />
  );
}
