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
import { formatCount } from '@campanero/contract/shared/numbers';
import { Link as MuiLink, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Hint, Inline, Muted, RowName, Spread, Stacked } from '../../components/layout.tsx';
import { defineList } from '../../components/list/define-list.ts';
import { type FilterField, filterForm, toggleFilter } from '../../components/list/filters.ts';
import { ListTable } from '../../components/list/list-table.tsx';
import { EmptyState, ErrorState, LIST_FAILED } from '../../components/page/messages.tsx';
import { TwoLineCell } from '../../components/table/cells.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { wholeList } from '../../components/table/pager.tsx';
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
    minWidth={900}
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

const OPEN_SHOWN = '10';
const OPEN_QUERY = { state: 'ABIERTO', pageNumber: '0', pageSize: OPEN_SHOWN } as const;

/** The open requests that are due first, with a link to all. */
export function OpenRequests({ linkTo, allLink }: Pick<RequestListProps, 'linkTo'> & { allLink: string }) {
  const result = useQuery(endpointQuery(requestScope, personalData.requests, { query: OPEN_QUERY }));
  const { data, isFetching } = result;
  const total = data?.totalElementsCount;
  return (
    <DataTable
      label="Pedidos abiertos"
      rows={data?.requests ?? []}
      rowKey={(request) => request.id}
      columns={COLUMNS.map(({ by: _by, ...column }) => column)}
      minWidth={900}
      rowTarget={(request) => ({ to: linkTo(request.id) })}
      renderCompact={(request) => <CompactRequest request={request} />}
      state={data ? 'ready' : isFetching ? 'loading' : 'error'}
      refreshing={false}
      paging={wholeList(data?.requests.length)}
      toolbar={
        <Spread sx={{ p: '12px 16px', minHeight: '3.375rem' }}>
          <Inline sx={{ alignItems: 'baseline' }}>
            <Typography variant="h3" component="h2">
              Pedidos abiertos
            </Typography>
            {total !== undefined && <Hint>{formatCount(total)}</Hint>}
          </Inline>
          <MuiLink component={Link} to={allLink} variant="body2" sx={{ display: 'inline-block', py: 1 }}>
            Ver todos los pedidos
          </MuiLink>
        </Spread>
      }
      empty={
        <EmptyState
          title="No hay pedidos abiertos"
          reason="Aquí aparecen los que falta responder, primero lo vencido."
        />
      }
      error={<ErrorState message={LIST_FAILED} onRetry={() => void result.refetch()} />}
    />
  );
}

const COLUMNS: readonly Column<DataRequest, RequestOrder>[] = [
  { head: 'N.º', by: 'id', width: 56, tone: 'quiet', figures: true, cell: ({ id }) => <bdi>{id}</bdi> },
  {
    head: 'Quién lo pide',
    tone: 'strong',
    cell: ({ asker, contact }) => <TwoLineCell first={asker || 'Datos borrados'} second={contact || '—'} isLinked />,
  },
  { head: 'Tipo', width: 172, cell: ({ kinds }) => kindsInWords(kinds) },
  {
    head: 'Vence',
    by: 'dueOn',
    second: { label: 'Recibido', by: 'receivedOn' },
    width: 144,
    figures: true,
    cell: ({ dueOn, receivedOn }) => <TwoLineCell first={formatDay(dueOn)} second={formatDay(receivedOn)} />,
  },
  { head: 'Situación', width: 180, cell: (request) => <RequestChip request={request} /> },
  { head: 'Atiende', width: 148, cell: ({ attendedBy }) => attendedBy?.name ?? 'Nadie todavía' },
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
