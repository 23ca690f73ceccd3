import { outgoingEvents } from '@campanero/contract/outgoing-events/endpoints';
import {
  type Delivery,
  DELIVERY_STATES,
  deliveryFilters,
  deliveryQuery,
  type DeliveryState,
  EVENT_DAYS,
  EVENT_KINDS,
  eventName,
  type Subscription,
  TEST_EVENT,
} from '@campanero/contract/outgoing-events/schemas';
import { formatDateTimeSeconds } from '@campanero/contract/shared/dates';
import { Button } from '@mui/material';
import { useState } from 'react';
import type { z } from 'zod';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';
import { Hint, Inline, Muted, RowName, Stacked } from '../../components/layout.tsx';
import { defineList } from '../../components/list/define-list.ts';
import { choices, type FilterField, filterForm, toggleFilter } from '../../components/list/filters.ts';
import { ListTable } from '../../components/list/list-table.tsx';
import { SoftChip } from '../../components/soft-chip.tsx';
import { TwoLineCell } from '../../components/table/cells.tsx';
import type { Column } from '../../components/table/types.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { deliveriesChanged, deliveriesOf } from './api.ts';
import { ACTION_FAILED, answerText, nextText, subjectText } from './texts.ts';

const DeliveryDialog = later(async () => (await import('./delivery-dialog.tsx')).DeliveryDialog);

export const useDeliveryList = defineList({
  address: deliveryQuery,
  ask: (query, subscriptionId: number) => deliveriesOf(subscriptionId, query),
  filters: filterForm(deliveryFilters),
});

const FILTERS: readonly FilterField<z.output<typeof deliveryFilters>>[] = [
  toggleFilter('status', 'Estado', DELIVERY_STATES),
  {
    name: 'kind',
    label: 'Evento',
    kind: 'choice',
    options: choices({ ...EVENT_KINDS, [TEST_EVENT]: eventName(TEST_EVENT) }),
    width: 'full',
  },
];

const STATES = {
  WAITING: { icon: IconClock, tone: 'info' },
  DELIVERED: { icon: IconCircleCheck, tone: 'success' },
  PARKED: { icon: IconAlertTriangle, tone: 'danger' },
} as const;

export const DeliveryChip = ({ status }: { status: DeliveryState }) => (
  <SoftChip {...STATES[status]}>{DELIVERY_STATES[status]}</SoftChip>
);

/** Sends it with the same id, also if it was delivered. */
export const useResend = (subscriptionId: number) => {
  const resend = useEndpointMutation(outgoingEvents.resend, {
    ...deliveriesChanged,
    done: 'El evento se envía de nuevo.',
    failed: ACTION_FAILED,
  });
  return {
    isPending: resend.isPending,
    send: (eventId: number) => resend.mutate({ params: { id: subscriptionId, eventId } }),
  };
};

export function DeliveryList({ subscription }: { subscription: Subscription }) {
  const { id: subscriptionId, withPerson } = subscription;
  const isPaused = subscription.pauseReason !== null;
  const list = useDeliveryList(subscriptionId);
  const [shown, setShown] = useState<Delivery>();
  const resend = useResend(subscriptionId);
  const open = (delivery: Delivery) => (
    <Button
      variant="text"
      size="small"
      aria-label={`Ver los intentos del evento ${delivery.eventId}`}
      aria-haspopup="dialog"
      onClick={() => setShown(delivery)}
    >
      Ver
    </Button>
  );
  return (
    <>
      <ListTable
        label="Envíos"
        list={list}
        rowsOf={(page) => page.deliveries}
        rowKey={({ eventId }) => eventId}
        columns={columnsOf(isPaused)}
        minWidth={900}
        action={{ label: 'Intentos', width: 76, render: open }}
        renderCompact={(delivery) => <CompactDelivery delivery={delivery} />}
        filters={FILTERS}
        aside={`Se guardan ${EVENT_DAYS} días`}
        isQuiet
        texts={{
          noMatch: 'Ningún envío',
          nothing: 'Todavía no pasó nada de lo que esta suscripción pide.',
          next: 'Con Probar se envía un evento de prueba.',
        }}
      />
      {shown && (
        <DeliveryDialog
          subscriptionId={subscriptionId}
          withPerson={withPerson}
          next={nextText(shown, isPaused)}
          // The list may have asked again meanwhile.
          delivery={list.result.data?.deliveries.find(({ eventId }) => eventId === shown.eventId) ?? shown}
          resend={resend}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

const columnsOf = (isPaused: boolean): readonly Column<Delivery, never>[] => [
  {
    head: 'Evento',
    second: { label: 'De qué' },
    tone: 'strong',
    cell: (delivery) => <TwoLineCell first={eventName(delivery.kind)} second={subjectText(delivery)} />,
  },
  {
    head: 'Ocurrió',
    second: { label: 'Siguiente intento' },
    width: 216,
    figures: true,
    cell: (delivery) => (
      <TwoLineCell first={formatDateTimeSeconds(delivery.createdAt)} second={nextText(delivery, isPaused) ?? '—'} />
    ),
  },
  { head: 'Estado', width: 128, cell: ({ status }) => <DeliveryChip status={status} /> },
  {
    head: 'Última respuesta',
    second: { label: 'Intentos' },
    width: 236,
    cell: ({ last, attempts }) => (
      <TwoLineCell first={last ? answerText(last) : 'Ninguna todavía'} second={String(attempts)} />
    ),
  },
];

const CompactDelivery = ({ delivery }: { delivery: Delivery }) => (
  <Stacked gap={1}>
    <RowName>{eventName(delivery.kind)}</RowName>
    {delivery.kind !== TEST_EVENT && <Muted>{subjectText(delivery)}</Muted>}
    <Inline>
      <DeliveryChip status={delivery.status} />
      <Hint>{formatDateTimeSeconds(delivery.createdAt)}</Hint>
    </Inline>
    <Hint>{delivery.last ? answerText(delivery.last) : 'Sin respuesta todavía'}</Hint>
  </Stacked>
);
