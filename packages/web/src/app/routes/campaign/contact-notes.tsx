import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { ERRORS } from '@campanero/contract/errors';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { closedReason } from '../../../features/calls/calling-state.ts';
import type { ContactWork } from './use-contact-work.ts';

interface ContactNotesProps {
  campaign: CampaignDetail;
  detail: CallDetail;
  work: ContactWork;
}

/** Why this number is not rung, or not now: plainly, at the top of the page. */
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
  // While registering, the form says so itself.
  if (!work.reason || work.isRegistering) return null;
  const isOthers = work.reason === ERRORS.INVALID_OPERATOR.es;
  return (
    <Alert
      severity="warning"
      sx={{ mb: 3.5 }}
      action={
        isOthers && (
          <Button size="small" variant="text" color="inherit" onClick={() => work.setTab('operator')}>
            Tomar el contacto
          </Button>
        )
      }
    >
      {work.reason}
    </Alert>
  );
}
