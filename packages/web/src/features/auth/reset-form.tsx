import { auth } from '@campanero/contract/auth/endpoints';
import { resetBodyFor } from '@campanero/contract/auth/schemas';
import { Link } from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { Line } from '../../components/layout.tsx';
import { readPasswordMin } from '../../lib/browser/page-facts.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useSendForm } from '../../lib/forms.ts';
import { endSession, getSession } from '../../lib/session.ts';
import { AuthForm, FormHeading, tallInput } from './auth-frame.tsx';
import { NewPasswordFields, passwordReason, resetDone, resetFailed } from './secret-fields.tsx';

interface ResetFormProps {
  /** From the link in the mail; undefined if the address is incomplete. */
  link: { id: number; token: string } | undefined;
  signInPath: string;
  recoverPath: string;
  onDone: () => void;
}

const TITLE = 'Restablecer contraseña';

export function ResetForm({ link, signInPath, recoverPath, onDone }: ResetFormProps) {
  return (
    <>
      {link ? (
        <NewPasswordForm link={link} onDone={onDone} />
      ) : (
        <>
          <FormHeading title={TITLE} hint="El enlace está incompleto: ábralo otra vez desde el correo o pida otro." />
          <RefusalNote>{resetFailed}</RefusalNote>
        </>
      )}
      <Line sx={{ justifyContent: 'space-between', mt: 6, typography: 'body2', lineHeight: '1.5rem' }} gap={4}>
        <Link component={RouterLink} to={signInPath}>
          Volver a Ingresar
        </Link>
        <Link component={RouterLink} to={recoverPath}>
          Pedir otro enlace
        </Link>
      </Line>
    </>
  );
}

function NewPasswordForm({ link, onDone }: { link: NonNullable<ResetFormProps['link']>; onDone: () => void }) {
  const reset = useEndpointMutation(auth.reset, {
    // A reset ends every session, also one open here.
    onSuccess: () => {
      if (getSession()) endSession('signed-out');
    },
    gcTime: 0,
  });
  const [min] = useState(readPasswordMin);
  const [rules] = useState(() => resetBodyFor(min));
  const { form, status } = useSendForm({
    rules,
    mode: 'onChange',
    defaults: { password: '', passwordConfirmation: '' },
    send: (body) => reset.mutateAsync({ params: { id: link.id }, query: { token: link.token }, body }),
    failed: resetFailed,
    done: resetDone,
    onSent: onDone,
  });
  return (
    <AuthForm
      title={TITLE}
      hint="Elija una contraseña nueva para su cuenta."
      status={status}
      action="Restablecer"
      pendingText="Restableciendo…"
      reason={passwordReason}
    >
      <NewPasswordFields form={form} label="Contraseña" min={min} autoFocus sx={tallInput} />
    </AuthForm>
  );
}
