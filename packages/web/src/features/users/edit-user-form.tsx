import type { UserBody, UserDetail } from '@campanero/contract/users/schemas';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { UnsavedGuard } from '../../components/form/dialogs.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { useCreateUser, useUpdateUser } from './api.ts';
import { HandoverFields, type HandoverState, useHandover } from './handover.tsx';
import { EMPTY_USER, leavesTheirCalls, userFormOf } from './role-choice.tsx';
import { CREATE_FAILED, CREATED, UPDATE_FAILED, UPDATED } from './texts.ts';
import { UserForm, useUserForm } from './user-form.tsx';

interface EditUserFormProps {
  /** As it was when the editing began; saving anything on top of a newer version is a conflict. */
  user: UserDetail;
  isOwn: boolean;
  cancelTo: string;
  onSaved: (user: UserDetail) => void;
  /** Asks the server again; what somebody else saved meanwhile then stands in the form. */
  onReload: () => void;
}

export function EditUserForm({ user, isOwn, cancelTo, onSaved, onReload }: EditUserFormProps) {
  const update = useUpdateUser(user.id);
  const { form, isRestored, showRefusal, forget } = useUserForm(`user:${user.id}`, userFormOf(user));
  const state = useHandover();
  const roles = useWatch({ control: form.control, name: 'roles' });
  const isLeaving = leavesTheirCalls(
    user.roles.map(({ id }) => id),
    roles,
  );
  const save = (values: UserBody) =>
    update.mutate(
      { ...values, version: user.version, ...(isLeaving && { handover: state.handover }) },
      {
        onSuccess: () => {
          forget(values);
          notify.success(UPDATED);
        },
        onError: showRefusal,
      },
    );
  const saved = update.data;
  // After the next render: the guard below must have heard that there is nothing left to lose.
  useEffect(() => {
    if (saved) onSaved(saved);
  }, [saved, onSaved]);
  const isConflict = update.error instanceof ApiError && update.error.code === 'CONFLICT';
  return (
    <>
      <UserForm
        form={form}
        label="Editar usuario"
        action="Guardar"
        pending={update.isPending}
        pendingText="Guardando…"
        cancelTo={cancelTo}
        emailHelp="Es con lo que ingresa. Al cambiarlo, los enlaces enviados al correo anterior dejan de servir."
        rolesFixed={isOwn ? 'No puede cambiar los roles de su propia cuenta.' : undefined}
        warning={isLeaving && <LeavingNote userId={user.id} state={state} />}
        note={update.error ? errorText(update.error, UPDATE_FAILED) : undefined}
        noteAction={
          isConflict && (
            <Button
              size="small"
              onClick={() => {
                forget(userFormOf(user));
                onReload();
              }}
            >
              Ver los cambios
            </Button>
          )
        }
        isRestored={isRestored}
        onSubmit={save}
      />
      <UnsavedGuard
        active={form.formState.isDirty && !update.isSuccess}
        what="Si sale ahora, los cambios de este usuario se pierden."
      />
    </>
  );
}

/** A change of side takes somebody off their calls: who gets them is chosen before saving. */
function LeavingNote({ userId, state }: { userId: number; state: HandoverState }) {
  return (
    <Paper variant="outlined" sx={{ p: 4, display: 'grid', gap: 3 }}>
      <Typography>Con estos roles deja de llamar en sus campañas.</Typography>
      <HandoverFields userId={userId} state={state} />
    </Paper>
  );
}

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
