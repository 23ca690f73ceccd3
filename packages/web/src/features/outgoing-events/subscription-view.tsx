import { outgoingEvents } from '@campanero/contract/outgoing-events/endpoints';
import { EVENT_HOURS, SECRET_OVERLAP_HOURS, type Subscription } from '@campanero/contract/outgoing-events/schemas';
import { formatDateTime, formatTime } from '@campanero/contract/shared/dates';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { SecretDialog } from '../../components/form/secret-dialog.tsx';
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay, IconRefresh } from '../../components/icons.ts';
import { Inline, Spread } from '../../components/layout.tsx';
import { type Fact, FactList, FigureList } from '../../components/page/fact-list.tsx';
import { TitledCard } from '../../components/page/section.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { deliveriesChanged, secretMade, subscriptionSaved } from './api.ts';
import type { MadeSecret } from './subscription-dialog.tsx';
import { ACTION_FAILED, campaignsText, eventCount, isCountEnded, kindsText, momentText } from './texts.ts';

type ViewProps = { subscription: Subscription };

const usePause = () => useEndpointMutation(outgoingEvents.pause, { ...subscriptionSaved, failed: ACTION_FAILED });

export function PauseButton({ subscription: { id, pauseReason } }: ViewProps) {
  const change = usePause();
  const isPaused = pauseReason !== null;
  return (
    <ActionButton
      icon={isPaused ? IconPlayerPlay : IconPlayerPause}
      isPending={change.isPending}
      onClick={() => change.mutate({ params: { id }, body: { isPaused: !isPaused } })}
    >
      {isPaused ? 'Reanudar' : 'Pausar'}
    </ActionButton>
  );
}

export function TestButton({ subscription: { id } }: ViewProps) {
  const send = useEndpointMutation(outgoingEvents.sendTest, {
    ...deliveriesChanged,
    done: 'El evento de prueba sale en un momento: su respuesta aparece entre los envíos.',
    failed: ACTION_FAILED,
  });
  return (
    <Button aria-busy={send.isPending} disabled={send.isPending} onClick={() => send.mutate({ params: { id } })}>
      Probar
    </Button>
  );
}

/** Why nothing is sent, and what happens next. */
export function PauseNote({ subscription: { pauseReason, probeAt } }: ViewProps) {
  if (pauseReason === null) return null;
  return (
    <Alert
      severity={pauseReason === 'MANUAL' ? 'info' : 'warning'}
      icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
      sx={{ mb: 4 }}
    >
      {pauseReason === 'FAILURES' && (
        <>
          El receptor falló muchas veces seguidas. Se lo prueba cada tanto con un evento
          {probeAt && `, la próxima vez a las ${formatTime(probeAt)}`}; en cuanto responda, todo sigue solo.{' '}
        </>
      )}
      {pauseReason === 'GONE' &&
        'El receptor respondió 410: no quiere recibir más. Reanude cuando quien lo administra lo pida. '}
      {pauseReason === 'MANUAL' && 'No se envía nada. '}
      Lo que pasa mientras tanto se guarda y espera {EVENT_HOURS} horas; después se aparta.
    </Alert>
  );
}

export function SubscriptionFacts({ subscription }: ViewProps) {
  const { url, kinds, withPerson, previousUntil, succeededAt, failedAt, createdBy, createdAt } = subscription;
  const wanted: Fact[] = [
    { label: 'Dirección', value: <bdi dir="ltr">{url}</bdi> },
    { label: 'Eventos', value: kindsText(kinds) },
    { label: 'Campañas', value: campaignsText(subscription) },
    { label: 'Datos personales', value: withPerson ? 'Nombre, documento y teléfonos' : 'No, solo identificadores' },
  ];
  const happened: Fact[] = [
    { label: 'Última entrega', value: momentText(succeededAt, 'Ninguna todavía'), quiet: succeededAt === null },
    { label: 'Último fallo', value: momentText(failedAt, 'Ninguno'), quiet: failedAt === null },
    {
      label: 'Secreto',
      value: previousUntil
        ? `El anterior también firma hasta el ${formatDateTime(previousUntil)}`
        : 'Firma solo el actual',
    },
    { label: 'La creó', value: `${createdBy}, el ${formatDateTime(createdAt)}` },
  ];
  return (
    <TitledCard title="Datos" gap={4} sx={{ mb: 4 }}>
      <Box
        sx={{
          display: 'grid',
          gap: '24px 32px',
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        }}
      >
        <FactList facts={wanted} />
        <FactList facts={happened} />
      </Box>
      <Spread sx={{ mt: 5 }}>
        <DeliveryFigures subscription={subscription} />
        <NewSecret subscription={subscription} />
      </Spread>
    </TitledCard>
  );
}

