import type { UserDetail } from '@campanero/contract/users/schemas';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/form/dialogs.tsx';
import { IconBan, IconCircleCheck, IconMailForward } from '../../components/icons.ts';
import { Tooltip } from '../../components/tooltip.tsx';
import { errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { useChangeUserState, userCampaignsQuery } from './api.ts';
import { callsLeftBehind, DISABLED, ENABLED, openLoad, STATE_FAILED } from './texts.ts';

interface UserStateDialogProps {
  user: UserDetail;
  onClose: () => void;
}

/** Both directions ask, with the person's name; disabling says what becomes of their calls. */
export function UserStateDialog({ user, onClose }: UserStateDialogProps) {
  const change = useChangeUserState();
  const willDisable = !user.disable;
  const confirm = () =>
    change.mutate(
      { id: user.id, disable: willDisable },
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
      {willDisable ? <WhatDisablingDoes user={user} /> : <WhatEnablingDoes user={user} />}
    </ConfirmDialog>
  );
}

function WhatDisablingDoes({ user }: { user: UserDetail }) {
  // Asked anew each time: the numbers decide.
  const campaigns = useQuery({ ...userCampaignsQuery(user.id), staleTime: 0, gcTime: 0 });
  return (
    <>
      <Typography>
        <strong>{user.name}</strong> ya no podrá ingresar y sus sesiones abiertas se cierran en este momento.
      </Typography>
      <Typography sx={{ mt: 2 }} role="status">
        {campaigns.isPending && 'Contando sus llamados…'}
        {campaigns.isError &&
          'No se pudieron contar sus llamados: los que no tocó quedan sin operador y los trabajados esperan a que se los rebalancee.'}
        {campaigns.data && callsLeftBehind(openLoad(campaigns.data))}
      </Typography>
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
  invited: { icon: IconMailForward, label: 'Invitación pendiente' },
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
