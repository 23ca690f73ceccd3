import { users } from '@campanero/contract/users/endpoints';
import type { UserBody, UserDetail } from '@campanero/contract/users/schemas';
import { Paper, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { UnsavedGuard } from '../../components/form/dialogs.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { notify } from '../../lib/snackbar.ts';
import { userSaved } from './api.ts';
import { HandoverFields, type HandoverState, useHandover } from './handover.tsx';
import { leavesTheirCalls } from './role-choice.tsx';
import { USER_CREATE_FAILED, CREATED, USER_UPDATE_FAILED, USER_UPDATED } from './texts.ts';
import { UserForm, useUserForm } from './user-form.tsx';

interface EditUserFormProps {
  /** The newest that the page knows. */
  user: UserDetail;
  isOwn: boolean;
  cancelTo: string;
  onSaved: () => void;
  reload: () => Promise<UserDetail | undefined>;
}

export function EditUserForm({ user, isOwn, cancelTo, onSaved, reload }: EditUserFormProps) {
  const update = useEndpointMutation(users.update, userSaved);
  const { draft, save, card } = useUserForm({ draftName: `user:${user.id}`, user, reload, failed: USER_UPDATE_FAILED });
  const state = useHandover();
  const [isSaved, setSaved] = useState(false);
  const isLeaving = leavesTheirCalls(draft.base.roles, draft.values.roles);
  const submit = async (valid: UserBody) => {
    const isDone = await save(({ changes, version }) => {
      const changed = Object.fromEntries(Object.keys(changes).map((name) => [name, valid[name as keyof UserBody]]));
      const body = { ...changed, version, ...(isLeaving && { handover: state.handover }) };
      return update.mutateAsync({ params: { id: user.id }, body });
    });
    if (!isDone) return;
    notify.success(USER_UPDATED);
    setSaved(true);
  };
  // After the next render, in which the guard below is inactive.
  useEffect(() => {
    if (isSaved) onSaved();
  }, [isSaved, onSaved]);
  return (
    <>
      <UserForm
        {...card}
        label="Editar usuario"
        action="Guardar"
        pendingText="Guardando…"
        cancelTo={cancelTo}
        emailHelp="Es con lo que ingresa. Al cambiarlo, los enlaces enviados al correo anterior dejan de servir."
        rolesFixed={isOwn ? 'No puede cambiar los roles de su propia cuenta.' : undefined}
        warning={isLeaving && <LeavingNote userId={user.id} state={state} />}
        onSubmit={submit}
      />
      <UnsavedGuard active={draft.isDirty && !isSaved} what="Si sale ahora, los cambios de este usuario se pierden." />
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
  const create = useEndpointMutation(users.create, userSaved);
  const { draft, save, card } = useUserForm({ draftName: 'user:new', failed: USER_CREATE_FAILED });
  const submit = async (values: UserBody) => {
    if (await save(() => create.mutateAsync({ body: values }))) notify.success(CREATED);
  };
  const created = create.data;
  // After the next render, in which the guard below is inactive.
  useEffect(() => {
    if (created) onCreated(created);
  }, [created, onCreated]);
  return (
    <>
      <UserForm
        {...card}
        label="Crear usuario"
        action="Crear usuario"
        pendingText="Creando…"
        cancelTo={cancelTo}
        emailHelp="Ahí recibirá la invitación para elegir su contraseña; vence en 72 horas."
        onSubmit={submit}
      />
      <UnsavedGuard active={draft.isDirty && !create.isSuccess} what="Si sale ahora, el usuario no se crea." />
    </>
  );
}
