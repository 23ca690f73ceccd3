import { styled } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { IconAlertTriangle } from '../../components/icons.ts';

const Group = styled('div')(({ theme }) => ({
  minWidth: 0,
  '& > .label': {
    display: 'flex',
    alignItems: 'baseline',
    gap: 6,
    marginBottom: 5,
    fontSize: '0.8125rem',
    lineHeight: '1.125rem',
    '& > b': { fontWeight: 550 },
    '& > span': { color: theme.palette.text.disabled },
  },
  '& > .choices': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 6 },
  '&[data-inline]': { display: 'flex', alignItems: 'center', gap: 12, '& > .label': { margin: 0, flex: 'none' } },
  '& > .choices[data-even]': { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  '&[data-fills]': { flex: 1, display: 'flex', flexDirection: 'column', '& > .choices': { flex: 1 } },
  '& > p': {
    display: 'flex',
    gap: 5,
    margin: '6px 0 0',
    fontSize: '0.78125rem',
    lineHeight: '1rem',
    color: theme.palette.error.main,
  },
  // The compact form has the labels in a column of their own, without "opcional".
  '[data-compact] &': {
    display: 'grid',
    gridTemplateColumns: '7rem minmax(0, 1fr)',
    gap: '0 6px',
    alignItems: 'start',
    '& > .label': { display: 'block', margin: 0, lineHeight: '1.875rem', '& > span': { display: 'none' } },
    '& > .choices, & > .choices[data-even]': {
      display: 'flex',
      gap: '5px 6px',
      '& > button': { height: '1.875rem' },
      '& .MuiPickersOutlinedInput-root': { minHeight: '1.875rem' },
      '& .MuiPickersInputBase-sectionsContainer': { paddingBlock: 4 },
    },
    '&[data-fills]': { gridTemplateRows: '1fr', alignItems: 'stretch', '& > .choices': { alignItems: 'stretch' } },
    '& > p': { gridColumn: 2 },
  },
  [theme.breakpoints.down('md')]: {
    '& > .label': { marginBottom: 6 },
    '&[data-inline]': { display: 'block', '& > .label': { marginBottom: 6 } },
    '& > .choices': { gap: 8 },
  },
}));

interface FieldGroupProps {
  label: string;
  id?: string;
  aside?: ReactNode;
  error?: string;
  even?: boolean;
  inline?: boolean;
  /** Fills the height that is left. */
  fills?: boolean;
  children: ReactNode;
}

/** A labelled group of controls; every field of a registration but the state is optional. */
export function FieldGroup({ label, id: given, aside, error, even, inline, fills, children }: FieldGroupProps) {
  const ownId = useId();
  const id = given ?? ownId;
  return (
    <Group
      role="group"
      aria-labelledby={`${id}-label`}
      data-inline={inline ? '' : undefined}
      data-fills={fills ? '' : undefined}
    >
      <div className="label">
        <b id={`${id}-label`}>{label}</b>
        <span>opcional</span>
        {aside}
      </div>
      <div className="choices" data-even={even ? '' : undefined}>
        {children}
      </div>
      {error && (
        <p id={`${id}-error`}>
          <IconAlertTriangle size={14} stroke={2} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
          {error}
        </p>
      )}
    </Group>
  );
}
