import type { OutlinedInputProps } from '@mui/material';
import type { UseFormReturn } from 'react-hook-form';
import { PasswordInput } from '../../components/fields/password-input.tsx';
import { TextInput } from '../../components/fields/text-input.tsx';

/** Why a form with a new password cannot be sent yet, and how it ended. */
export const passwordReason = 'Complete los campos con una contraseña válida y su confirmación.';
export const resetDone = 'Cambio de contraseña exitoso.';
export const resetFailed = 'Error. Por favor inténtelo de nuevo.';

interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

interface NewPasswordFieldsProps<V extends NewPassword, T> extends Pick<OutlinedInputProps, 'autoFocus' | 'sx'> {
  form: UseFormReturn<V, unknown, T>;
  label: string;
  /** How long it must be. */
  min: number;
}

/** The new password and its repetition, for the reset and for the change in the profile. */
export function NewPasswordFields<V extends NewPassword, T>(props: NewPasswordFieldsProps<V, T>) {
  const { label, min, autoFocus, sx } = props;
  // Both names belong to every V; only the generic hides it from the compiler.
  const form = props.form as unknown as UseFormReturn<NewPassword>;
  const shared = { form, input: PasswordInput, autoComplete: 'new-password', sx };
  // A confirmation that was right becomes wrong with the first field: say so at once.
  const checkAgain = () =>
    void (form.getFieldState('passwordConfirmation').isTouched && form.trigger('passwordConfirmation'));
  return (
    <>
      <TextInput
        {...shared}
        name="password"
        label={label}
        help={`Al menos ${min} caracteres.`}
        autoFocus={autoFocus}
        onTyped={checkAgain}
      />
      <TextInput {...shared} name="passwordConfirmation" label="Confirmar contraseña" />
    </>
  );
}

/**
 * A field in which a code of the second factor is typed or pasted, with or without spaces; always from left to right. `app`: six digits,
 * which the phone's own keyboard may offer. `any`: these or a recovery code.
 */
export const codeInput = (kind: 'app' | 'recovery' | 'any') => ({
  autoComplete: kind === 'recovery' ? 'off' : 'one-time-code',
  slotProps: {
    input: {
      inputMode: kind === 'app' ? 'numeric' : 'text',
      autoCapitalize: kind === 'app' ? 'none' : 'characters',
      autoCorrect: 'off',
      spellCheck: false,
      dir: 'ltr',
    } as const,
  },
  sx: { fontVariantNumeric: 'tabular-nums', letterSpacing: '.06em' },
});
