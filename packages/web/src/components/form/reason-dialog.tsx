import { Box } from '@mui/material';
import type { ComponentProps } from 'react';
import { z } from 'zod';
import { useSendForm } from '../../lib/forms.ts';
import { TextInput } from '../fields/text-input.tsx';
import { ConfirmDialog } from './dialogs.tsx';

interface ChangeDialogProps extends Omit<
  ComponentProps<typeof ConfirmDialog>,
  'open' | 'pending' | 'error' | 'onConfirm'
> {
  open?: boolean;
  done: string;
  failed: string;
  onConfirm: () => Promise<unknown>;
}

const NOTHING = z.object({});

/** Asks for confirmation, sends the change and closes; a refusal is shown in the dialog. */
export function ChangeDialog({ open = true, done, failed, onConfirm, onClose, ...dialog }: ChangeDialogProps) {
  const { status, setRefusal } = useSendForm({
    rules: NOTHING,
    defaults: {},
    send: onConfirm,
    failed,
    done,
    inFrame: true,
    onSent: onClose,
  });
  const close = () => {
    setRefusal(undefined);
    onClose();
  };
  return (
    <ConfirmDialog
      {...dialog}
      open={open}
      pending={status.isPending}
      error={status.refusal}
      onConfirm={status.submit}
      onClose={close}
    />
  );
}

interface ReasonDialogProps extends Omit<ChangeDialogProps, 'open' | 'onConfirm'> {
  schema: z.ZodString;
  onConfirm: (reason: string) => Promise<unknown>;
}

/** The same with a reason, which is kept in the audit record. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { schema, done, failed, onConfirm, onClose, children, ...dialog } = props;
  const { form, status } = useSendForm({
    rules: z.object({ reason: schema }),
    defaults: { reason: '' },
    mode: 'onSubmit',
    send: ({ reason }) => onConfirm(reason),
    failed,
    done,
    inFrame: true,
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
