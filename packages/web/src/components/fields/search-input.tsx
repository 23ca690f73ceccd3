import { SEARCH_DEBOUNCE_MS } from '@campanero/contract/limits';
import { IconButton, OutlinedInput, type SxProps, type Theme } from '@mui/material';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconSearch, IconX } from '../icons.ts';

interface SearchInputProps {
  /** Accessible name, and the placeholder unless one is given. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (typed: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  maxLength?: number;
  sx?: SxProps<Theme>;
}

export function SearchInput({ label, placeholder, value, onChange, onKeyDown, maxLength = 200, sx }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && value !== '') {
      // Escape must not close the dialog around it.
      event.stopPropagation();
      onChange('');
    }
    onKeyDown?.(event);
  };
  return (
    <OutlinedInput
      size="small"
      type="search"
      inputRef={input}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={handleKeyDown}
      placeholder={placeholder ?? label}
      inputProps={{ 'aria-label': label, maxLength }}
      startAdornment={<IconSearch size={16} stroke={1.75} aria-hidden style={{ flex: 'none' }} />}
      endAdornment={
        // Always there, so that the text does not move.
        <IconButton
          size="small"
          aria-label="Borrar la búsqueda"
          onClick={clear}
          sx={{ width: '1.75rem', height: '1.75rem', ...(value === '' && { visibility: 'hidden' }) }}
        >
          <IconX size={16} stroke={2} aria-hidden />
        </IconButton>
      }
      sx={[
        { paddingInline: '10px 4px', '& input': { paddingInline: '8px 4px !important', textOverflow: 'ellipsis' } },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    />
  );
}

/** Reports the text when typing pauses. Follows changes of `value` from outside (Back, Limpiar), unless typed text is unreported. */
export function useTypedSearch(value: string, onSearch: (typed: string) => void) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const tell = useEffectEvent(onSearch);

  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === told.current) return;
    const timer = setTimeout(() => {
      told.current = wanted;
      tell(wanted);
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return [typed, setTyped] as const;
}

/** The value after it has not changed for `ms`. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
