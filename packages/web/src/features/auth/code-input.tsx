import { OutlinedInput, type OutlinedInputProps } from '@mui/material';

interface CodeInputProps extends Omit<OutlinedInputProps, 'type' | 'autoComplete' | 'slotProps'> {
  /** `app`: six digits, which the phone's own keyboard may offer. `any`: these or a recovery code. */
  kind: 'app' | 'recovery' | 'any';
}

/** Where a code of the second factor is typed or pasted, with or without spaces; always from left to right. */
export function CodeInput({ kind, sx, ...props }: CodeInputProps) {
  const input = {
    inputMode: kind === 'app' ? 'numeric' : 'text',
    autoCapitalize: kind === 'app' ? 'none' : 'characters',
    autoCorrect: 'off',
    spellCheck: false,
    dir: 'ltr',
  } as const;
  return (
    <OutlinedInput
      {...props}
      autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
      slotProps={{ input }}
      sx={[{ fontVariantNumeric: 'tabular-nums', letterSpacing: '.06em' }, ...(Array.isArray(sx) ? sx : [sx])]}
    />
  );
}
