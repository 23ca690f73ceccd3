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
  done?: string;
  failed: string;
  /** Given: asks for a reason too, which is kept in the audit record. */
  schema?: z.ZodString;
  onConfirm: (reason: string) => Promise<unknown>;
}

/** Asks for confirmation, sends the change and closes; a refusal is shown in the dialog. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { open = true, done, failed, schema, onConfirm, onClose, children, ...dialog } = props;
  const { form, status, setRefusal } = useSendForm({
    rules: z.object({ reason: schema ?? z.string() }),
    defaults: { reason: '' },
    mode: 'onSubmit',
    send: ({ reason }) => onConfirm(reason),
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
    >
      {children}
      {schema && (
        <Box sx={{ mt: 4 }}>
          <TextInput form={form} name="reason" label="Motivo" help="Queda en la auditoría, con su nombre y la fecha." />
        </Box>
      )}
    </ConfirmDialog>
  );
}
