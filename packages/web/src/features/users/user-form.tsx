import { isExternalRole, isOperatorRole, primaryRole, roleName } from '@campanero/contract/roles';
import { users } from '@campanero/contract/users/endpoints';
import { type UserBody, userBody, type UserDetail } from '@campanero/contract/users/schemas';
import { Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { z } from 'zod';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { FormPanel } from '../../components/form/form-panel.tsx';
import { Stacked } from '../../components/layout.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { notify } from '../../lib/snackbar.ts';
import { userSaved } from './api.ts';
import { HandoverFields, useHandover } from './handover.tsx';
import { RoleChoice } from './role-choice.tsx';
import { CREATED, USER_CREATE_FAILED, USER_UPDATE_FAILED, USER_UPDATED } from './texts.ts';

const INCOMPLETE = 'Faltan datos por completar o corregir.';

const LABELS = { firstName: 'Nombre', lastName: 'Apellido', email: 'Correo', roles: 'Roles' };
const inWords = (_field: string, value: unknown) =>
  Array.isArray(value) ? value.map((id) => roleName(id as number)).join(', ') : String(value);

const userValues: z.ZodType<UserBody> = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles: z.array(z.number()),
});

const NEW = {
  label: 'Crear usuario',
  action: 'Crear usuario',
  pendingText: 'Creando…',
  emailHelp: 'Ahí recibirá la invitación para elegir su contraseña; vence en 72 horas.',
  guard: 'Si sale ahora, el usuario no se crea.',
};
const STORED = {
  label: 'Editar usuario',
  emailHelp: 'Es con lo que ingresa. Al cambiarlo, los enlaces enviados al correo anterior dejan de servir.',
  guard: 'Si sale ahora, los cambios de este usuario se pierden.',
};

interface UserFormProps {
  user?: UserDetail;
  isOwn?: boolean;
  cancelTo: string;
  reload?: () => Promise<UserDetail | undefined>;
  onSaved: (user: UserDetail) => void;
}

export function UserForm({ user, isOwn = false, cancelTo, reload, onSaved }: UserFormProps) {
  const create = useEndpointMutation(users.create, userSaved);
  const update = useEndpointMutation(users.update, userSaved);
  const handover = useHandover();
  const [saved, setSaved] = useState<UserDetail>();
  const { form, draft, status, isRestored } = useRecordForm({
    name: `user:${user?.id ?? 'new'}`,
    schema: userValues,
    rules: userBody,
    mode: 'onChange',
    record: user,
    valuesOf: (record) => ({
      firstName: record?.firstName ?? '',
      lastName: record?.lastName ?? '',
      email: record?.email ?? '',
      roles: record?.roles.map(({ id }) => id) ?? [],
    }),
    reload,
    send: async ({ valid, changes, base, version }) =>
      setSaved(
        user
          ? await update.mutateAsync({
              params: { id: user.id },
              body: {
                ...changes,
                version,
                ...(leavesTheirCalls(base.roles, valid.roles) && { handover: handover.handover }),
              },
            })
          : await create.mutateAsync({ body: valid }),
      ),
    failed: user ? USER_UPDATE_FAILED : USER_CREATE_FAILED,
    onSaved: () => {
      notify.success(user ? USER_UPDATED : CREATED);
      onSaved(saved!);
    },
  });
  // A change of side loses the calls: their new owner is chosen before saving.
  const isLeaving = user !== undefined && leavesTheirCalls(draft.base.roles, draft.values.roles);
  const { emailHelp, ...card } = user ? STORED : NEW;
  return (
    <FormPanel
      {...card}
      status={status}
      unchanged="Todavía no hay cambios que guardar."
      invalid={INCOMPLETE}
      labels={LABELS}
      inWords={inWords}
      isWide
      cancelTo={cancelTo}
      hint={
        isRestored
          ? 'Recuperamos lo que había escrito y no guardó.'
          : status.isDirty && !status.isValid
            ? INCOMPLETE
            : undefined
      }
      sx={{ maxWidth: 720 }}
    >
      <TextInput form={form} name="firstName" label="Nombre" />
      <TextInput form={form} name="lastName" label="Apellido" />
      <div data-wide>
        <TextInput
          form={form}
          name="email"
          label="Correo"
          help={emailHelp}
          type="email"
          slotProps={{ input: { inputMode: 'email' } }}
        />
      </div>
      <div data-wide>
        <Bound form={form} name="roles">
          {({ value, onChange, onBlur, error }) => (
            <RoleChoice
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              error={error}
              fixed={isOwn ? 'No puede cambiar los roles de su propia cuenta.' : undefined}
              help="El rol más alto decide qué puede hacer."
            />
          )}
        </Bound>
      </div>
      {isLeaving && (
        <Paper data-wide sx={{ p: 4 }}>
          <Stacked gap={3}>
            <Typography>Con estos roles deja de llamar en sus campañas.</Typography>
            <HandoverFields userId={user.id} state={handover} />
          </Stacked>
        </Paper>
      )}
    </FormPanel>
  );
}

function sideOf(roles: readonly number[]) {
  const primary = primaryRole(roles);
  if (!isOperatorRole(primary)) return null;
  return isExternalRole(primary) ? 'external' : 'internal';
}

/** Whether the new roles lose the calls: no operator any more, or of the other side. */
const leavesTheirCalls = (before: readonly number[], after: readonly number[]) =>
  sideOf(before) !== null && sideOf(before) !== sideOf(after);
