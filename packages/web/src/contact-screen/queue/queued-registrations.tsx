import { formatPhone } from '@campanero/contract/shared/numbers';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { applyRegistration } from '../api.ts';
import { discardQueued, openQueue, type QueuedRegistration, sendQueued, useQueued } from './registration-queue.ts';

interface QueuedRegistrationsProps {
  /** The address of the contact that an outcome is about. */
  linkTo: (item: QueuedRegistration) => string;
}

const nameOf = ({ number, stateName }: QueuedRegistration) => `${formatPhone(number)} · ${stateName}`;

/** Sends what waits, wherever the person goes in the meantime. */
function useQueueSender({ linkTo }: QueuedRegistrationsProps): void {
  const queryClient = useQueryClient();
  useEffect(
    () => openQueue((item, entry) => applyRegistration(queryClient, item, entry), linkTo),
    [queryClient, linkTo],
  );
}

/** Nothing to see: it only sends. */
export function QueueSender({ linkTo }: QueuedRegistrationsProps) {
  useQueueSender({ linkTo });
  return null;
}

/** What waits for the connection, and what the server refused once it was back: never out of sight. */
export function QueuedRegistrations({ linkTo }: QueuedRegistrationsProps) {
  const queued = useQueued();
  useQueueSender({ linkTo });
  const hasQueued = queued.length > 0;
  useEffect(() => {
    if (!hasQueued) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasQueued]);

  const waiting = queued.filter(({ refusal }) => refusal === undefined);
  return (
    <>
      {waiting.length > 0 && (
        <Alert
          severity="warning"
          role="status"
          sx={{ mb: 3 }}
          action={
            <Button size="small" variant="text" color="inherit" onClick={() => void sendQueued()}>
              Enviar ahora
            </Button>
          }
        >
          {waiting.length === 1 ? '1 llamado en espera' : `${waiting.length} llamados en espera`} de la conexión:{' '}
          {waiting.map(nameOf).join('; ')}
        </Alert>
      )}
      {queued
        .filter(({ refusal }) => refusal !== undefined)
        .map((item) => (
          <Alert
            key={item.key}
            severity="error"
            role="alert"
            sx={{ mb: 3 }}
            action={
              <>
                <Button size="small" variant="text" color="inherit" component={Link} to={linkTo(item)}>
                  Ver contacto
                </Button>
                <Button size="small" variant="text" color="inherit" onClick={() => discardQueued(item.key)}>
                  Descartar
                </Button>
              </>
            }
          >
            {nameOf(item)}: {item.refusal}
          </Alert>
        ))}
    </>
  );
}
