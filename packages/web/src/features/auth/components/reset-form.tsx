import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { resetBody } from '@campanero/contract/auth/schemas';
import { FormNote } from '../../../components/form-note.tsx';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { errorText } from '../../../lib/error-text.ts';
import { notify } from '../../../lib/snackbar.ts';
import { useResetPassword } from '../api/reset-password.ts';
import { passwordReason, resetDone, resetFailed } from '../texts.ts';
import { FormHeading } from './form-heading.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

interface ResetFormProps {
  id: number;
  token: string;
  signInPath: string;
  recoverPath: string;
  onDone: () => void;
}

export function ResetForm({ id, token, signInPath, recoverPath, onDone }: ResetFormProps) {
  const reset = useResetPassword(id, token);
  const form = useForm({
    resolver: zodResolver(resetBody),
    mode: 'onChange',
    defaultValues: { password: '', passwordConfirmation: '' },
  });
  const { isValid, isDirty } = form.formState;
  const submit = form.handleSubmit((values) =>
    reset.mutate(values, {
      onSuccess: () => {
        notify.success(resetDone);
        onDone();
      },
    }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label="Restablecer contraseña">
      <FormHeading title="Restablecer contraseña" hint="Elija una contraseña nueva para su cuenta." />
      <NewPasswordFields form={form} label="Contraseña" tall autoFocus />
      <Box sx={{ display: 'grid', gap: 4, mt: 7 }}>
        <FormNote>{reset.error ? errorText(reset.error, resetFailed) : undefined}</FormNote>
        <SubmitButton
          size="large"
          fullWidth
          ready={isValid && isDirty}
          reason={passwordReason}
          pending={reset.isPending}
          pendingText="Restableciendo…"
          onRefused={() => void form.trigger(undefined, { shouldFocus: true })}
        >
          Restablecer
        </SubmitButton>
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, mt: 6, typography: 'body2' }}>
        <Link component={RouterLink} to={signInPath}>
          Volver a Ingresar
        </Link>
        <Link component={RouterLink} to={recoverPath}>
          Pedir otro enlace
        </Link>
      </Box>
    </form>
  );
}
