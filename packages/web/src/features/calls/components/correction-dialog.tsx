import type { HistoryEntry } from '@campanero/contract/calls/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { FormNote } from '../../../components/form/form-note.tsx';
import { SubmitButton } from '../../../components/form/save-bar.tsx';
import { useShortcutPause } from '../../../lib/shortcuts.ts';
import { useCorrection } from '../hooks/use-correction.ts';
import type { OutcomeState } from '../outcome-states.ts';
import { CorrectionFields } from './correction-fields.tsx';

interface CorrectionDialogProps {
  campaignId: number;
  callId: number;
  entry: HistoryEntry;
  /** Those that may be chosen in the campaign. */
  states: readonly OutcomeState[];
  onClose: () => void;
}

/** For managers: another outcome with its reason. The registered one stays where it is (decisions 5, Correction). */
export function CorrectionDialog({ campaignId, callId, entry, states, onClose }: CorrectionDialogProps) {
  const id = useId();
  const form = useCorrection({ campaignId, callId, entry, states, onDone: onClose });
  useShortcutPause();
  return (
    <Dialog
      open
      onClose={(_event, way) => {
        // While the request runs its outcome belongs here; a click beside the dialog must not cost what was typed.
        if (!form.isSaving && !(way === 'backdropClick' && form.isDirty)) onClose();
      }}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-context`}
      slotProps={{ paper: { sx: { width: 640, maxWidth: 640 } } }}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={`${id}-title`}>Corregir resultado</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <Typography id={`${id}-context`} variant="body2" color="textSecondary">
            <b>{entry.state.name}</b> · <bdi>{formatDateTime(entry.createdAt)}</bdi> · {entry.user.name}. El registro
            original queda a la vista y se avisa a quien lo hizo.
          </Typography>
          <CorrectionFields form={form} entry={entry} states={states} />
          <FormNote>{form.refusal}</FormNote>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={form.isSaving}>
            Cancelar
          </Button>
          <SubmitButton
            ready={form.missing === undefined}
            reason={form.missing ?? ''}
            pending={form.isSaving}
            pendingText="Guardando…"
            onRefused={form.refuse}
          >
            Corregir
          </SubmitButton>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
