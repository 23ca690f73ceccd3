import { auth } from '@campanero/contract/auth/endpoints';
import { identity, IDLE_MINUTES_MAX, IDLE_MINUTES_MIN, type IdleLimits } from '@campanero/contract/auth/identity';
import { type RequiredRoles as Required, secondFactor } from '@campanero/contract/auth/second-factor';
import { roleName, ROLES } from '@campanero/contract/roles';
import { users } from '@campanero/contract/users/endpoints';
import type { UserDetail } from '@campanero/contract/users/schemas';
import { Box, Button, DialogContent, FormHelperText, InputAdornment, OutlinedInput, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod';
import { ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { DialogForm, DialogFrame } from '../../components/form/dialogs.tsx';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { FormSubmit } from '../../components/form/form-panel.tsx';
import { Line, Spread, Stacked } from '../../components/layout.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { errorText } from '../../lib/errors.ts';
import { fetchFresh, useEndpointMutation } from '../../lib/changes.ts';
import { type FormStatus, NO_FORM } from '../../lib/forms.ts';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { RoleChoice } from './role-choice.tsx';

const RESET_FAILED =
  'No fue posible restablecer el segundo factor, por favor inténtelo de nuevo o contacte con el soporte.';
const SAVE_FAILED = 'No fue posible guardar los cambios, por favor inténtelo de nuevo o contacte con el soporte.';

/** Whether a user has a second factor, and an administrator's button to reset it; one's own is changed in the profile. */
export function UserSecondFactor({ user, isOwn }: { user: UserDetail; isOwn: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const params = { id: user.id };
  const reset = useEndpointMutation(secondFactor.reset, {
    changes: [endpointKey('users', users.get, { params }), endpointKey('auth', auth.userSessions, { params })],
    evenIfRefused: true,
  });
  return (
    <Spread>
      <Typography>
        {user.secondFactor ? 'Activo: al ingresar se le pide un código de su teléfono.' : 'No lo activó.'}
        {user.secondFactor && isOwn && ' El propio se cambia en Mi perfil.'}
      </Typography>
      {user.secondFactor && !isOwn && (
        <Button size="small" onClick={() => setAsking(true)}>
          Restablecer
        </Button>
      )}
      <ChangeDialog
        open={isAsking}
        title="Restablecer el segundo factor"
        action="Restablecer"
        destructive
        pendingText="Restableciendo…"
        done="Segundo factor restablecido."
        failed={RESET_FAILED}
        onConfirm={() => reset.mutateAsync({ params })}
        onClose={() => setAsking(false)}
      >
        <Typography>
          <strong>{user.name}</strong> podrá ingresar solo con la contraseña hasta que active otro, y sus sesiones
          abiertas se cierran. Recibirá un correo.
        </Typography>
        <Typography sx={{ mt: 2 }}>Hágalo solo si está seguro de que es esa persona quien lo pide.</Typography>
      </ChangeDialog>
    </Spread>
  );
}

const FRESH = { staleTime: 0, gcTime: 0 };
const requiredRolesQuery = () => endpointQuery('users', secondFactor.roles, undefined, FRESH);
const idleLimitsQuery = () => endpointQuery('users', identity.idleLimits, undefined, FRESH);

export function SecurityDialog({ onClose }: { onClose: () => void }) {
  const required = useQuery(requiredRolesQuery());
  const idle = useQuery(idleLimitsQuery());
  return (
    <DialogFrame title="Seguridad" width={480} hasClose onClose={onClose}>
      {required.data && idle.data ? (
        <SecurityForm given={required.data} limits={idle.data} onClose={onClose} />
      ) : (
        <DialogContent>
          <QueryState query={required.data ? idle : required} height={420} />
        </DialogContent>
      )}
    </DialogFrame>
  );
}

/** The minutes by role, as typed; empty for no limit. */
type TypedLimits = Record<string, string>;

const typedLimits = ({ limits }: Pick<IdleLimits, 'limits'>): TypedLimits =>
  Object.fromEntries(ROLES.map(({ id }) => [id, String(limits.find(({ roleId }) => roleId === id)?.minutes ?? '')]));

const isMinutes = (typed: string) =>
  typed === '' || (/^\d{1,3}$/.test(typed) && Number(typed) >= IDLE_MINUTES_MIN && Number(typed) <= IDLE_MINUTES_MAX);
const areMinutes = (typed: TypedLimits) => Object.values(typed).every(isMinutes);

const readLimits = (typed: TypedLimits): IdleLimits['limits'] =>
  Object.entries(typed).flatMap(([roleId, minutes]) =>
    minutes === '' ? [] : [{ roleId: Number(roleId), minutes: Number(minutes) }],
  );

const idleValues = z.record(z.string(), z.string());
const IDLE_LABELS = Object.fromEntries(ROLES.map(({ id, name }) => [id, `Bloqueo por inactividad: ${name}`]));

function IdleLimitFields({ value, onChange }: { value: TypedLimits; onChange: (changed: TypedLimits) => void }) {
  const id = useId();
  const isWrong = !areMinutes(value);
  return (
    <Box component="fieldset" aria-describedby={`${id}-help`} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" sx={{ fontWeight: 550, p: 0, mb: 2 }}>
        Bloquear la sesión por inactividad
      </Typography>
      <Stacked gap={2}>
        {ROLES.map((role) => (
          <Line key={role.id} gap={4} sx={{ justifyContent: 'space-between' }}>
            <Typography component="label" variant="body2" htmlFor={`${id}-${role.id}`}>
              {role.name}
            </Typography>
            <OutlinedInput
              id={`${id}-${role.id}`}
              size="small"
              value={value[role.id]}
              placeholder="Nunca"
              error={!isMinutes(value[role.id] ?? '')}
              onChange={(event) => onChange({ [role.id]: event.target.value.trim() })}
              endAdornment={<InputAdornment position="end">min</InputAdornment>}
              slotProps={{ input: { inputMode: 'numeric', maxLength: 3 } }}
              sx={{ width: 128 }}
            />
          </Line>
        ))}
      </Stacked>
      <FormHelperText id={`${id}-help`} error={isWrong} sx={{ mx: 0 }}>
        {isWrong
          ? `Ingrese de ${IDLE_MINUTES_MIN} a ${IDLE_MINUTES_MAX} minutos, o deje el campo vacío.`
          : 'Minutos sin usar el mouse ni el teclado; vacío, nunca. Al volver se pide la contraseña y se sigue donde estaba. Quien tiene varios roles, el menor.'}
      </FormHelperText>
    </Box>
  );
}

const roleValues = z.object({ roles: z.array(z.number()) });
const LABELS = { roles: 'Roles que deben tener segundo factor' };
const inWords = (_field: string, value: unknown) => (value as number[]).map(roleName).join(', ');

/** Over two drafts, not useRecordForm: one button saves two records with a version each, one after the other. */
function SecurityForm({ given, limits, onClose }: { given: Required; limits: IdleLimits; onClose: () => void }) {
  const save = useEndpointMutation(secondFactor.requireRoles, { replaces: requiredRolesQuery });
  const saveIdle = useEndpointMutation(identity.setIdleLimits, { replaces: idleLimitsQuery });
  const idle = useRecordDraft({
    name: 'idle-limits',
    schema: idleValues,
    record: limits,
    valuesOf: typedLimits,
    reload: () => fetchFresh(idleLimitsQuery()),
  });
  const draft = useRecordDraft({
    name: 'required-roles',
    schema: roleValues,
    record: given,
    valuesOf: ({ roles }) => ({ roles }),
    reload: () => fetchFresh(requiredRolesQuery()),
  });
  const submit = async () => {
    // Unchanged drafts send nothing; a refusal is shown below.
    const areRolesSaved = await draft
      .save(({ values, version }) => save.mutateAsync({ body: { ...values, version } }))
      .catch(() => false);
    const areLimitsSaved = await idle
      .save(({ values, version }) => saveIdle.mutateAsync({ body: { limits: readLimits(values), version } }))
      .catch(() => false);
    if (!areRolesSaved || !areLimitsSaved) return;
    notify.success('Cambios guardados.');
    onClose();
  };
  const failure = save.error ?? saveIdle.error;
  const isConflict = draft.conflicts.length > 0 || idle.conflicts.length > 0;
  const isUndecided = draft.isUndecided || idle.isUndecided;
  const status: FormStatus = {
    ...NO_FORM,
    isDirty: draft.isDirty || idle.isDirty,
    isReady: (draft.isReady || idle.isReady) && !isUndecided && areMinutes(idle.values),
    isPending: save.isPending || saveIdle.isPending,
    refusal: failure && !isConflict ? errorText(failure, SAVE_FAILED) : undefined,
    isUndecided,
  };
  return (
    <DialogForm
      error={status.refusal}
      onSubmit={() => status.isReady && !status.isPending && void submit()}
      onClose={onClose}
      submit={
        <FormSubmit status={status} unchanged="Todavía no hay cambios que guardar." invalid="Revise los minutos." />
      }
    >
      <RoleChoice
        legend="Roles que deben tener segundo factor"
        value={draft.values.roles}
        onChange={(roles) => draft.change({ roles: [...roles] })}
        help="Cuenta desde el próximo ingreso: quien no lo tenga deberá activarlo antes de seguir. Las sesiones abiertas continúan."
      />
      <ConflictChoices conflicts={draft.conflicts} labels={LABELS} inWords={inWords} onChoose={draft.choose} />
      <IdleLimitFields value={idle.values} onChange={idle.change} />
      <ConflictChoices
        conflicts={idle.conflicts}
        labels={IDLE_LABELS}
        inWords={(_field, minutes) => (minutes === '' ? 'Nunca' : `${String(minutes)} minutos`)}
        onChoose={idle.choose}
      />
    </DialogForm>
  );
}
