import { IconButton, InputAdornment, OutlinedInput, type OutlinedInputProps } from '@mui/material';
import { useState } from 'react';
import { IconEye, IconEyeOff } from '../icons.ts';

/** Paste and password managers work; the toggle has a name and a state. */
export function PasswordInput(props: OutlinedInputProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <OutlinedInput
      {...props}
      type={isShown ? 'text' : 'password'}
      slotProps={{ input: { spellCheck: false, autoCapitalize: 'none' } }}
      endAdornment={
        <InputAdornment position="end" sx={{ marginInlineEnd: -3 }}>
          <IconButton
            aria-label="Mostrar contraseña"
            aria-pressed={isShown}
            // Keeps the caret where it was: the pointer must not take the focus out of the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={20} stroke={1.75} aria-hidden />
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
