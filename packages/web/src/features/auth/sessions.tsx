import { auth } from '@campanero/contract/auth/endpoints';
import type { openSession } from '@campanero/contract/auth/schemas';
import { DEFAULT_ERROR_TEXT } from '@campanero/contract/error-texts';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { Faint, Hint, Inline, RowName, RuledList } from '../../components/layout.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

export function OpenSessions() {
  const sessions = useQuery(endpointQuery('auth', auth.sessions));
  const end = useEndpointMutation(auth.endSession, {
    refetches: [endpointKey('auth', auth.sessions)],
    evenIfRefused: true,
    done: 'Sesión cerrada.',
    failed: DEFAULT_ERROR_TEXT,
  });
  if (!sessions.isSuccess) return <QueryState query={sessions} height={52} />;
  return (
    <SessionList
      sessions={sessions.data}
      renderEnd={({ id, userAgent }) => (
        <Button
          variant="text"
          size="small"
          disabled={end.isPending && end.variables.params.id === id}
          onClick={() => end.mutate({ params: { id } })}
          aria-label={`Cerrar la sesión de ${deviceName(userAgent)}`}
        >
          Cerrar
        </Button>
      )}
    />
  );
}

export function UserSessions({ userId }: { userId: number }) {
  const input = { params: { id: userId } };
  const sessions = useQuery(endpointQuery('auth', auth.userSessions, input));
  const end = useEndpointMutation(auth.endUserSessions, {
    refetches: [endpointKey('auth', auth.userSessions, input)],
    evenIfRefused: true,
    done: 'Sesiones cerradas.',
    failed: DEFAULT_ERROR_TEXT,
  });
  if (!sessions.isSuccess) return <QueryState query={sessions} height={52} />;
  if (sessions.data.length === 0) return <Typography color="textDisabled">No tiene sesiones abiertas.</Typography>;
  return (
    <>
      <SessionList sessions={sessions.data} />
      <Button size="small" onClick={() => end.mutate(input)} disabled={end.isPending} sx={{ mt: 3 }}>
        {end.isPending ? 'Cerrando…' : 'Cerrar sesiones'}
      </Button>
    </>
  );
}

type OpenSession = z.infer<typeof openSession>;

type SessionListProps = { sessions: readonly OpenSession[]; renderEnd?: (session: OpenSession) => ReactNode };

const SessionList = ({ sessions, renderEnd }: SessionListProps) => (
  <RuledList aria-label="Sesiones abiertas">
    {sessions.map((session) => (
      <Inline component="li" key={session.id} sx={{ gap: '4px 16px', minHeight: '3.25rem', py: 2 }}>
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <RowName>{deviceName(session.userAgent)}</RowName>
          <Hint sx={{ fontVariantNumeric: 'tabular-nums' }}>
            <bdi>{session.address}</bdi> · última actividad{' '}
            <Box component="bdi" sx={{ whiteSpace: 'nowrap' }}>
              {formatDateTime(session.lastSeenAt)}
            </Box>
          </Hint>
        </Box>
        {session.current ? <Faint>Esta sesión</Faint> : renderEnd?.(session)}
      </Inline>
    ))}
  </RuledList>
);

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const firstMatch = (table: [RegExp, string][], text: string) => table.find(([pattern]) => pattern.test(text))?.[1];

/** "Chrome en Windows" */
function deviceName(userAgent: string): string {
  const browser = firstMatch(BROWSERS, userAgent);
  const system = firstMatch(SYSTEMS, userAgent);
  if (browser && system) return `${browser} en ${system}`;
  return browser ?? system ?? 'Dispositivo desconocido';
}
