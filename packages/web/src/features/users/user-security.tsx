import { directory } from '@campanero/contract/auth/directory';
import { auth } from '@campanero/contract/auth/endpoints';
import { identity, IDLE_MINUTES_MAX, IDLE_MINUTES_MIN, type IdleLimits } from '@campanero/contract/auth/identity';
import { type RequiredRoles as Required, secondFactor } from '@campanero/contract/auth/second-factor';
import { roleName, ROLES } from '@campanero/contract/roles';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { users } from '@campanero/contract/users/endpoints';
import type { UserDetail } from '@campanero/contract/users/schemas';
import {
  Button,
  Checkbox,
  DialogContent,
  FormHelperText,
  InputAdornment,
  OutlinedInput,
  styled,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { DialogForm, DialogFrame } from '../../components/form/dialogs.tsx';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { FormSubmit } from '../../components/form/form-panel.tsx';
import { Spread } from '../../components/layout.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { readDirectoryName } from '../../lib/browser/page-facts.ts';
import { errorText } from '../../lib/errors.ts';
import { fetchFresh, useEndpointMutation } from '../../lib/changes.ts';
import { type FormStatus, NO_FORM } from '../../lib/forms.ts';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { toggleRole } from './role-choice.tsx';

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

const UNLINK_FAILED = 'No fue posible desvincular al usuario, por favor inténtelo de nuevo o contacte con el soporte.';

/** Since when a user enters with the city's directory, and an administrator's button to end that. */
export function UserDirectoryLink({ user }: { user: UserDetail }) {
  const [isAsking, setAsking] = useState(false);
  const params = { id: user.id };
  const unlink = useEndpointMutation(directory.unlink, {
    changes: [endpointKey('users', users.get, { params }), endpointKey('auth', auth.userSessions, { params })],
    evenIfRefused: true,
  });
  return (
    <Spread>
      <Typography>
        {user.directorySince ? (
          <>
            Vinculado desde el <bdi>{formatDateTime(user.directorySince)}</bdi>.
          </>
        ) : (
          'Todavía no entró con el directorio.'
        )}
      </Typography>
      {user.directorySince && (
        <Button size="small" onClick={() => setAsking(true)}>
          Desvincular
        </Button>
      )}
      <ChangeDialog
        open={isAsking}
        title="Desvincular del directorio"
        action="Desvincular"
        destructive
        pendingText="Desvinculando…"
        done="Usuario desvinculado del directorio."
        failed={UNLINK_FAILED}
        onConfirm={() => unlink.mutateAsync({ params })}
        onClose={() => setAsking(false)}
      >
        <Typography>
          Se cierran las sesiones que <strong>{user.name}</strong> empezó con el directorio. La próxima vez que entre
          así, se lo vincula otra vez por su correo verificado.
        </Typography>
      </ChangeDialog>
    </Spread>
  );
}

const FRESH = { staleTime: 0, gcTime: 0 };
const requiredRolesQuery = () => endpointQuery('users', secondFactor.roles, undefined, FRESH);
const idleLimitsQuery = () => endpointQuery('users', identity.idleLimits, undefined, FRESH);

interface SecurityDialogProps {
  /** Where the roles of the directory are set; shown where there is one. */
  directoryPath: string;
  onClose: () => void;
}

export function SecurityDialog({ directoryPath, onClose }: SecurityDialogProps) {
  const required = useQuery(requiredRolesQuery());
  const idle = useQuery(idleLimitsQuery());
  return (
    <DialogFrame title="Seguridad" width={520} hasClose onClose={onClose}>
      {required.data && idle.data ? (
        <SecurityForm given={required.data} limits={idle.data} directoryPath={directoryPath} onClose={onClose} />
      ) : (
        <DialogContent>
          <QueryState query={required.data ? idle : required} height={360} />
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

interface RoleRulesProps {
  required: readonly number[];
  minutes: TypedLimits;
  onRequire: (roles: number[]) => void;
  onMinutes: (changed: TypedLimits) => void;
}

function RoleRules({ required, minutes, onRequire, onMinutes }: RoleRulesProps) {
  const id = useId();
  const isWrong = !areMinutes(minutes);
  return (
    <div>
      <RoleTable>
        <thead>
          <tr>
            <th scope="col">Rol</th>
            <th scope="col">Segundo factor</th>
            <th scope="col">Bloqueo por inactividad</th>
          </tr>
        </thead>
        <tbody>
          {ROLES.map((role) => (
            <tr key={role.id}>
              <th scope="row">{role.name}</th>
              <td>
                <Checkbox
                  checked={required.includes(role.id)}
                  onChange={() => onRequire(toggleRole(required, role.id))}
                  slotProps={{
                    input: { 'aria-label': `Segundo factor: ${role.name}`, 'aria-describedby': `${id}-factor` },
                  }}
                />
              </td>
              <td>
                <OutlinedInput
                  size="small"
                  value={minutes[role.id]}
                  placeholder="Nunca"
                  error={!isMinutes(minutes[role.id] ?? '')}
                  onChange={(event) => onMinutes({ [role.id]: event.target.value.trim() })}
                  endAdornment={<InputAdornment position="end">min</InputAdornment>}
                  slotProps={{
                    input: {
                      inputMode: 'numeric',
                      maxLength: 3,
                      'aria-label': IDLE_LABELS[role.id],
                      'aria-describedby': `${id}-idle`,
                    },
                  }}
                  sx={{ width: 128 }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </RoleTable>
      <FormHelperText id={`${id}-factor`} sx={{ mx: 0, mt: 3 }}>
        Segundo factor: cuenta desde el próximo ingreso. Quien no lo tenga deberá activarlo antes de seguir. Las
        sesiones abiertas continúan.
      </FormHelperText>
      <FormHelperText id={`${id}-idle`} error={isWrong} sx={{ mx: 0 }}>
        {isWrong
          ? `Ingrese de ${IDLE_MINUTES_MIN} a ${IDLE_MINUTES_MAX} minutos, o deje el campo vacío.`
          : 'Bloqueo: minutos sin usar el mouse ni el teclado; vacío, nunca. Al volver se pide la contraseña y se sigue donde estaba. Quien tiene varios roles, el menor.'}
      </FormHelperText>
    </div>
  );
}

const RoleTable = styled('table')(({ theme }) => ({
  ...theme.typography.body2,
  width: '100%',
  borderCollapse: 'collapse',
  '& th': { fontWeight: 550, textAlign: 'start' },
  '& th, & td': { padding: '5px 0', paddingInlineEnd: 12, borderTop: `1px solid ${theme.palette.line.soft}` },
  '& thead th': {
    ...theme.typography.caption,
    color: theme.palette.text.secondary,
    verticalAlign: 'bottom',
    borderTop: 0,
    [theme.breakpoints.up('sm')]: { whiteSpace: 'nowrap' },
  },
  '& :is(th, td):last-child': { width: 128, paddingInlineEnd: 0 },
  '& .MuiCheckbox-root': { marginInlineStart: -9 },
}));

const roleValues = z.object({ roles: z.array(z.number()) });
const LABELS = { roles: 'Roles que deben tener segundo factor' };
const inWords = (_field: string, value: unknown) => (value as number[]).map(roleName).join(', ');

/** Over two drafts, not useRecordForm: one button saves two records with a version each, one after the other. */
function SecurityForm({
  given,
  limits,
  directoryPath,
  onClose,
}: SecurityDialogProps & { given: Required; limits: IdleLimits }) {
  const [hasDirectory] = useState(() => readDirectoryName() !== undefined);
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
      {hasDirectory && (
        <Button component={Link} to={directoryPath} sx={{ justifySelf: 'start' }}>
          Ingreso con el directorio: roles y prueba
        </Button>
      )}
      <RoleRules
        required={draft.values.roles}
        minutes={idle.values}
        onRequire={(roles) => draft.change({ roles })}
        onMinutes={idle.change}
      />
      <ConflictChoices conflicts={draft.conflicts} labels={LABELS} inWords={inWords} onChoose={draft.choose} />
      <ConflictChoices
        conflicts={idle.conflicts}
        labels={IDLE_LABELS}
        inWords={(_field, minutes) => (minutes === '' ? 'Nunca' : `${String(minutes)} minutos`)}
        onChoose={idle.choose}
      />
    </DialogForm>
  );
}
