import { campaignLists } from '@campanero/contract/campaigns/list-endpoints';
import { isClosed, CAMPAIGN_STATUSES, statusLabel } from '@campanero/contract/campaigns/status';
import {
  campaignFilters,
  type CampaignFilters,
  campaignListQuery,
  type CampaignListRow,
  type CampaignRow,
} from '@campanero/contract/campaigns/schemas';
import { liveForecasts } from '@campanero/contract/live/forecasts';
import { formatDay } from '@campanero/contract/shared/dates';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { IconChartBar, IconCopy, IconEye, IconPencil, IconUsersGroup } from '../../../components/icons.ts';
import { defineList } from '../../../components/list/define-list.ts';
import { type FilterChoice, type FilterField, filterForm } from '../../../components/list/filters.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { ActionsMenu, type MenuAction } from '../../../components/page/actions-menu.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import type { RowGroup } from '../../../components/table/types.ts';
import { useHasSpace } from '../../../lib/browser/room.ts';
import { endpointQuery } from '../../../lib/queries.ts';
import { TYPE_LABELS } from '../texts.ts';
import {
  campaignColumns,
  CampaignCompactRow,
  type Forecasts,
  type LoadLine,
  operatorColumns,
} from './campaign-columns.tsx';
import { PHASE_LABELS } from './phase-tabs.tsx';

interface CampaignSight {
  /** False: always external (rule roles/type-filter). */
  mayChooseType: boolean;
  maySeeExternalId: boolean;
  /** Operators: campaigns open for calls first, with own figures and a button. */
  isCaller: boolean;
}

export const useCampaignList = defineList({
  address: campaignListQuery,
  ask: (query, _sight: CampaignSight) => endpointQuery('campaigns', campaignLists.list, { query }),
  order: ({ isCaller }) => (isCaller ? { by: 'calling', direction: 'asc' } : { by: 'id', direction: 'desc' }),
  filters: filterForm(campaignFilters),
  allowed: (query, { mayChooseType, maySeeExternalId, isCaller }) => ({
    ...query,
    phase: isCaller ? undefined : query.phase,
    externalId: maySeeExternalId ? query.externalId : undefined,
    type: mayChooseType ? query.type : undefined,
  }),
});
type CampaignListState = ReturnType<typeof useCampaignList>;

const STATUSES = CAMPAIGN_STATUSES.map((status) => ({ id: status, name: statusLabel(status) }));
const TYPES = (['general', 'internal', 'external'] as const).map((type) => ({ id: type, name: TYPE_LABELS[type] }));

type Names = { objectives: readonly FilterChoice[] | undefined; people: readonly FilterChoice[] | undefined };

const dayField = (name: 'createdAt' | 'startDate' | 'endDate', label: string): FilterField<CampaignFilters> => ({
  name,
  label,
  kind: 'day',
  width: 'third',
  tag: ({ [name]: day }) => day && `${label} ${formatDay(day)}`,
});

const filtersOf = (sight: CampaignSight, { objectives, people }: Names): FilterField<CampaignFilters>[] => [
  { name: 'id', label: 'Id', kind: 'digits' },
  { name: 'name', label: 'Nombre', kind: 'text' },
  ...(sight.maySeeExternalId ? [{ name: 'externalId', label: 'Id externo', kind: 'text' } as const] : []),
  { name: 'objectiveId', label: 'Objetivo', kind: 'choice', options: objectives },
  { name: 'status', label: 'Estado', kind: 'choice', options: STATUSES },
  { name: 'userId', label: 'Usuario', kind: 'choice', options: people, help: 'Coordinador u operador de la campaña' },
  { ...dayField('createdAt', 'Creada el'), startsLine: true },
  dayField('startDate', 'Inicia desde'),
  dayField('endDate', 'Finaliza hasta'),
  {
    name: 'type',
    label: 'Tipo',
    kind: 'toggle',
    options: TYPES,
    unset: 'general',
    fixed: sight.mayChooseType ? undefined : 'external',
    help: sight.mayChooseType ? undefined : 'Su rol ve solo campañas externas.',
    width: 'full',
  },
];

const ROOMY = 1020;

/** Asked after the rows, so that they do not wait. */
const forecastsQuery = (ids: readonly number[]) =>
  endpointQuery('campaigns', liveForecasts.forecasts, ids.length > 0 ? { query: { ids: ids.join(',') } } : skipToken, {
    read: (forecasts): Forecasts => new Map(forecasts.map((forecast) => [forecast.id, forecast])),
  });
