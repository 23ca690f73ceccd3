import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import { TransferList } from '../../../components/transfer-list/transfer-list.tsx';
import type { TransferListProps } from '../../../components/transfer-list/use-transfer.ts';

interface TransferFieldProps extends Omit<TransferListProps, 'describedBy'> {
  label: string;
  help: string;
}

/** A transfer list with its label above and its help below, as every other field of a form. */
export function TransferField({ label, help, ...list }: TransferFieldProps) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={`${id}-label`}>
      <FormLabel id={`${id}-label`} component="div" sx={{ mb: 1.5 }}>
        {label}
      </FormLabel>
      <TransferList {...list} describedBy={`${id}-help`} />
      <FormHelperText id={`${id}-help`}>{help}</FormHelperText>
    </Box>
  );
}
