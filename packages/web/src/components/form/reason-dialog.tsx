import { Box, OutlinedInput } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { Field, wireInput } from '../fields/field.tsx';
import { ConfirmDialog } from './dialogs.tsx';

interface ReasonDialogProps {
  title: string;
  children: ReactNode;
  action: string;
  pendingText: string;
  destructive?: boolean;
  schema: z.ZodString;
  done: string;
  failed: string;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for confirmation and a reason, which is kept in the audit record. */
export function ReasonDialog({ schema, done, failed, onConfirm, onClose, children, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    const read = schema.safeParse(reason);
    setFault(read.error?.issues[0]?.message);
    if (!read.success) return;
    setPending(true);
    setRefusal(undefined);
    try {
      await onConfirm(read.data);
      notify.success(done);
      onClose();
    } catch (error) {
      setRefusal(errorText(error, failed));
      setPending(false);
    }
  };
  return (
    <ConfirmDialog
      {...dialog}
      open
      pending={pending}
      error={refusal}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {children}
      <Box sx={{ mt: 4 }}>
        <Field label="Motivo" error={fault} help="Queda en la auditoría, con su nombre y la fecha.">
          {(wiring) => (
            <OutlinedInput
              {...wireInput(wiring)}
              fullWidth
              autoComplete="off"
              value={reason}
              onChange={({ target }) => {
                setReason(target.value);
                setFault(undefined);
              }}
            />
          )}
        </Field>
      </Box>
    </ConfirmDialog>
  );
}
