import type { UserBody, UserDetail } from '@campanero/contract/users/schemas';
import { useEffect } from 'react';
import { UnsavedGuard } from '../../../components/form/dialogs.tsx';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { useCreateUser } from '../api/save-user.ts';
import { useUserForm } from '../hooks/use-user-form.ts';
import { CREATE_FAILED, CREATED } from '../texts.ts';
import { EMPTY_USER } from '../user-form.ts';
import { UserForm } from './user-form.tsx';

interface CreateUserFormProps {
  cancelTo: string;
  onCreated: (user: UserDetail) => void;
}

export function CreateUserForm({ cancelTo, onCreated }: CreateUserFormProps) {
  const create = useCreateUser();
  const { form, isRestored, showRefusal, forget } = useUserForm('user:new', EMPTY_USER);
  const save = (values: UserBody) =>
    create.mutate(values, {
      onSuccess: () => {
        forget(values);
        notify.success(CREATED);
      },
      onError: showRefusal,
    });
  const created = create.data;
  // After the next render: the guard below must have heard that there is nothing left to lose.
  useEffect(() => {
    if (created) onCreated(created);
  }, [created, onCreated]);
  return (
    <>
      <UserForm
        form={form}
        label="Crear usuario"
        action="Crear usuario"
        pending={create.isPending}
        pendingText="Creando…"
        cancelTo={cancelTo}
        emailHelp="Ahí recibirá la invitación para elegir su contraseña; vence en 72 horas."
        note={create.error ? errorText(create.error, CREATE_FAILED) : undefined}
        isRestored={isRestored}
        onSubmit={save}
      />
      <UnsavedGuard active={form.formState.isDirty && !create.isSuccess} what="Si sale ahora, el usuario no se crea." />
    </>
  );
}
