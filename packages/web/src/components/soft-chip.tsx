import { styled, type Theme } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { Intent } from '../theme/palette.ts';
import { flexRow, square } from '../theme/mixins.ts';

/** Base of all chips. */
export const ChipFrame = styled('span')(({ theme }) => ({
  ...flexRow(5, 'inline-flex'),
  minHeight: '1.5rem',
  paddingInline: '6px 8px',
  borderRadius: theme.radius.chip,
  fontSize: '0.75rem',
  lineHeight: '1rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
}));

const softTone = (theme: Theme, tone: Intent) => ({
  background: theme.palette.soft[tone].bg,
  color: theme.palette.soft[tone].text,
});

const Chip = styled(ChipFrame, { shouldForwardProp: (name) => name !== 'tone' })<{ tone: Intent }>(
  ({ theme, tone }) => ({ ...softTone(theme, tone), flex: 'none', fontVariantNumeric: 'tabular-nums' }),
);

const TILE_RADIUS = { 28: 'chip', 32: 'control', 40: 'menu' } as const;

export const SoftTile = styled('span', { shouldForwardProp: (name) => name !== 'tone' && name !== 'size' })<{
  tone: Intent;
  size?: keyof typeof TILE_RADIUS;
}>(({ theme, tone, size = 40 }) => ({
  ...square(size),
  ...softTone(theme, tone),
  borderRadius: theme.radius[TILE_RADIUS[size]],
}));

export const SoftChip = ({ icon: Sign, children, ...chip }: ComponentProps<typeof Chip> & { icon: Icon }) => (
  <Chip {...chip}>
    <Sign size={14} stroke={2} aria-hidden />
    {children}
  </Chip>
);
