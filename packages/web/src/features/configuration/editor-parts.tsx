import { Box, FormHelperText, FormLabel, Paper, Skeleton } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Centered, Stacked } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { Delayed } from '../../components/page/page-header.tsx';
import { TransferList, type TransferListProps } from '../../components/transfer-list/transfer-list.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';

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

interface FormPlaceProps {
  /** Undefined while it is on its way. */
  children: ReactNode | undefined;
  /** Why it will not come. */
  error: string | undefined;
  onRetry: () => void;
}

/** Where a form will stand: its skeleton, or why there is none, in the same card. */
export function FormPlace({ children, error, onRetry }: FormPlaceProps) {
  if (children !== undefined) return children;
  return (
    <Paper sx={{ maxWidth: 720, minHeight: 240, p: 6 }}>
      {error === undefined ? (
        <Delayed>
          <Stacked role="status">
            <VisuallyHidden>Cargando…</VisuallyHidden>
            <Skeleton height={40} />
            <Skeleton height={160} />
          </Stacked>
        </Delayed>
      ) : (
        <Centered>
          <ErrorState message={error} onRetry={onRetry} />
        </Centered>
      )}
    </Paper>
  );
}
