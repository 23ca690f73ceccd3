import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { openSession } from '@campanero/contract/auth/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { deviceName } from '../device-name.ts';

export type OpenSession = z.infer<typeof openSession>;

export const SessionList = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: '3.25rem',
  padding: '8px 0',
  borderTop: `1px solid ${theme.palette.line.soft}`,
}));

/** Device, address and last activity; `end` is what can be done about it, or a word. */
export function SessionRow({ session, end }: { session: OpenSession; end?: ReactNode }) {
  return (
    <Row>
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Box sx={{ typography: 'cell', fontWeight: 550 }}>{deviceName(session.userAgent)}</Box>
        <Box sx={{ typography: 'caption', color: 'text.disabled', fontVariantNumeric: 'tabular-nums' }}>
          <bdi>{session.address}</bdi> · última actividad <bdi>{formatDateTime(session.lastSeenAt)}</bdi>
        </Box>
      </Box>
      {end}
    </Row>
  );
}

export const ThisSession = () => <Box sx={{ typography: 'body2', color: 'text.disabled' }}>Esta sesión</Box>;
