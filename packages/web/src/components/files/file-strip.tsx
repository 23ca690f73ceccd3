import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { IconFileText } from '../icons.ts';
import { Inline, Muted } from '../layout.tsx';
import { SoftTile } from '../soft-chip.tsx';

interface FileStripProps {
  name: string;
  facts: readonly string[];
  left: string;
  children?: ReactNode;
}

/** A finished file: name, size, expiry and actions. */
export function FileStrip({ name, facts, left, children }: FileStripProps) {
  return (
    <Inline
      gap={3.5}
      sx={{
        maxWidth: 600,
        mt: 3.5,
        py: 3.5,
        paddingInline: '16px 14px',
        borderRadius: 1.25,
        bgcolor: 'surface.subtle',
      }}
    >
      <SoftTile tone="neutral" aria-hidden sx={{ bgcolor: 'background.paper', color: 'primary.main' }}>
        <IconFileText size={20} stroke={1.75} />
      </SoftTile>
      <Box sx={{ flex: '1 1 10rem', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Muted>
          {facts.map((fact) => `${fact} · `)}
          <b style={{ fontWeight: 600 }}>{left}</b>
        </Muted>
      </Box>
      {children}
    </Inline>
  );
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** "vence en 71 h"; undefined once expired. Both in milliseconds. */
export function expiryText(expiresAt: number, now: number): string | undefined {
  const left = expiresAt - now;
  if (left <= 0) return undefined;
  if (left < HOUR_MS) return `vence en ${Math.max(1, Math.floor(left / MINUTE_MS))} min`;
  return `vence en ${Math.floor(left / HOUR_MS)} h`;
}
