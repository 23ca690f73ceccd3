import { formatPhone } from '@campanero/contract/shared/numbers';
import { Alert, Button } from '@mui/material';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { applyRegistration } from '../api.ts';
import {
  contactOf,
  discardQueued,
  openQueue,
  type QueuedRegistration,
  sendQueued,
  useQueued,
} from './registration-queue.ts';

const nameOf = ({ number, stateName }: QueuedRegistration) => `${formatPhone(number)} · ${stateName}`;

export function QueueSender() {
  useEffect(() => openQueue(applyRegistration), []);
  return null;
}

export function QueuedRegistrations() {
  const queued = useQueued();
  const hasQueued = queued.length > 0;
  useEffect(() => {
    if (!hasQueued) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasQueued]);
  const waiting = queued.filter(({ refusal }) => refusal === undefined);
  const refused = queued.filter(({ refusal }) => refusal !== undefined);
  return (
    <>
      <QueueSender />
      {waiting.length > 0 && (
        <Alert
          severity="warning"
          role="status"
          sx={{ mb: 3 }}
          action={
            <Button {...QUIET} onClick={() => void sendQueued()}>
              Enviar ahora
            </Button>
          }
        >
          {waiting.length === 1 ? '1 llamado en espera' : `${waiting.length} llamados en espera`} de la conexión:{' '}
          {waiting.map(nameOf).join('; ')}
        </Alert>
      )}
      {refused.map((item) => (
        <Alert
          key={item.key}
          severity="error"
          sx={{ mb: 3 }}
          action={
            <>
              <Button {...QUIET} component={Link} to={contactOf(item)}>
                Ver contacto
              </Button>
              <Button {...QUIET} onClick={() => discardQueued(item.key)}>
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

const QUIET = { size: 'small', variant: 'text', color: 'inherit' } as const;
