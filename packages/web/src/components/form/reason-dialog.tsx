import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useSendForm } from '../../lib/forms.ts';
import { TextInput } from '../fields/text-input.tsx';
import { ConfirmDialog } from './dialogs.tsx';

interface ReasonDialogProps {
  title: string;
  /** What will happen. */
  children: ReactNode;
  action: string;
  pendingText: string;
  destructive?: boolean;
  /** What counts as a reason. */
  schema: z.ZodString;
  done: string;
  failed: string;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for confirmation and for the reason, which is kept in the audit record. */
export function ReasonDialog({ schema, done, failed, onConfirm, onClose, children, ...dialog }: ReasonDialogProps) {
  const { form, status } = useSendForm({
    rules: z.object({ reason: schema }),
    mode: 'onSubmit',
    defaults: { reason: '' },
    send: ({ reason }) => onConfirm(reason),
    done,
    failed,
    onSent: onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      open
      pending={status.isPending}
      error={status.refusal}
      onConfirm={status.submit}
      onClose={onClose}
    >
      {children}
      <Box sx={{ mt: 4 }}>
        <TextInput form={form} name="reason" label="Motivo" help="Queda en la auditoría, con su nombre y la fecha." />
      </Box>
    </ConfirmDialog>
  );
}
