import { recoveryBody } from '@campanero/contract/auth/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { Field, registerInput, wireInput } from '../../../components/fields/field.tsx';
import { FormNote } from '../../../components/form/form-note.tsx';
import { SubmitButton } from '../../../components/form/save-bar.tsx';
import { errorText } from '../../../lib/errors.ts';
import { useRecover } from '../api/recover.ts';
import { tallInput } from '../tall-input.ts';
import { recoverFailed, recoverReason } from '../texts.ts';
import { FormHeading } from './form-heading.tsx';
import { RecoverySent } from './recovery-sent.tsx';

export function RecoverForm({ signInPath }: { signInPath: string }) {
  const recover = useRecover();
  const form = useForm({ resolver: zodResolver(recoveryBody), mode: 'onTouched', defaultValues: { email: '' } });
  const { errors, isValid, isDirty } = form.formState;
  const submit = form.handleSubmit((values) => recover.mutate(values));
  if (recover.isSuccess)
    return <RecoverySent email={recover.variables.email} message={recover.data.message} signInPath={signInPath} />;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label="Recuperar contraseña">
      <FormHeading title="Recuperar contraseña" hint="Le enviaremos un enlace para elegir una nueva." />
      <Field label="Correo" error={errors.email?.message}>
        {(wiring) => (
          <OutlinedInput
            {...wireInput(wiring)}
            {...registerInput(form, 'email')}
            type="email"
            autoComplete="username"
            autoFocus
            sx={tallInput}
          />
        )}
      </Field>
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        <FormNote>{recover.error ? errorText(recover.error, recoverFailed) : undefined}</FormNote>
        <SubmitButton
          size="large"
          fullWidth
          ready={isValid && isDirty}
          reason={recoverReason}
          pending={recover.isPending}
          pendingText="Enviando…"
          onRefused={() => void form.trigger(undefined, { shouldFocus: true })}
        >
          Enviar
        </SubmitButton>
      </Box>
      <Box sx={{ mt: 6, typography: 'body2' }}>
        <Link component={RouterLink} to={signInPath}>
          Volver a Ingresar
        </Link>
      </Box>
    </form>
  );
}
