import { IconButton, InputAdornment, OutlinedInput, type OutlinedInputProps } from '@mui/material';
import { useState } from 'react';
import { IconEye, IconEyeOff } from '../icons.ts';

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
            // Keeps the caret: the button must not take the focus.
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
