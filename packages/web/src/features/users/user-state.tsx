import { auth } from '@campanero/contract/auth/endpoints';
import { users } from '@campanero/contract/users/endpoints';
import type { Handover } from '@campanero/contract/users/leaving';
import type { UserDetail } from '@campanero/contract/users/schemas';
import { Box, Switch, Typography } from '@mui/material';
import { ConfirmDialog } from '../../components/form/dialogs.tsx';
import { IconBan, IconCircleCheck, IconMailForward } from '../../components/icons.ts';
import { SoftChip } from '../../components/soft-chip.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { call } from '../../lib/api.ts';
import { errorText } from '../../lib/errors.ts';
import { useChange } from '../../lib/changes.ts';
import { endpointKey } from '../../lib/queries.ts';
import { notify } from '../../lib/snackbar.ts';
import { userSaved } from './api.ts';
import { HandoverFields, type HandoverState, useHandover } from './handover.tsx';
import { DISABLED, ENABLED, STATE_FAILED } from './texts.ts';

/** Both directions ask, with the person's name; disabling shows what they hold and hands it over. */
export function UserStateDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const params = { id: user.id };
  const change = useChange(
    (handover: Handover | 'enable') =>
      handover === 'enable' ? call(users.enable, { params }) : call(users.disable, { params, body: { handover } }),
    {
      ...userSaved,
      changes: (input, saved) => [
        ...userSaved.changes(input, saved),
        endpointKey('auth', auth.userSessions, { params }),
      ],
    },
  );
  const willDisable = !user.disable;
  const state = useHandover();
  const confirm = () =>
    change.mutate(willDisable ? state.handover : 'enable', {
      onSuccess: () => {
        notify.success(willDisable ? DISABLED : ENABLED);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      title={willDisable ? 'Deshabilitar usuario' : 'Habilitar usuario'}
      action={willDisable ? 'Deshabilitar' : 'Habilitar'}
      destructive={willDisable}
      pending={change.isPending}
      pendingText={willDisable ? 'Deshabilitando…' : 'Habilitando…'}
      error={change.error ? errorText(change.error, STATE_FAILED) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      {willDisable ? <WhatDisablingDoes user={user} state={state} /> : <WhatEnablingDoes user={user} />}
    </ConfirmDialog>
  );
}

function WhatDisablingDoes({ user, state }: { user: UserDetail; state: HandoverState }) {
  return (
    <>
      <Typography sx={{ mb: 4 }}>
        <strong>{user.name}</strong> ya no podrá ingresar y sus sesiones abiertas se cierran en este momento.
      </Typography>
      <HandoverFields userId={user.id} state={state} />
    </>
  );
}

function WhatEnablingDoes({ user }: { user: UserDetail }) {
  return (
    <Typography>
      <strong>{user.name}</strong>{' '}
      {user.invited
        ? 'podrá ingresar cuando elija su contraseña: envíele después un enlace nuevo.'
        : 'podrá volver a ingresar con su contraseña. Los llamados que perdió no vuelven solos.'}
    </Typography>
  );
}

const KINDS = {
  enabled: { icon: IconCircleCheck, tone: 'success', label: 'Habilitado' },
  disabled: { icon: IconBan, tone: 'danger', label: 'Deshabilitado' },
  invited: { icon: IconMailForward, tone: 'info', label: 'Invitado, todavía no entró' },
} as const;

export function UserStateChip({ kind }: { kind: keyof typeof KINDS }) {
  const { label, ...look } = KINDS[kind];
  return <SoftChip {...look}>{label}</SoftChip>;
}

interface UserSwitchProps {
  user: Pick<UserDetail, 'id' | 'name' | 'disable'>;
  /** The person's own account, which they cannot disable. */
  isOwn: boolean;
  onToggle: () => void;
}

/** Opens the question; the switch moves after the server has answered. */
export function UserSwitch({ user, isOwn, onToggle }: UserSwitchProps) {
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Tooltip title={isOwn ? 'No puede cambiar el estado de su propia cuenta.' : ''} describeChild>
        {/* A disabled switch gets no pointer events; its frame shows the tooltip. */}
        <span>
          <Switch
            checked={!user.disable}
            disabled={isOwn}
            onChange={onToggle}
            slotProps={{ input: { role: 'switch', 'aria-label': `Habilitar o deshabilitar a ${user.name}` } }}
          />
        </span>
      </Tooltip>
      <Box component="span" sx={{ typography: 'body2', color: user.disable ? 'text.disabled' : 'text.secondary' }}>
        {user.disable ? 'Deshabilitado' : 'Habilitado'}
      </Box>
    </Box>
  );
}