function NewSecret({ subscription: { id, name } }: ViewProps) {
  const renew = useEndpointMutation(outgoingEvents.renewSecret, secretMade);
  const [isAsking, setAsking] = useState(false);
  const [made, setMade] = useState<MadeSecret>();
  return (
    <>
      <Button variant="text" onClick={() => setAsking(true)} sx={{ marginInlineStart: { xs: -3, sm: 0 } }}>
        Cambiar el secreto
      </Button>
      <ChangeDialog
        open={isAsking}
        title="Cambiar el secreto"
        action="Crear y ver el secreto"
        pendingText="Creando…"
        failed={ACTION_FAILED}
        onConfirm={async () => setMade(await renew.mutateAsync({ params: { id } }))}
        onClose={() => setAsking(false)}
      >
        <Typography>
          <strong>{name}</strong> recibe un secreto nuevo. Durante {SECRET_OVERLAP_HOURS} horas cada evento lleva las
          dos firmas: póngalo en el receptor antes de que pasen.
        </Typography>
      </ChangeDialog>
      {made && <MadeSecretDialog made={made} onDone={() => setMade(undefined)} />}
    </>
  );
}

export const MadeSecretDialog = ({ made, onDone }: { made: MadeSecret; onDone: () => void }) => (
  <SecretDialog
    title={`Secreto de ${made.subscription.name}`}
    what="Secreto"
    instruction="Póngalo ahora en el sistema que recibe los eventos"
    value={made.secret}
    onDone={onDone}
  >
    Con él comprueba que un evento viene de aquí y que nadie lo cambió: firma de Standard Webhooks, en el encabezado{' '}
    <bdi dir="ltr">webhook-signature</bdi>. No lo mande por correo.
  </SecretDialog>
);

export function RemoveDialog({
  subscription,
  onClose,
  onRemoved,
}: ViewProps & Record<'onClose' | 'onRemoved', () => void>) {
  const { id, name, waiting } = subscription;
  const remove = useEndpointMutation(outgoingEvents.remove, { changes: subscriptionSaved.changes });
  return (
    <ChangeDialog
      title="Quitar la suscripción"
      action="Quitar"
      destructive
      pendingText="Quitando…"
      done="La suscripción se quitó."
      failed={ACTION_FAILED}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id } });
        onRemoved();
      }}
      onClose={onClose}
    >
      <strong>{name}</strong> no recibe nada más
      {waiting > 0 && `, tampoco ${waiting === 1 ? 'el evento que espera' : `los ${eventCount(waiting)} que esperan`}`}.
      No se puede deshacer.
    </ChangeDialog>
  );
}

/** What waits and what was given up. */
function DeliveryFigures({ subscription: { id, waiting, parked } }: ViewProps) {
  const resend = useEndpointMutation(outgoingEvents.resendParked, {
    ...deliveriesChanged,
    failed: ACTION_FAILED,
    done: 'Los eventos apartados se envían de nuevo.',
  });
  return (
    <Inline gap={4}>
      {/* Cuts off the border of the first figure. */}
      <Box sx={{ overflow: 'hidden', '& > dl': { marginInlineStart: { md: '-21px' } } }}>
        <FigureList
          figures={[
            { label: `${isCountEnded(waiting) ? 'o más ' : ''}en espera`, value: waiting },
            {
              label: `${isCountEnded(parked) ? 'o más ' : ''}apartados`,
              value: parked,
              tone: parked > 0 ? 'bad' : undefined,
            },
          ]}
        />
      </Box>
      {parked > 0 && (
        <ActionButton
          size="small"
          icon={IconRefresh}
          isPending={resend.isPending}
          onClick={() => resend.mutate({ params: { id } })}
        >
          Reenviar los apartados
        </ActionButton>
      )}
    </Inline>
  );
}
