import { Box } from '@mui/material';
import type { UseFormReturn } from 'react-hook-form';
import { Field, FIELD_GAP, registerInput, wireInput } from '../../components/fields/field.tsx';
import { PasswordInput } from '../../components/fields/password-input.tsx';

interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

interface NewPasswordFieldsProps<V extends NewPassword> {
  form: UseFormReturn<V>;
  label: string;
  /** How long it must be. */
  min: number;
  tall?: boolean;
  autoFocus?: boolean;
}

/** The new password and its repetition, for the reset and for the change in the profile. */
export function NewPasswordFields<V extends NewPassword>({
  form,
  label,
  min,
  tall = false,
  autoFocus = false,
}: NewPasswordFieldsProps<V>) {
  // Both names belong to every V; only the generic hides it from the compiler.
  const plain = form as unknown as UseFormReturn<NewPassword>;
  const { errors } = plain.formState;
  const password = plain.register('password', {
    // A confirmation that was right becomes wrong with the first field: say so at once.
    onChange: () => plain.getFieldState('passwordConfirmation').isTouched && plain.trigger('passwordConfirmation'),
  });
  return (
    <Box sx={{ display: 'grid', gap: FIELD_GAP }}>
      <Field label={label} error={errors.password?.message} help={`Al menos ${min} caracteres.`}>
        {(wiring) => (
          <PasswordInput
            {...wireInput(wiring)}
            name={password.name}
            onChange={(event) => void password.onChange(event)}
            onBlur={(event) => void password.onBlur(event)}
            inputRef={password.ref}
            autoComplete="new-password"
            autoFocus={autoFocus}
            sx={tall ? tallInput : {}}
          />
        )}
      </Field>
      <Field label="Confirmar contraseña" error={errors.passwordConfirmation?.message}>
        {(wiring) => (
          <PasswordInput
            {...wireInput(wiring)}
            {...registerInput(plain, 'passwordConfirmation')}
            autoComplete="new-password"
            sx={tall ? tallInput : {}}
          />
        )}
      </Field>
    </Box>
  );
}

/** Sign-in pages: one task, larger fields. */
export const tallInput = { height: '2.75rem', fontSize: '0.9375rem' } as const;
