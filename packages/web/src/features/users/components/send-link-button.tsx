import type { UserDetail } from '@campanero/contract/users/schemas';
import Button from '@mui/material/Button';
import { IconKey } from '../../../components/icons.ts';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { useSendLink } from '../api/save-user.ts';
import { LINK_FAILED, LINK_SENT } from '../texts.ts';

/** The link to choose a password, to the person's own mailbox and nowhere else (SEC-10). */
export function SendLinkButton({ user }: { user: UserDetail }) {
  const send = useSendLink();
  const handleClick = () =>
    send.mutate(user.id, {
      onSuccess: () => notify.success(LINK_SENT),
      onError: (error) => notify.error(errorText(error, LINK_FAILED)),
    });
  return (
    <Button
      startIcon={<IconKey size={18} stroke={1.75} aria-hidden />}
      onClick={handleClick}
      disabled={send.isPending || user.disable}
      title={user.disable ? 'Habilite al usuario antes de enviarle un enlace.' : undefined}
    >
      {send.isPending ? 'Enviando…' : user.invited ? 'Reenviar invitación' : 'Enviar enlace de recuperación'}
    </Button>
  );
}
