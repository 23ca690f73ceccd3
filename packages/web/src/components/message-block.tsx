import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const Tile = styled('span')(({ theme }) => ({
  width: 40,
  height: 40,
  borderRadius: theme.radius.menu,
  display: 'grid',
  placeItems: 'center',
  background: theme.palette.surface.subtle,
  color: theme.palette.text.secondary,
  '&[data-tone="danger"]': { background: theme.palette.soft.danger.bg, color: theme.palette.soft.danger.text },
}));

interface MessageBlockProps {
  icon: ReactNode;
  tone?: 'neutral' | 'danger';
  /** Errors interrupt; an empty place only informs. */
  role?: 'alert';
  children: ReactNode;
}

/** The common shape of empty and error: a 40 px tile, a sentence, one button that helps (design 6). */
export function MessageBlock({ icon, tone = 'neutral', role, children }: MessageBlockProps) {
  return (
    <Box
      role={role}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        textAlign: 'center',
        gap: 2,
        p: 6,
        maxWidth: 360,
      }}
    >
      <Tile data-tone={tone} aria-hidden>
        {icon}
      </Tile>
      {children}
    </Box>
  );
}
