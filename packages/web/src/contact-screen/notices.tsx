import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { ERRORS } from '@campanero/contract/errors';
import { Alert, Button } from '@mui/material';
import { closedReason } from '../features/calls/calling-state.ts';
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
