import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Ref } from 'react';
import { IconSearch } from '../../../../components/icons.ts';
import type { OutcomeSearch } from '../../hooks/use-outcome-search.ts';

interface SearchInputProps {
  search: OutcomeSearch;
  placeholder: string;
  size?: 'small';
  invalid: boolean;
  describedBy: string | undefined;
  inputRef: Ref<HTMLInputElement>;
}

export function SearchInput({ search, placeholder, size, invalid, describedBy, inputRef }: SearchInputProps) {
  return (
    <OutlinedInput
      {...(size && { size })}
      placeholder={placeholder}
      error={invalid}
      inputRef={inputRef}
      value={search.typed}
      onChange={({ target }) => search.setTyped(target.value)}
      startAdornment={
        <InputAdornment position="start">
          <IconSearch size={18} stroke={1.75} aria-hidden />
        </InputAdornment>
      }
      inputProps={{ ...search.inputProps, 'aria-invalid': invalid, 'aria-describedby': describedBy }}
    />
  );
}
