import type { ErasureView } from '@campanero/contract/erasure/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/form/dialogs.tsx';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { erasureQuery, useErase } from './api.ts';

const FAILED = 'No se pudieron borrar los datos. Inténtelo de nuevo.';

const Lists = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  '& h3': { ...theme.typography.h3, margin: '0 0 4px' },
  '& ul': { ...theme.typography.body2, margin: 0, paddingInlineStart: 20 },
  '& li': { marginTop: 2 },
}));

const count = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${formatCount(n)} ${many}`);

/** What goes, with how much of it there is; what there is none of is not named. */
function goesOf({ numbers, closed, callbacks, entries, records }: ErasureView): string[] {
  const own = numbers.filter(({ isShared }) => !isShared);
  return [
    'Nombre, documento, nacimiento, correo, ubicación, canal y los demás datos de la persona',
    ...(own.length > 0
      ? [`${own.length === 1 ? 'El número' : 'Los números'} ${own.map(({ number }) => formatPhone(number)).join(', ')}`]
      : []),
    ...(entries > 0 ? [`Las observaciones y motivos de ${count(entries, 'resultado', 'resultados')}`] : []),
    ...(closed > 0 ? [count(closed, 'llamado por hacer, que se cierra', 'llamados por hacer, que se cierran')] : []),
    ...(callbacks > 0 ? [count(callbacks, 'aviso de volver a llamar', 'avisos de volver a llamar')] : []),
    `Las palabras de ${count(records, 'registro de auditoría', 'registros de auditoría')} y de otros que la nombren`,
    'Las copias: filas rechazadas, archivos exportados (se avisa a quien los pidió), correos, notificaciones y notas que la nombren',
  ];
}

function staysOf({ numbers, calls, passedOn }: ErasureView): string[] {
  const shared = numbers.filter(({ isShared }) => isShared);
  return [
    ...(calls > 0
      ? [
          `${count(calls, 'llamado', 'llamados')} con su resultado, operador, fecha y hora, sin nombre ni texto: así ninguna cifra cambia`,
        ]
      : []),
    ...(shared.length > 0
      ? [
          `${shared.length === 1 ? 'El número' : 'Los números'} ${shared.map(({ number }) => formatPhone(number)).join(', ')}, porque también ${shared.length === 1 ? 'es' : 'son'} de otra persona`,
        ]
      : []),
    ...(passedOn > 0
      ? [`${count(passedOn, 'llamado por hacer, que pasa', 'llamados por hacer, que pasan')} a esa otra persona`]
      : []),
    'El pedido del registro; quién lo hizo se borra cuando se responde',
    'En la auditoría, que se borró, cuándo y por qué pedido',
  ];
}

interface EraseDialogProps {
  personId: number;
  /** Registers the request without which nothing is erased. */
  onRequest: () => void;
  onClose: () => void;
}

/** Says what will go and what stays and why, and asks for the last name: it cannot be undone. */
export function EraseDialog({ personId, onRequest, onClose }: EraseDialogProps) {
  const { data, error, refetch } = useQuery({ ...erasureQuery(personId), staleTime: 0 });
  const erase = useErase(personId);
  const [requestId, setRequestId] = useState<number>();
  const [confirmation, setConfirmation] = useState('');
  const [keepBlock, setKeepBlock] = useState(false);
  const chosen = requestId ?? data?.requests[0]?.id;
  const own = data?.numbers.filter(({ isShared }) => !isShared) ?? [];

  const confirm = () => {
    if (chosen === undefined) return;
    erase.mutate(
      { requestId: chosen, confirmation, keepBlock: keepBlock && own.length > 0 },
      {
        onSuccess: () => {
          notify.success('Se están borrando los datos de la persona.');
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      open
      title="Borrar los datos de la persona"
      action="Borrar los datos"
      destructive
      disabled={chosen === undefined}
      other={
        data &&
        chosen === undefined && (
          <Button variant="outlined" onClick={onRequest}>
            Registrar pedido
          </Button>
        )
      }
      pending={erase.isPending}
      pendingText="Borrando…"
      error={erase.error ? errorText(erase.error, FAILED) : undefined}
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
          <section>
            <h3>Se borra</h3>
            <ul>
              {goesOf(data).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
          <section>
            <h3>Queda</h3>
            <ul>
              {staysOf(data).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
          {chosen === undefined ? (
            <Alert severity="warning" role="status">
              No hay un pedido de supresión abierto de esta persona: regístrelo primero.
            </Alert>
          ) : (
            <>
              <ChoiceField
                label="Pedido"
                options={data.requests.map(({ id: request, receivedOn }) => ({
                  id: request,
                  name: `Pedido ${request}, recibido el ${formatDate(`${receivedOn}T12:00:00Z`)}`,
                }))}
                value={chosen}
                onChange={(request) => setRequestId(request ?? undefined)}
              />
              {own.length > 0 && (
                <FormControlLabel
                  control={<Switch checked={keepBlock} onChange={(_event, isOn) => setKeepBlock(isOn)} />}
                  label="La persona pidió que tampoco se la llame: el número queda bloqueado, sin nombre"
                />
              )}
              <Field label={labelOf(data)} help="Para confirmar. Sin importar mayúsculas ni acentos.">
                {(wiring) => (
                  <OutlinedInput
                    {...wireInput(wiring)}
                    fullWidth
                    autoComplete="off"
                    value={confirmation}
                    onChange={({ target }) => setConfirmation(target.value)}
                  />
                )}
              </Field>
            </>
          )}
        </Lists>
      )}
    </ConfirmDialog>
  );
}

const LABELS = {
  lastName: 'Escriba el apellido de la persona',
  name: 'Escriba el nombre de la persona',
  number: 'Escriba el número de la persona',
} as const;
const labelOf = ({ confirmWith }: ErasureView) => LABELS[confirmWith ?? 'lastName'];
