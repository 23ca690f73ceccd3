import type { Subscription } from '@campanero/contract/outgoing-events/schemas';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconWebhook } from '../../components/icons.ts';
import { Hint, Inline, Muted, RowName, Stacked } from '../../components/layout.tsx';
import { EmptyState, ErrorState, LIST_FAILED } from '../../components/page/messages.tsx';
import { TwoLineCell } from '../../components/table/cells.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { wholeList } from '../../components/table/pager.tsx';
import type { Column } from '../../components/table/types.ts';
import { SubscriptionChip } from './subscription-chip.tsx';
import { campaignsText, hostOf, kindsInShort, momentText, shownCount } from './texts.ts';

interface SubscriptionListProps {
  result: Pick<UseQueryResult<Subscription[]>, 'data' | 'isFetching' | 'refetch'>;
  linkTo: (id: number) => string;
  begin: ReactNode;
}

export function SubscriptionList({ result, linkTo, begin }: SubscriptionListProps) {
  const rows = result.data ?? [];
  return (
    <DataTable<Subscription, never>
      label="Suscripciones"
      columns={COLUMNS}
      minWidth={960}
      rows={rows}
      rowKey={({ id }) => id}
      rowTarget={({ id }) => ({ to: linkTo(id) })}
      state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
      refreshing={false}
      paging={wholeList(result.data && rows.length)}
      renderCompact={(subscription) => <CompactSubscription subscription={subscription} />}
      empty={
        <EmptyState
          title="Ningún sistema recibe eventos"
          reason="Con una suscripción, otro sistema de la ciudad se entera solo de lo que pasa aquí: resultados, campañas, cargas, exportaciones y pedidos."
          icon={<IconWebhook size={20} stroke={1.75} />}
          action={begin}
        />
      }
      error={<ErrorState message={LIST_FAILED} onRetry={() => void result.refetch()} />}
    />
  );
}

const COLUMNS: readonly Column<Subscription, never>[] = [
  {
    head: 'Nombre',
    second: { label: 'Sistema' },
    width: 220,
    tone: 'strong',
    cell: (subscription) => <TwoLineCell first={subscription.name} second={hostOf(subscription)} isLinked />,
  },
  {
    head: 'Eventos',
    second: { label: 'Campañas' },
    cell: (subscription) => (
      <TwoLineCell first={kindsInShort(subscription.kinds)} second={campaignsText(subscription)} />
    ),
  },
  { head: 'Situación', width: 152, cell: (subscription) => <SubscriptionChip {...subscription} /> },
  {
    head: 'En espera',
    second: { label: 'Apartados' },
    width: 184,
    figures: true,
    cell: ({ waiting, parked }) => <TwoLineCell first={shownCount(waiting)} second={shownCount(parked)} />,
  },
  {
    head: 'Última entrega',
    second: { label: 'Último fallo' },
    width: 216,
    figures: true,
    cell: ({ succeededAt, failedAt }) => (
      <TwoLineCell first={momentText(succeededAt, 'Ninguna')} second={momentText(failedAt, 'Ninguno')} />
    ),
  },
];

const CompactSubscription = ({ subscription }: { subscription: Subscription }) => (
  <Stacked gap={1}>
    <RowName>{subscription.name}</RowName>
    <Muted>{kindsInShort(subscription.kinds)}</Muted>
    <Inline>
      <SubscriptionChip {...subscription} />
      <Hint>
        {shownCount(subscription.waiting)} en espera · {shownCount(subscription.parked)} apartados
      </Hint>
    </Inline>
  </Stacked>
);
