import { formatCount } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material';
import { Fragment, type ReactNode } from 'react';

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

const FigureFrame = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  rowGap: 12,
  margin: 0,
  '& > div': {
    display: 'flex',
    flexDirection: 'column-reverse',
    paddingInline: 20,
    borderInlineStart: `1px solid ${theme.palette.line.soft}`,
  },
  '& dt': { ...theme.typography.body2, color: theme.palette.text.secondary },
  '& dd': {
    margin: 0,
    fontSize: '1.1875rem',
    lineHeight: '1.5rem',
    fontWeight: 620,
    letterSpacing: '-0.01em',
    fontVariantNumeric: 'tabular-nums',
  },
  '& [data-tone="good"] dd': { color: theme.palette.success.main },
  '& [data-tone="bad"] dt, & [data-tone="bad"] dd': { color: theme.palette.error.main },
  [theme.breakpoints.down('md')]: {
    width: '100%',
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(6.5rem, 1fr))',
    '& > div': { paddingInline: 0, borderInlineStart: 0 },
  },
}));

export interface Figure {
  label: string;
  value: number;
  tone?: 'good' | 'bad';
}

export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <FigureFrame>
      {figures.map(({ label, value, tone }) => (
        <div key={label} data-tone={tone}>
          <dt>{label}</dt>
          <dd>{formatCount(value)}</dd>
        </div>
      ))}
    </FigureFrame>
  );
}
