import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { ERRORS } from '@campanero/contract/errors';
import { formatTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Alert, Button, styled } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { IconBell } from '../components/icons.ts';
import { callbacksQuery } from '../features/callbacks/callbacks.ts';
import { CallbackLink } from '../features/callbacks/due-banner.tsx';
import { closedReason } from '../features/calls/calling-state.ts';
import { useNow } from '../lib/clock.ts';
import { paths } from '../app/pages.ts';
import type { ContactWork } from './use-contact-work.ts';

type ContactNotesProps = { campaign: CampaignDetail; detail: CallDetail; work: ContactWork };

export function ContactNotes({ campaign, detail, work }: ContactNotesProps) {
  if (detail.blocked)
    return (
      <Alert severity="error" sx={{ mb: 3.5 }}>
        <b>{ERRORS.NUMBER_BLOCKED.es}</b> {detail.blocked}
      </Alert>
    );
  if (!work.isShown)
    return (
      <Alert severity="info" sx={{ mb: 3.5 }}>
        {closedReason(campaign)}
      </Alert>
    );
  // While registering, the form shows the reason.
  if (!work.reason || work.isRegistering) return null;
  const action = noteAction(work);
  return (
    <Alert
      severity="warning"
      // The button is below the text on a narrow screen and beside it on a wide one.
      sx={{
        mb: 3.5,
        alignItems: 'center',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        '& .MuiAlert-message': { flex: 1, minWidth: { xs: '75%', sm: 0 } },
        '& .MuiAlert-action': { p: 0, m: 0, marginInlineStart: 'auto' },
      }}
      action={
        action && (
          <Button size="small" variant="text" color="inherit" onClick={action.onClick}>
            {action.label}
          </Button>
        )
      }
    >
      {work.reason}
    </Alert>
  );
}

function noteAction({ reason, setTab, isWaiting, registerSpoken }: ContactWork) {
  if (reason === ERRORS.INVALID_OPERATOR.es) return { label: 'Tomar el contacto', onClick: () => setTab('operator') };
  return isWaiting ? { label: 'Registrar lo hablado', onClick: registerSpoken } : undefined;
}

const Due = styled(CallbackLink)(({ theme }) => ({
  ...theme.typography.body2,
  flex: 'none',
  gap: 8,
  padding: '0 12px',
  marginBottom: 8,
  '&:hover b': { textDecoration: 'underline' },
  '& > b': { fontWeight: 600, color: theme.palette.primary.main },
}));

/** A callback that is due while the user is on another call. */
export function ContactCallback({ callId }: { callId: number }) {
  const { data } = useQuery(callbacksQuery());
  const now = useNow();
  const due = data?.find((callback) => callback.callId !== callId && new Date(callback.callbackAt) <= now);
  if (!due) return null;
  const time = formatTime(due.callbackAt);
  return (
    <div role="status">
      <Due to={paths.contact(due.campaignId, due.callId, due.number)}>
        <IconBell size={16} stroke={1.75} aria-hidden />
        <span>
          Rellamado de las {time} · <bdi>{formatPhone(due.number)}</bdi>
        </span>
        <b>Ir</b>
      </Due>
    </div>
  );
}
