import { auth } from '@campanero/contract/auth/endpoints';
import { changePasswordBodyFor } from '@campanero/contract/auth/schemas';
import { Button, type OutlinedInputProps } from '@mui/material';
import { useState } from 'react';
import { FIELD_GAP } from '../../components/fields/field.tsx';
import { PasswordInput } from '../../components/fields/password-input.tsx';
import { TextInput } from '../../components/fields/text-input.tsx';
import { InlineForm } from '../../components/form/form-panel.tsx';
import { readPasswordMin } from '../../lib/browser/page-facts.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useSendForm } from '../../lib/forms.ts';
import { endpointKey } from '../../lib/queries.ts';
import { signOut } from '../../lib/session-api.ts';
import { AuthForm, tallInput } from './auth-frame.tsx';
import { NewPasswordFields, passwordReason, resetDone, resetFailed } from './secret-fields.tsx';

/** Asks for the current password, since the screen may be unattended. */
function useChangePassword(onDone?: () => void) {
  const change = useEndpointMutation(auth.changePassword, {
    // Other sessions end; a required change is done.
    refetches: ['session', endpointKey('auth', auth.sessions)],
    gcTime: 0,
  });
  const [min] = useState(readPasswordMin);
  const [rules] = useState(() => changePasswordBodyFor(min));
  const { form, status } = useSendForm({
    rules,
    mode: 'onChange',
    defaults: { currentPassword: '', password: '', passwordConfirmation: '' },
    send: (body) => change.mutateAsync({ body }),
    failed: resetFailed,
    done: resetDone,
    onSent: ({ reset }) => {
      reset();
      onDone?.();
    },
  });
  const fields = (username: string, look: Pick<OutlinedInputProps, 'autoFocus' | 'sx'> = {}) => (
    <>
      {/* Tells password managers whose password is being changed. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <TextInput
        form={form}
        name="currentPassword"
        label="Contraseña actual"
        input={PasswordInput}
        autoComplete="current-password"
        {...look}
      />
      <NewPasswordFields form={form} label="Contraseña nueva" min={min} sx={look.sx} />
    </>
  );
  return { status, fields };
}

export function ChangePasswordForm({ username }: { username: string }) {
  const { status, fields } = useChangePassword();
  return (
    <InlineForm
      label="Cambiar contraseña"
      status={status}
      action="Cambiar contraseña"
      unchanged={passwordReason}
      invalid={passwordReason}
      isAtStart
      gap={FIELD_GAP}
      sx={{ maxWidth: 480 }}
    >
      {fields(username)}
    </InlineForm>
  );
}

/** For a password that somebody else gave. */
export function ForcedPasswordForm({ username, onDone }: { username: string; onDone: () => void }) {
  const { status, fields } = useChangePassword(onDone);
  return (
    <AuthForm
      title="Cambiar contraseña"
      hint="Antes de continuar debe cambiar la contraseña que recibió por una propia."
      status={status}
      action="Cambiar contraseña"
      pendingText="Guardando…"
      reason={passwordReason}
      foot={
        <Button variant="text" fullWidth sx={{ mt: 4 }} onClick={() => void signOut()}>
          Cerrar sesión
        </Button>
      }
    >
      {fields(username, { autoFocus: true, sx: tallInput })}
    </AuthForm>
  );
}
