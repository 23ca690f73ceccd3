import { Paper, styled, Typography } from '@mui/material';
import { Fragment, type ReactNode, useId } from 'react';

const List = styled('dl')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  columnGap: 16,
  rowGap: 8,
  margin: 0,
  '& dt': { color: theme.palette.text.disabled },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& dd[data-quiet]': { color: theme.palette.text.disabled },
}));

export interface Fact {
  label: string;
  value: ReactNode;
  /** Placeholder, not a value. */
  quiet?: boolean;
}

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <List>
      {facts.map(({ label, value, quiet }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd data-quiet={quiet ? '' : undefined}>{value}</dd>
        </Fragment>
      ))}
    </List>
  );
}

export function FormCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Paper component="section" aria-labelledby={titleId} sx={{ maxWidth: 720, p: 5, mb: 4 }}>
      <Typography variant="h2" id={titleId} sx={{ mb: 4 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  );
}
