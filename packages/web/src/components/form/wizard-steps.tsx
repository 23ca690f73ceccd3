import { styled } from '@mui/material';
import { IconCheck } from '../icons.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { flexRow, square } from '../../theme/mixins.ts';

const List = styled('ol')(({ theme }) => ({
  ...flexRow(12),
  listStyle: 'none',
  margin: 0,
  padding: '0 24px',
  height: '3.25rem',
  borderBottom: `1px solid ${theme.palette.divider}`,
  [theme.breakpoints.down('sm')]: { padding: '0 16px', gap: 6 },
}));

const Step = styled('li')(({ theme }) => ({
  ...flexRow(10),
  minWidth: 0,
  color: theme.palette.text.disabled,
  whiteSpace: 'nowrap',
  '&:not(:last-of-type)': { flex: 1 },
  '& small': { display: 'block', fontSize: '0.75rem', lineHeight: '1rem', fontWeight: 400 },
  '&[aria-current]': { color: theme.palette.text.primary, fontWeight: 600, minWidth: 'max-content' },
  '&:not(:last-of-type)::after': { content: '""', flex: 1, minWidth: 8, height: 1, background: theme.palette.divider },
  [theme.breakpoints.down('sm')]: { gap: 6, '&:not([aria-current]) [data-name]': { display: 'none' } },
}));

/** Number or check of a step; the parent has `data-done`. */
export const StepCircle = styled('span')(({ theme }) => ({
  ...square(24),
  borderRadius: '50%',
  border: `1px solid ${theme.palette.line.strong}`,
  fontSize: '0.78125rem',
  fontWeight: 600,
  color: theme.palette.text.secondary,
  '[aria-current] > &': {
    background: theme.palette.primary.main,
    borderColor: theme.palette.primary.main,
    color: theme.palette.primary.contrastText,
  },
  '[data-done] > &': {
    background: theme.palette.soft.primary.bg,
    borderColor: theme.palette.soft.primary.bg,
    color: theme.palette.soft.primary.text,
  },
}));

interface WizardStepsProps {
  names: readonly string[];
  current: number;
  /** Optional steps without input: no check. */
  untouched?: readonly unknown[];
}

/** Numbered circles joined by a line; not clickable. */
export function WizardSteps({ names, current, untouched }: WizardStepsProps) {
  const isDone = (place: number) => place < current && !untouched?.includes(names[place]);
  return (
    <List aria-label="Pasos">
      {names.map((name, place) => (
        <Step
          key={name}
          aria-current={place === current ? 'step' : undefined}
          data-done={isDone(place) ? '' : undefined}
        >
          <StepCircle>{isDone(place) ? <IconCheck size={14} stroke={2.5} aria-hidden /> : place + 1}</StepCircle>
          <span data-name>
            {name}
            {untouched?.includes(name) && <small>opcional</small>}
          </span>
          {isDone(place) && <VisuallyHidden>, completo</VisuallyHidden>}
        </Step>
      ))}
    </List>
  );
}
