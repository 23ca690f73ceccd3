import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Fragment } from 'react';

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
  /** Not a value yet, only what will stand there. */
  quiet?: boolean;
}

/** Names and values, as what they are: a definition list. */
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
