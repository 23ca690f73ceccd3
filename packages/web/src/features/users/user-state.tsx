import { auth } from '@campanero/contract/auth/endpoints';
import { users } from '@campanero/contract/users/endpoints';
import type { Handover } from '@campanero/contract/users/leaving';
import type { UserDetail } from '@campanero/contract/users/schemas';
import { Switch, Typography } from '@mui/material';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { IconBan, IconCircleCheck, IconMailForward } from '../../components/icons.ts';
import { Line, Muted } from '../../components/layout.tsx';
import { SoftChip } from '../../components/soft-chip.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { endpointKey } from '../../lib/queries.ts';
import { userSaved } from './api.ts';
import { HandoverFields, useHandover } from './handover.tsx';
import { DISABLED, ENABLED, STATE_FAILED } from './texts.ts';

/** Asks in both directions; disabling shows the calls held and hands them over. */
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
  return (
    <ChangeDialog
      title={willDisable ? 'Deshabilitar usuario' : 'Habilitar usuario'}
      action={willDisable ? 'Deshabilitar' : 'Habilitar'}
      destructive={willDisable}
      pendingText={willDisable ? 'Deshabilitando…' : 'Habilitando…'}
      done={willDisable ? DISABLED : ENABLED}
      failed={STATE_FAILED}
      onConfirm={() => change.mutateAsync(willDisable ? state.handover : 'enable')}
      onClose={onClose}
    >
      <Typography sx={{ mb: willDisable ? 4 : 0 }}>
        <strong>{user.name}</strong> {willDisable ? DISABLING : user.invited ? INVITED : ENABLING}
      </Typography>
      {willDisable && <HandoverFields userId={user.id} state={state} />}
    </ChangeDialog>
  );
}

const DISABLING = 'ya no podrá ingresar y sus sesiones abiertas se cierran en este momento.';
const ENABLING = 'podrá volver a ingresar con su contraseña. Los llamados que perdió no vuelven solos.';
const INVITED = 'podrá ingresar cuando elija su contraseña: envíele después un enlace nuevo.';

const KINDS = {
  enabled: { icon: IconCircleCheck, tone: 'success', label: 'Habilitado' },
  disabled: { icon: IconBan, tone: 'danger', label: 'Deshabilitado' },
  invited: { icon: IconMailForward, tone: 'info', label: 'Invitado, todavía no entró' },
} as const;

export function UserStateChip({ kind }: { kind: keyof typeof KINDS }) {
  const { label, ...look } = KINDS[kind];
  return <SoftChip {...look}>{label}</SoftChip>;
}

/** Opens the question; the switch moves after the server has answered. One's own account cannot be disabled. */
export const UserSwitch = ({ user, isOwn, onToggle }: { user: UserDetail; isOwn: boolean; onToggle: () => void }) => (
  <Line gap={1} sx={{ display: 'inline-flex' }}>
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
    <Muted component="span" sx={{ color: user.disable ? 'text.disabled' : undefined }}>
      {user.disable ? 'Deshabilitado' : 'Habilitado'}
    </Muted>
  </Line>
);
