import { personalData } from '@campanero/contract/personal-data/endpoints';
import {
  type DataRequest,
  kindsInWords,
  REQUEST_KINDS,
  REQUEST_STATES,
  requestFilters,
  type RequestFilters,
  type RequestOrder,
  requestQuery,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import type { ReactNode } from 'react';
import { Hint, Inline, Muted, RowName, Stacked } from '../../components/layout.tsx';
import { defineList } from '../../components/list/define-list.ts';
import { type FilterField, filterForm, toggleFilter } from '../../components/list/filters.ts';
import { ListTable } from '../../components/list/list-table.tsx';
import { TwoLineCell } from '../../components/table/cells.tsx';
import type { Column } from '../../components/table/types.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { requestScope } from './api.ts';
import { RequestChip } from './request-words.tsx';

export const useRequestList = defineList({
  address: requestQuery,
  ask: (query) => endpointQuery(requestScope, personalData.requests, { query }),
  order: () => ({ by: 'dueOn', direction: 'asc' }),
  filters: filterForm(requestFilters),
});

const FILTERS: readonly FilterField<RequestFilters>[] = [
  toggleFilter('state', 'Estado', REQUEST_STATES),
  toggleFilter('kind', 'Tipo', REQUEST_KINDS),
  toggleFilter('mine', 'Quién atiende', { 1: 'Los que atiendo yo' }),
];

interface RequestListProps {
  list: ReturnType<typeof useRequestList>;
  linkTo: (requestId: number) => string;
  begin: ReactNode;
}

export const RequestList = ({ list, linkTo, begin }: RequestListProps) => (
  <ListTable
    label="Pedidos de datos"
    list={list}
    rowsOf={(page) => page.requests}
    rowKey={(request) => request.id}
    columns={COLUMNS}
    minWidth={1000}
    rowTarget={(request) => ({ to: linkTo(request.id) })}
    renderCompact={(request) => <CompactRequest request={request} />}
    search="Buscar por quién lo pide"
    filters={FILTERS}
    texts={{
      noMatch: 'Ningún pedido',
      nothing: 'Todavía no hay pedidos.',
      next: 'Registre lo que una persona pide sobre sus datos: el plazo de la respuesta corre desde ese día.',
    }}
    begin={begin}
  />
);

const COLUMNS: readonly Column<DataRequest, RequestOrder>[] = [
  { head: 'N.º', by: 'id', width: 60, tone: 'quiet', figures: true, cell: ({ id }) => <bdi>{id}</bdi> },
  {
    head: 'Quién lo pide',
    tone: 'strong',
    cell: ({ asker, contact }) => <TwoLineCell first={asker || 'Datos borrados'} second={contact || '—'} />,
  },
  { head: 'Tipo', width: 180, cell: ({ kinds }) => kindsInWords(kinds) },
  { head: 'Recibido', by: 'receivedOn', width: 120, figures: true, cell: ({ receivedOn }) => formatDay(receivedOn) },
  { head: 'Vence', by: 'dueOn', width: 120, figures: true, cell: ({ dueOn }) => formatDay(dueOn) },
  { head: 'Situación', width: 182, cell: (request) => <RequestChip request={request} /> },
  { head: 'Atiende', width: 170, cell: ({ attendedBy }) => attendedBy?.name ?? 'Nadie todavía' },
];

const CompactRequest = ({ request }: { request: DataRequest }) => (
  <Stacked gap={1}>
    <RowName>{request.asker || 'Datos borrados'}</RowName>
    <Muted>
      {kindsInWords(request.kinds)} · Vence el {formatDay(request.dueOn)}
    </Muted>
    <Inline>
      <RequestChip request={request} />
      <Hint>{request.attendedBy?.name ?? 'Nadie lo atiende todavía'}</Hint>
    </Inline>
  </Stacked>
);
