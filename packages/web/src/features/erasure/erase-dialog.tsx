import { erasure, type ErasureView } from '@campanero/contract/erasure/endpoints';
import { formatDate } from '@campanero/contract/shared/dates';
import { formatCounted, formatPhone } from '@campanero/contract/shared/numbers';
import { Alert, FormControlLabel, Skeleton, styled, Switch, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { LabelledInput } from '../../components/fields/text-input.tsx';
import { Halves, Stacked } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { erasureQuery } from './api.ts';

const FAILED = 'No se pudieron borrar los datos. Inténtelo de nuevo.';

const Lists = styled(Halves)(({ theme }) => ({
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
  requestId?: number | undefined;
  /** Without an open request: the fields of one that is registered here, and whether it can be. */
  ownRequest?: { fields: ReactNode; isReady: boolean; register: (alsoNoCalls: boolean) => Promise<number> };
  /** Where the identification of a request is added. */
  requestLink?: (requestId: number) => string;
  onClose: () => void;
}

export function EraseDialog(props: EraseDialogProps) {
  const { personId, requestId: given, ownRequest, requestLink, onClose } = props;
  const { data, error, refetch } = useQuery({ ...erasureQuery(personId), staleTime: 0 });
  const erase = useEndpointMutation(erasure.ask, {
    replaces: () => erasureQuery(personId),
    changes: [['personal-data', 'person', personId]],
  });
  const [requestId, setRequestId] = useState(given);
  const [confirmation, setConfirmation] = useState('');
  const [keepBlock, setKeepBlock] = useState(false);
  const [closes, setCloses] = useState<boolean>();
  const request = data?.requests.find(({ id }) => requestId === undefined || id === requestId);
  const keepsBlock = data?.doNotCall === true || request?.keepsBlock === true;
  const own = data?.numbers.filter(({ isShared }) => !isShared) ?? [];
  const isNew = data !== undefined && !request && given === undefined && ownRequest !== undefined;
  // Nobody waits for a letter from here.
  const closeRequest = closes ?? isNew;

  const confirm = async () => {
    const askedId = request?.id ?? (await ownRequest!.register(keepBlock));
    setCloses(closeRequest);
    await erase.mutateAsync({
      params: { id: personId },
      body: { requestId: askedId, confirmation, keepBlock: (keepBlock || keepsBlock) && own.length > 0, closeRequest },
    });
  };
  const typeName = LABELS[data?.confirmWith ?? 'lastName'];
  const missing =
    (!data && 'Todavía no se sabe qué se borra.') ||
    (!request && !isNew && 'Falta un pedido de supresión abierto.') ||
    (!(request?.isIdentified ?? ownRequest?.isReady) && 'Indique cómo se identificó la persona.') ||
    (confirmation.trim() === '' && `${typeName}.`);
  return (
    <ChangeDialog
      title="Borrar los datos de la persona"
      width={880}
      hasClose
      action="Borrar los datos"
      destructive
      reason={missing || undefined}
      pendingText="Borrando…"
      done="Se están borrando los datos de la persona."
      failed={FAILED}
      proof={
        (request ?? isNew) && (
          <LabelledInput
            label={typeName}
            value={confirmation}
            onChange={({ target }) => setConfirmation(target.value)}
          />
        )
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      {error && <ErrorState message={errorText(error, FAILED)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={220} />}
      {data && (
        <Stacked>
          <Typography>
            Se borran los datos de <strong>{data.name || 'una persona sin nombre'}</strong>. No se puede deshacer.
          </Typography>
          <Lists>
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
          </Lists>
          {!request && !isNew && (
            <Alert severity="warning" role="status">
              No hay un pedido de supresión abierto de esta persona: regístrelo primero.
            </Alert>
          )}
          {isNew && ownRequest.fields}
          {request?.isIdentified === false && (
            <Alert severity="warning" role="status">
              El pedido {request.id} no dice cómo se identificó a la persona.{' '}
              {requestLink && <Link to={requestLink(request.id)}>Indíquelo en el pedido.</Link>}
            </Alert>
          )}
          {request && given === undefined && (
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
          {(request ?? isNew) && (
            <>
              {own.length > 0 && (
                <Choice
                  checked={keepBlock || keepsBlock}
                  disabled={keepsBlock}
                  onChange={setKeepBlock}
                  label={blockText(data, keepsBlock)}
                />
              )}
              <Choice
                checked={closeRequest}
                onChange={setCloses}
                label="Al terminar, cerrar el pedido como cumplido. Si falta avisarle a quien lo hizo, déjelo abierto"
              />
            </>
          )}
        </Stacked>
      )}
    </ChangeDialog>
  );
}

type ChoiceProps = { label: string; checked: boolean; disabled?: boolean; onChange: (isOn: boolean) => void };

const Choice = ({ label, onChange, ...box }: ChoiceProps) => (
  <FormControlLabel
    control={
      <Switch {...box} onChange={(_event, isOn) => onChange(isOn)} sx={{ marginInlineStart: 0, flex: 'none' }} />
    }
    sx={{
      marginInline: 0,
      gap: 2,
      // Readable while disabled.
      '& .MuiFormControlLabel-label.Mui-disabled': { color: 'text.primary' },
    }}
    label={label}
  />
);

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
