import { formatTime } from '@campanero/contract/shared/dates';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useShellText } from '../../i18n/i18n.ts';
import { cannotBeProlonged, prolongSession } from '../../lib/session-api.ts';
import type { StoredSession } from '../../lib/session.ts';
import { notify } from '../../lib/snackbar.ts';

/** At the twelve-hour limit the session cannot be prolonged. */
export function SessionEndDialog({ session }: { session: StoredSession }) {
  const { text, lang } = useShellText();
  const titleId = useId();
  const textId = useId();
  const [dismissedFor, setDismissedFor] = useState<number>();
  const [isPending, setPending] = useState(false);
  const isFinal = cannotBeProlonged(session);
  const dismiss = () => setDismissedFor(session.expires);

  const goOn = async () => {
    setPending(true);
    const isProlonged = await prolongSession();
    setPending(false);
    if (isProlonged) notify.success(text('session.prolonged'));
  };

  return (
    <Dialog
      open={dismissedFor !== session.expires}
      onClose={dismiss}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      maxWidth="xs"
      slotProps={{ paper: { lang: lang } }}
    >
      <DialogTitle id={titleId}>{text('session.title')}</DialogTitle>
      <DialogContent>
        <Typography id={textId}>
          {text(isFinal ? 'session.final' : 'session.ask').replace('{time}', formatTime(session.expires * 1000))}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus disabled={isPending} onClick={isFinal ? dismiss : () => void goOn()}>
          {text(isFinal ? 'session.understood' : 'session.goOn')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
