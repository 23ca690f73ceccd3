import { auth } from '@campanero/contract/auth/endpoints';
import type { openSession } from '@campanero/contract/auth/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { Hint, Inline, Muted, RuledList } from '../../components/layout.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';
import { notify } from '../../lib/snackbar.ts';

export function OpenSessions() {
  const sessions = useQuery(endpointQuery('auth', auth.sessions));
  const end = useEndpointMutation(auth.endSession, {
    refetches: [endpointKey('auth', auth.sessions)],
    evenIfRefused: true,
  });
  const endOne = (id: string) =>
    end.mutate(
      { params: { id } },
      { onSuccess: () => notify.success('Sesión cerrada.'), onError: (error) => notify.error(errorText(error)) },
    );
  if (!sessions.isSuccess) return <QueryState query={sessions} height={52} />;
  return (
    <RuledList aria-label="Sesiones abiertas">
      {sessions.data.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          end={
            session.current ? (
              <ThisSession />
            ) : (
              <Button
                variant="text"
                size="small"
                disabled={end.isPending && end.variables.params.id === session.id}
                onClick={() => endOne(session.id)}
                aria-label={`Cerrar la sesión de ${deviceName(session.userAgent)}`}
              >
                Cerrar
              </Button>
            )
          }
        />
      ))}
    </RuledList>
  );
}

export function UserSessions({ userId }: { userId: number }) {
  const input = { params: { id: userId } };
  const sessions = useQuery(endpointQuery('auth', auth.userSessions, input));
  const end = useEndpointMutation(auth.endUserSessions, {
    refetches: [endpointKey('auth', auth.userSessions, input)],
    evenIfRefused: true,
  });
  const endAll = () =>
    end.mutate(input, {
      onSuccess: () => notify.success('Sesiones cerradas.'),
      onError: (error) => notify.error(errorText(error)),
    });
  if (!sessions.isSuccess) return <QueryState query={sessions} height={52} />;
  if (sessions.data.length === 0) return <Typography color="textDisabled">No tiene sesiones abiertas.</Typography>;
  return (
    <>
      <RuledList aria-label="Sesiones abiertas">
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} end={session.current && <ThisSession />} />
        ))}
      </RuledList>
      <Button size="small" onClick={endAll} disabled={end.isPending} sx={{ mt: 3 }}>
        {end.isPending ? 'Cerrando…' : 'Cerrar sesiones'}
      </Button>
    </>
  );
}

type OpenSession = z.infer<typeof openSession>;

const SessionRow = ({ session, end }: { session: OpenSession; end?: ReactNode }) => (
  <Inline component="li" sx={{ gap: '4px 16px', minHeight: '3.25rem', py: 2 }}>
    <Box sx={{ flex: 1, minWidth: 200 }}>
      <Box sx={{ typography: 'cell', fontWeight: 550 }}>{deviceName(session.userAgent)}</Box>
      <Hint sx={{ fontVariantNumeric: 'tabular-nums' }}>
        <bdi>{session.address}</bdi> · última actividad <bdi>{formatDateTime(session.lastSeenAt)}</bdi>
      </Hint>
    </Box>
    {end}
  </Inline>
);

const ThisSession = () => <Muted sx={{ color: 'text.disabled' }}>Esta sesión</Muted>;

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
