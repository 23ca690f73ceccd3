import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { openSession } from '@campanero/contract/auth/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Delayed } from '../../../components/delayed.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { errorText } from '../../../lib/error-text.ts';
import { notify } from '../../../lib/snackbar.ts';
import { openSessionsQuery, useEndSession } from '../api/sessions.ts';
import { deviceName } from '../device-name.ts';

type OpenSession = z.infer<typeof openSession>;

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: '3.25rem',
  padding: '8px 0',
  borderTop: `1px solid ${theme.palette.line.soft}`,
}));

function SessionRow({ session, onEnd, isEnding }: { session: OpenSession; onEnd: () => void; isEnding: boolean }) {
  const device = deviceName(session.userAgent);
  return (
    <Row>
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Box sx={{ typography: 'cell', fontWeight: 550 }}>{device}</Box>
        <Box sx={{ typography: 'caption', color: 'text.disabled', fontVariantNumeric: 'tabular-nums' }}>
          <bdi>{session.address}</bdi> · última actividad <bdi>{formatDateTime(session.lastSeenAt)}</bdi>
        </Box>
      </Box>
      {session.current ? (
        <Box sx={{ typography: 'body2', color: 'text.disabled' }}>Esta sesión</Box>
      ) : (
        <Button variant="text" size="small" disabled={isEnding} onClick={onEnd} aria-label={`Cerrar la sesión de ${device}`}>
          Cerrar
        </Button>
      )}
    </Row>
  );
}

/** Where one is signed in, and a way to end what one does not recognise (SEC-23). */
export function OpenSessions() {
  const sessions = useQuery(openSessionsQuery());
  const end = useEndSession();
  const endOne = (id: string) =>
    end.mutate(id, {
      onSuccess: () => notify.success('Sesión cerrada.'),
      onError: (error) => notify.error(errorText(error)),
    });
  if (sessions.isPending)
    return (
      <Delayed>
        <Skeleton height={52} />
      </Delayed>
    );
  if (sessions.isError) return <ErrorState message={errorText(sessions.error)} onRetry={() => void sessions.refetch()} />;
  return (
    <List aria-label="Sesiones abiertas">
      {sessions.data.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          isEnding={end.isPending && end.variables === session.id}
          onEnd={() => endOne(session.id)}
        />
      ))}
    </List>
  );
}
