import { auth } from '@campanero/contract/auth/endpoints';
import { changePasswordBodyFor } from '@campanero/contract/auth/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box } from '@mui/material';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Field, FIELD_GAP, registerInput, wireInput } from '../../components/fields/field.tsx';
import { PasswordInput } from '../../components/fields/password-input.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { errorText, showFieldErrors } from '../../lib/errors.ts';
import { readPasswordMin } from '../../lib/browser/page-facts.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { endpointKey } from '../../lib/queries.ts';
import { notify } from '../../lib/snackbar.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { passwordReason, resetDone, resetFailed } from './texts.ts';

/** The present password is asked again: an unlocked screen is no proof of who sits there. */
export function ChangePasswordForm({ username }: { username: string }) {
  const change = useEndpointMutation(auth.changePassword, {
    // The other sessions end, and a required change of password is done.
    refetches: ['session', endpointKey('auth', auth.sessions)],
    gcTime: 0,
  });
  const [min] = useState(readPasswordMin);
  const [schema] = useState(() => changePasswordBodyFor(min));
  const [note, setNote] = useState<string>();
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onChange',
    defaultValues: { currentPassword: '', password: '', passwordConfirmation: '' },
  });
  const { errors, isValid, isDirty } = form.formState;
  const submit = form.handleSubmit((values) => {
    setNote(undefined);
    change.mutate(
      { body: values },
      {
        onError: (error) => {
          if (!showFieldErrors(form, error)) setNote(errorText(error, resetFailed));
        },
        onSuccess: () => {
          form.reset();
          notify.success(resetDone);
        },
      },
    );
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label="Cambiar contraseña">
      {/* Tells password managers whose password is being changed. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Box sx={{ display: 'grid', gap: FIELD_GAP, maxWidth: 384 }}>
        <Field label="Contraseña actual" error={errors.currentPassword?.message}>
          {(wiring) => (
            <PasswordInput
              {...wireInput(wiring)}
              {...registerInput(form, 'currentPassword')}
              autoComplete="current-password"
            />
          )}
        </Field>
        <NewPasswordFields form={form} label="Contraseña nueva" min={min} />
        <FormNote>{note}</FormNote>
        <Box>
          <SubmitButton
            ready={isValid && isDirty}
            reason={passwordReason}
            pending={change.isPending}
            pendingText="Guardando…"
            onRefused={() => void form.trigger(undefined, { shouldFocus: true })}
          >
            Cambiar contraseña
          </SubmitButton>
        </Box>
      </Box>
    </form>
  );
}
