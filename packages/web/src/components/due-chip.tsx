import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { IconClockExclamation } from './icons.ts';

const Chip = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: '1.5rem',
  padding: '0 8px 0 6px',
  borderRadius: theme.radius.chip,
  background: theme.palette.soft.brass.bg,
  color: theme.palette.soft.brass.text,
  fontSize: '0.78125rem',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
}));

/** A promise that is late: brass, with a sign besides the colour (UX-18, design 14). */
export const DueChip = ({ children }: { children: ReactNode }) => (
  <Chip>
    <IconClockExclamation size={14} stroke={2} aria-hidden />
    {children}
  </Chip>
);
