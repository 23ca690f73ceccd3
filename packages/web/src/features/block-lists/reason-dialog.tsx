import OutlinedInput from '@mui/material/OutlinedInput';
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { ConfirmDialog } from '../../components/form/dialogs.tsx';
import { errorText } from '../../lib/errors.ts';
import { REMOVE_FAILED } from './texts.ts';

interface ReasonDialogProps {
  title: string;
  action: string;
  children: ReactNode;
  pending: boolean;
  error: Error | null;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

const REASON_MAX = 500;

/** Asks for confirmation and for the reason, which goes to the audit. */
export function ReasonDialog({ title, action, children, pending, error, onConfirm, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isMissing = reason.trim() === '';
  return (
    <ConfirmDialog
      open
      title={title}
      action={action}
      destructive
      pending={pending}
      pendingText="Quitando…"
      error={error ? errorText(error, REMOVE_FAILED) : undefined}
      onConfirm={() => {
        setAsked(true);
        if (!isMissing) onConfirm(reason.trim());
      }}
      onClose={onClose}
    >
      {children}
      <Box sx={{ mt: 4 }}>
        <Field label="Motivo" error={isAsked && isMissing ? 'El motivo es requerido.' : undefined}>
          {(wiring) => (
            <OutlinedInput
              {...wireInput(wiring)}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              inputProps={{ maxLength: REASON_MAX }}
              multiline
              minRows={2}
              fullWidth
            />
          )}
        </Field>
      </Box>
    </ConfirmDialog>
  );
}
