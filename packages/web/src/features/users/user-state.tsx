import type { UserDetail } from '@campanero/contract/users/schemas';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { ConfirmDialog } from '../../components/form/dialogs.tsx';
import { IconBan, IconCircleCheck, IconMailForward } from '../../components/icons.ts';
import { Tooltip } from '../../components/tooltip.tsx';
import { errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { useChangeUserState } from './api.ts';
import { HandoverFields, type HandoverState, useHandover } from './handover.tsx';
import { DISABLED, ENABLED, STATE_FAILED } from './texts.ts';

interface UserStateDialogProps {
  user: UserDetail;
  onClose: () => void;
}

/** Both directions ask, with the person's name; disabling shows what they hold and hands it over. */
export function UserStateDialog({ user, onClose }: UserStateDialogProps) {
  const change = useChangeUserState();
  const willDisable = !user.disable;
  const state = useHandover();
  const confirm = () =>
    change.mutate(
      { id: user.id, handover: willDisable ? state.handover : 'enable' },
      {
        onSuccess: () => {
          notify.success(willDisable ? DISABLED : ENABLED);
          onClose();
        },
      },
    );
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

const Chip = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: '1.5rem',
  paddingBlock: 0,
  paddingInline: '6px 8px',
  borderRadius: theme.radius.chip,
  fontSize: '0.75rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  background: theme.palette.soft.success.bg,
  color: theme.palette.soft.success.text,
  '&[data-kind="disabled"]': { background: theme.palette.soft.danger.bg, color: theme.palette.soft.danger.text },
  '&[data-kind="invited"]': { background: theme.palette.soft.info.bg, color: theme.palette.soft.info.text },
}));

const KINDS = {
  enabled: { icon: IconCircleCheck, label: 'Habilitado' },
  disabled: { icon: IconBan, label: 'Deshabilitado' },
  invited: { icon: IconMailForward, label: 'Invitado, todavía no entró' },
} as const;

/** Icon and word together: colour is never the only sign. */
export function UserStateChip({ kind }: { kind: keyof typeof KINDS }) {
  const { icon: Icon, label } = KINDS[kind];
  return (
    <Chip data-kind={kind}>
      <Icon size={14} stroke={2} aria-hidden />
      {label}
    </Chip>
  );
}

interface UserSwitchProps {
  user: Pick<UserDetail, 'id' | 'name' | 'disable'>;
  /** One's own account: nobody shuts themselves out. */
  isOwn: boolean;
  onToggle: () => void;
}

/** Only asks: it moves when the server has said so. */
export function UserSwitch({ user, isOwn, onToggle }: UserSwitchProps) {
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Tooltip title={isOwn ? 'No puede cambiar el estado de su propia cuenta.' : ''} describeChild>
        {/* A disabled switch tells the pointer nothing; the frame around it does. */}
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