const NO_FORECASTS: Forecasts = new Map();

interface CampaignListProps {
  list: CampaignListState;
  sight: CampaignSight;
  names: Names;
  links: CampaignLinks;
  mayEdit: boolean;
  closed: string | undefined;
  renderCall: (campaign: CampaignListRow) => ReactNode;
  begin: ReactNode;
  loadLine?: LoadLine;
}

export function CampaignList({ list, sight, names, links, mayEdit, closed, ...parts }: CampaignListProps) {
  const { renderCall, begin, loadLine } = parts;
  const pageOf = links.campaign;
  const { isCaller } = sight;
  const { phase } = list.query;
  const running = isCaller ? [] : (list.result.data?.campaigns.filter(({ status }) => status === 'EN CURSO') ?? []);
  const { data: forecasts = NO_FORECASTS } = useQuery(forecastsQuery(running.map(({ id }) => id)));
  const hasRoom = useHasSpace(ROOMY);
  const columns = useMemo(
    () => (isCaller ? operatorColumns(pageOf, hasRoom) : campaignColumns(pageOf, hasRoom, forecasts, loadLine)),
    [isCaller, pageOf, hasRoom, forecasts, loadLine],
  );
  const isCallableFirst = list.order?.by === 'calling' && list.order.direction === 'asc';
  return (
    <ListTable
      label="Campañas"
      list={list}
      rowsOf={(page) => page.campaigns}
      rowKey={(campaign) => campaign.id}
      columns={columns}
      minWidth={900}
      compactTarget={({ id }) => ({ to: pageOf(id) })}
      groupOf={isCaller && isCallableFirst ? (campaign) => groupOf(campaign, list.result.data, closed) : undefined}
      action={
        isCaller
          ? {
              label: 'Disponibilidad',
              by: 'calling',
              width: 136,
              // A call button, or the status.
              render: renderCall,
              otherwise: statusChip,
            }
          : undefined
      }
      renderMenu={(campaign) => <ActionsMenu of={campaign.name} actions={rowActions(campaign, links, mayEdit)} />}
      renderCompact={(campaign) => (
        <CampaignCompactRow campaign={campaign} forecast={forecasts.get(campaign.id)} loadLine={loadLine} />
      )}
      search="Buscar por nombre o número"
      filters={filtersOf(sight, names)}
      texts={{
        noMatch: 'Ninguna campaña',
        nothing: phase ? `No hay campañas en «${PHASE_LABELS[phase]}».` : 'Todavía no hay campañas a su alcance.',
        next: phase
          ? undefined
          : isCaller
            ? 'Aparecen aquí cuando un coordinador lo suma a una.'
            : 'Cree la primera; después se carga su audiencia y se reparte.',
      }}
      begin={begin}
    />
  );
}

const statusChip = ({ status }: CampaignListRow) => <StatusChip status={status} />;

/** Counts are of all pages. */
function groupOf(
  { openForCalls }: CampaignListRow,
  page: CampaignListState['result']['data'],
  closed: string | undefined,
): RowGroup {
  const { openForCallsCount = 0, totalElementsCount = 0 } = page ?? {};
  return openForCalls
    ? { key: 'open', title: closed ?? 'Para llamar ahora', count: openForCallsCount }
    : { key: 'others', title: 'Otras', count: totalElementsCount - openForCallsCount };
}

type CampaignPage = 'campaignDetail' | 'campaign' | 'campaignStatistics' | 'campaignEdit' | 'campaignClone';
/** Of the `paths` of the app. */
export type CampaignLinks = Record<CampaignPage, (id: number) => string>;

export function rowActions(
  { id, status }: Pick<CampaignRow, 'id' | 'status'>,
  links: CampaignLinks,
  mayEdit: boolean,
): MenuAction[] {
  const mayChange = mayEdit && !isClosed({ status });
  const offered: (MenuAction | false)[] = [
    { label: 'Ver audiencia', icon: IconUsersGroup, run: links.campaignDetail(id) },
    { label: 'Ver campaña', icon: IconEye, run: links.campaign(id) },
    status !== 'PENDIENTE' && { label: 'Ver Estadísticas', icon: IconChartBar, run: links.campaignStatistics(id) },
    mayChange && { label: 'Editar campaña', icon: IconPencil, run: links.campaignEdit(id), startsPart: true },
    mayEdit && { label: 'Duplicar campaña', icon: IconCopy, run: links.campaignClone(id), startsPart: !mayChange },
  ];
  return offered.filter((action) => action !== false);
}
