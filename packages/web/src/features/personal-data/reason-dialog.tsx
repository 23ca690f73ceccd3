import { changeReason } from '@campanero/contract/contacts/schemas';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useState } from 'react';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { ConfirmDialog } from '../../components/form/dialogs.tsx';
import { errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';

interface ReasonDialogProps {
  title: string;
  /** What will happen. */
  children: ReactNode;
  action: string;
  pendingText: string;
  done: string;
  failed: string;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason of a change about a person: it stays in the audit with who and when. */
export function ReasonDialog({
  title,
  children,
  action,
  pendingText,
  done,
  failed,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    const read = changeReason.safeParse(reason);
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
      open
      title={title}
      action={action}
      pending={pending}
      pendingText={pendingText}
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
              inputProps={{ maxLength: 300 }}
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
