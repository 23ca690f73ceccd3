import { erasure, type ErasureView } from '@campanero/contract/erasure/endpoints';
import { formatDate } from '@campanero/contract/shared/dates';
import { formatCounted, formatPhone } from '@campanero/contract/shared/numbers';
import { Alert, Button, FormControlLabel, Skeleton, styled, Switch, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { LabelledInput } from '../../components/fields/text-input.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { erasureQuery } from './api.ts';

const FAILED = 'No se pudieron borrar los datos. Inténtelo de nuevo.';

const Lists = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  '& h3': { ...theme.typography.h3, margin: '0 0 4px' },
  '& ul': { ...theme.typography.body2, margin: 0, paddingInlineStart: 20 },
  '& li': { marginTop: 2 },
}));

function goesOf({ numbers, closed, callbacks, entries, records }: ErasureView): string[] {
  const own = numbers.filter(({ isShared }) => !isShared);
  return [
    'Nombre, documento, nacimiento, correo, ubicación, canal y los demás datos de la persona',
    own.length > 0 && numbersText(own),
    entries > 0 && `Las observaciones y motivos de ${formatCounted(entries, 'resultado', 'resultados')}`,
    closed > 0 && formatCounted(closed, 'llamado por hacer, que se cierra', 'llamados por hacer, que se cierran'),
    callbacks > 0 && formatCounted(callbacks, 'aviso de volver a llamar', 'avisos de volver a llamar'),
    `Las palabras de ${formatCounted(records, 'registro de auditoría', 'registros de auditoría')} y de otros que la nombren`,
    'Las copias: filas rechazadas, archivos exportados (se avisa a quien los pidió), correos, notificaciones y notas que la nombren',
  ].filter((line) => line !== false);
}

const numbersText = (numbers: ErasureView['numbers']) =>
  `${numbers.length === 1 ? 'El número' : 'Los números'} ${numbers.map(({ number }) => formatPhone(number)).join(', ')}`;

function staysOf({ numbers, calls, passedOn }: ErasureView): string[] {
  const shared = numbers.filter(({ isShared }) => isShared);
  return [
    calls > 0 &&
      `${formatCounted(calls, 'llamado', 'llamados')} con su resultado, operador, fecha y hora, sin nombre ni texto: así ninguna cifra cambia`,
    shared.length > 0 && `${numbersText(shared)}, porque también ${shared.length === 1 ? 'es' : 'son'} de otra persona`,
    passedOn > 0 &&
      `${formatCounted(passedOn, 'llamado por hacer, que pasa', 'llamados por hacer, que pasan')} a esa otra persona`,
    'El pedido del registro; quién lo hizo se borra cuando se responde',
    'En la auditoría, que se borró, cuándo y por qué pedido',
  ].filter((line) => line !== false);
}

interface EraseDialogProps {
  personId: number;
  /** Undefined: one of the open requests is chosen. */
  requestId?: number;
  onRequest?: () => void;
  /** Where the identification of a request is added. */
  requestLink?: (requestId: number) => string;
  onClose: () => void;
}

export function EraseDialog({ personId, requestId: given, onRequest, requestLink, onClose }: EraseDialogProps) {
  const { data, error, refetch } = useQuery({ ...erasureQuery(personId), staleTime: 0 });
  const erase = useEndpointMutation(erasure.ask, {
    replaces: () => erasureQuery(personId),
    changes: [['personal-data', 'person', personId]],
  });
  const [requestId, setRequestId] = useState(given);
  const [confirmation, setConfirmation] = useState('');
  const [keepBlock, setKeepBlock] = useState(false);
  const request = data?.requests.find(({ id }) => requestId === undefined || id === requestId);
  const isIdentified = request?.isIdentified === true;
  const keepsBlock = data?.doNotCall === true || request?.keepsBlock === true;
  const own = data?.numbers.filter(({ isShared }) => !isShared) ?? [];

  const confirm = () =>
    erase.mutateAsync({
      params: { id: personId },
      // Without a request the button is disabled.
      body: { requestId: request!.id, confirmation, keepBlock: (keepBlock || keepsBlock) && own.length > 0 },
    });
  return (
    <ChangeDialog
      title="Borrar los datos de la persona"
      action="Borrar los datos"
      destructive
      disabled={!isIdentified || confirmation.trim() === ''}
      other={data && !request && onRequest && <Button onClick={onRequest}>Registrar pedido</Button>}
      pendingText="Borrando…"
      done="Se están borrando los datos de la persona."
      failed={FAILED}
      onConfirm={confirm}
      onClose={onClose}
    >
      {error && <ErrorState message={errorText(error, FAILED)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={220} />}
      {data && (
        <Lists>
          <Typography>
            Se borran los datos de <strong>{data.name || 'una persona sin nombre'}</strong>. No se puede deshacer.
          </Typography>
          {Object.entries({ 'Se borra': goesOf(data), Queda: staysOf(data) }).map(([title, lines]) => (
            <section key={title}>
              <h3>{title}</h3>
              <ul>
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </section>
          ))}
          {!request && (
            <Alert severity="warning" role="status">
              No hay un pedido de supresión abierto de esta persona: regístrelo primero.
            </Alert>
          )}
          {request && !isIdentified && (
            <Alert severity="warning" role="status">
              El pedido {request.id} no dice cómo se identificó a la persona.{' '}
              {requestLink && <Link to={requestLink(request.id)}>Indíquelo en el pedido.</Link>}
            </Alert>
          )}
          {request && (
            <>
              {given === undefined && (
                <ChoiceField
                  label="Pedido"
                  options={data.requests.map(({ id, receivedOn }) => ({
                    id,
                    name: `Pedido ${id}, recibido el ${formatDate(`${receivedOn}T12:00:00Z`)}`,
                  }))}
                  value={request.id}
                  onChange={(id) => setRequestId(id ?? undefined)}
                />
              )}
              {own.length > 0 && (
                <FormControlLabel
                  control={
                    <Switch
                      checked={keepBlock || keepsBlock}
                      disabled={keepsBlock}
                      onChange={(_event, isOn) => setKeepBlock(isOn)}
                      sx={{ marginInlineStart: 0, flex: 'none' }}
                    />
                  }
                  sx={{
                    marginInline: 0,
                    gap: 2,
                    // Readable while disabled.
                    '& .MuiFormControlLabel-label.Mui-disabled': { color: 'text.primary' },
                  }}
                  label={blockText(data, keepsBlock)}
                />
              )}
              <LabelledInput
                label={LABELS[data.confirmWith ?? 'lastName']}
                help="Para confirmar. Sin importar mayúsculas ni acentos."
                value={confirmation}
                onChange={({ target }) => setConfirmation(target.value)}
              />
            </>
          )}
        </Lists>
      )}
    </ChangeDialog>
  );
}

function blockText({ doNotCall }: ErasureView, keepsBlock: boolean): string {
  if (doNotCall) return 'La persona está marcada como No llamar: el número queda bloqueado, sin nombre';
  return keepsBlock
    ? 'El pedido es también de no llamarla más: el número queda bloqueado, sin nombre'
    : 'La persona pidió que tampoco se la llame: el número queda bloqueado, sin nombre';
}

const LABELS = {
  lastName: 'Escriba el apellido de la persona',
  name: 'Escriba el nombre de la persona',
  number: 'Escriba el número de la persona',
} as const;
