import { styled } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { Intent } from '../theme/palette.ts';

const Chip = styled('span')<{ tone: Intent }>(({ theme, tone }) => ({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  minHeight: '1.5rem',
  paddingInline: '6px 8px',
  borderRadius: theme.radius.chip,
  background: theme.palette.soft[tone].bg,
  color: theme.palette.soft[tone].text,
  fontSize: '0.75rem',
  lineHeight: '1rem',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
}));

const TILE_RADIUS = { 28: 'chip', 32: 'control', 40: 'menu' } as const;
interface SoftTileProps {
  tone: Intent;
  size?: keyof typeof TILE_RADIUS;
}

/** A square with an icon. */
export const SoftTile = styled('span', {
  shouldForwardProp: (name) => name !== 'tone' && name !== 'size',
})<SoftTileProps>(({ theme, tone, size = 40 }) => ({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: size,
  height: size,
  borderRadius: theme.radius[TILE_RADIUS[size]],
  background: theme.palette.soft[tone].bg,
  color: theme.palette.soft[tone].text,
}));

export const SoftChip = ({ icon: Sign, children, ...chip }: ComponentProps<typeof Chip> & { icon: Icon }) => (
  <Chip {...chip}>
    <Sign size={14} stroke={2} aria-hidden />
    {children}
  </Chip>
);
