import { auth } from '@campanero/contract/auth/endpoints';
import { resetBodyFor } from '@campanero/contract/auth/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Link } from '@mui/material';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { errorText, showFieldErrors } from '../../lib/errors.ts';
import { readPasswordMin } from '../../lib/browser/page-facts.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { endSession, getSession } from '../../lib/session.ts';
import { notify } from '../../lib/snackbar.ts';
import { FormEnd, FormHeading } from './auth-frame.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { passwordReason, resetDone, resetFailed } from './texts.ts';

/** What the link in the mail holds. */
interface ResetLink {
  id: number;
  token: string;
}
interface ResetFormProps {
  /** Undefined when the address lacks a part of it: nothing can be reset. */
  link: ResetLink | undefined;
  signInPath: string;
  recoverPath: string;
  onDone: () => void;
}

export function ResetForm({ link, signInPath, recoverPath, onDone }: ResetFormProps) {
  return (
    <>
      <FormHeading
        title="Restablecer contraseña"
        hint={
          link
            ? 'Elija una contraseña nueva para su cuenta.'
            : 'El enlace está incompleto: ábralo otra vez desde el correo o pida otro.'
        }
      />
      {link ? <NewPasswordForm link={link} onDone={onDone} /> : <RefusalNote>{resetFailed}</RefusalNote>}
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          gap: 4,
          mt: 6,
          typography: 'body2',
          lineHeight: '1.5rem',
        }}
      >
        <Link component={RouterLink} to={signInPath}>
          Volver a Ingresar
        </Link>
        <Link component={RouterLink} to={recoverPath}>
          Pedir otro enlace
        </Link>
      </Box>
    </>
  );
}

function NewPasswordForm({ link, onDone }: { link: ResetLink; onDone: () => void }) {
  const reset = useEndpointMutation(auth.reset, {
    // A reset never signs in; it also ended every session, so one that was open here is over.
    onSuccess: () => {
      if (getSession()) endSession('signed-out');
    },
    gcTime: 0,
  });
  const [min] = useState(readPasswordMin);
  const [schema] = useState(() => resetBodyFor(min));
  const [note, setNote] = useState<string>();
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onChange',
    defaultValues: { password: '', passwordConfirmation: '' },
  });
  const { isValid, isDirty } = form.formState;
  const submit = form.handleSubmit((values) => {
    setNote(undefined);
    reset.mutate(
      { params: { id: link.id }, query: { token: link.token }, body: values },
      {
        onError: (error) => {
          if (!showFieldErrors(form, error)) setNote(errorText(error, resetFailed));
        },
        onSuccess: () => {
          notify.success(resetDone);
          onDone();
        },
      },
    );
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label="Restablecer contraseña">
      <NewPasswordFields form={form} label="Contraseña" min={min} tall autoFocus />
      <FormEnd
        form={form}
        note={note}
        ready={isValid && isDirty}
        reason={passwordReason}
        pending={reset.isPending}
        pendingText="Restableciendo…"
      >
        Restablecer
      </FormEnd>
    </form>
  );
}
