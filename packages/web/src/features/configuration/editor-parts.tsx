import { Box, FormHelperText, FormLabel, Paper, Skeleton } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Centered } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { Loading } from '../../components/page/page-header.tsx';
import { TransferList, type TransferListProps } from '../../components/transfer-list/transfer-list.tsx';

export function TransferField(props: Omit<TransferListProps, 'describedBy'> & { label: string; help: string }) {
  const { label, help, ...list } = props;
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

/** Skeleton or error in the place of a form. */
export function FormPlace(props: { children: ReactNode | undefined; error: string | undefined; onRetry: () => void }) {
  const { children, error, onRetry } = props;
  if (children !== undefined) return children;
  return (
    <Paper sx={{ maxWidth: 720, minHeight: 240, p: 6 }}>
      {error === undefined ? (
        <Loading>
          <Skeleton height={40} />
          <Skeleton height={160} />
        </Loading>
      ) : (
        <Centered>
          <ErrorState message={error} onRetry={onRetry} />
        </Centered>
      )}
    </Paper>
  );
}
