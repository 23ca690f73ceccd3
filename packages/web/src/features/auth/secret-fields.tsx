import type { OutlinedInputProps } from '@mui/material';
import type { UseFormReturn } from 'react-hook-form';
import { PasswordInput } from '../../components/fields/password-input.tsx';
import { TextInput } from '../../components/fields/text-input.tsx';

export const passwordReason = 'Complete los campos con una contraseña válida y su confirmación.';
export const resetDone = 'Cambio de contraseña exitoso.';
export const resetFailed = 'Error. Por favor inténtelo de nuevo.';

type NewPassword = { password: string; passwordConfirmation: string };

interface NewPasswordFieldsProps<V extends NewPassword, T> extends Pick<OutlinedInputProps, 'autoFocus' | 'sx'> {
  form: UseFormReturn<V, unknown, T>;
  label: string;
  min: number;
}

export function NewPasswordFields<V extends NewPassword, T>(props: NewPasswordFieldsProps<V, T>) {
  const { label, min, autoFocus, sx } = props;
  // The cast is safe: every V has both fields.
  const form = props.form as unknown as UseFormReturn<NewPassword>;
  const shared = { form, input: PasswordInput, autoComplete: 'new-password', sx };
  // The first field may invalidate the confirmation.
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

/** Props of a field for a code of the second factor: `app` for six digits, `any` for these or a recovery code. */
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
