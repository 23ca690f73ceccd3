import type { UserDetail } from '@campanero/contract/users/schemas';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../components/form/dialogs.tsx';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { useChangeUserState } from '../api/save-user.ts';
import { userCampaignsQuery } from '../api/users.ts';
import { openLoad } from '../open-load.ts';
import { callsLeftBehind, DISABLED, ENABLED, STATE_FAILED } from '../texts.ts';

interface UserStateDialogProps {
  user: UserDetail;
  onClose: () => void;
}

/** Both directions ask, with the person's name; disabling says what becomes of their calls (UX-06, decisions 3). */
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
