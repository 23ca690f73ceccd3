import { retention } from '@campanero/contract/retention/endpoints';
import {
  KEPT_STATES,
  type KeptCampaign,
  type KeptFilters,
  keptFilters,
  type KeptOrder,
  keptQuery,
} from '@campanero/contract/retention/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { Button, Typography } from '@mui/material';
import { Hint, Muted, Stacked } from '../../components/layout.tsx';
import { defineList } from '../../components/list/define-list.ts';
import { type FilterField, filterForm } from '../../components/list/filters.ts';
import { ListTable } from '../../components/list/list-table.tsx';
import { TwoLineCell } from '../../components/table/cells.tsx';
import type { Column } from '../../components/table/types.ts';
import { endpointQuery } from '../../lib/queries.ts';

export const useKeptList = defineList({
  address: keptQuery,
  ask: (query) => endpointQuery('retention', retention.campaigns, { query }),
  order: () => ({ by: 'dueAt', direction: 'asc' }),
  filters: filterForm(keptFilters),
});

const FILTERS: readonly FilterField<KeptFilters>[] = [
  {
    name: 'state',
    label: 'Situación',
    kind: 'toggle',
    options: [{ id: '', name: 'Todas' }, ...Object.entries(KEPT_STATES).map(([id, name]) => ({ id, name }))],
    width: 'full',
  },
];

function whenOf({ status, reason, dueAt, isDue, anonymisedAt }: KeptCampaign): string {
  if (anonymisedAt) return `Anonimizada el ${formatDate(anonymisedAt)}`;
  if (reason !== null) return `Sin plazo: ${reason}`;
  if (dueAt === null) return `Sigue abierta (${status.toLowerCase()}): el plazo corre desde su fin`;
  return isDue
    ? `Vencida el ${formatDate(dueAt)}: se anonimiza esta noche`
    : `Se anonimiza desde el ${formatDate(dueAt)}`;
}
const periodOf = ({ months, reason }: KeptCampaign) => {
  if (reason !== null) return 'Sin plazo';
  return months === null ? 'El del sistema' : months === 1 ? '1 mes' : `${months} meses`;
};

const COLUMNS: readonly Column<KeptCampaign, KeptOrder>[] = [
  {
    key: 'name',
    heads: [{ by: 'name', label: 'Campaña' }],
    tone: 'strong',
    cell: ({ id, name }) => <TwoLineCell first={name} second={String(id)} />,
  },
  { key: 'due', heads: [{ by: 'dueAt', label: 'Cuándo' }], width: 380, cell: whenOf },
  { key: 'period', heads: [{ label: 'Plazo' }], width: 130, cell: periodOf },
  {
    key: 'calls',
    heads: [{ by: 'calls', label: 'Llamados' }],
    width: 110,
    align: 'end',
    figures: true,
    cell: ({ calls }) => formatCount(calls),
  },
];

interface KeptListProps {
  list: ReturnType<typeof useKeptList>;
  campaignLink: (id: number) => string;
  onChange: (campaign: KeptCampaign) => void;
}

export function KeptList({ list, campaignLink, onChange }: KeptListProps) {
  return (
    <ListTable
      label="Campañas"
      list={list}
      rowsOf={(page) => page.campaigns}
      rowKey={(campaign) => campaign.id}
      columns={COLUMNS}
      minWidth={1000}
      rowTarget={(campaign) => ({ to: campaignLink(campaign.id) })}
      action={{
        label: 'Cambiar el plazo',
        width: 110,
        render: (campaign) =>
          campaign.anonymisedAt ? null : (
            <Button
              size="small"
              variant="text"
              aria-label={`Cambiar el plazo de ${campaign.name}`}
              onClick={() => onChange(campaign)}
            >
              Cambiar
            </Button>
          ),
      }}
      renderCompact={(campaign) => (
        <Stacked gap={0.5}>
          <Typography variant="cell" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
            {campaign.name}
          </Typography>
          <Muted>{whenOf(campaign)}</Muted>
          <Hint>
            {formatCounted(campaign.calls, 'llamado', 'llamados')} · {periodOf(campaign)}
          </Hint>
        </Stacked>
      )}
      search="Buscar campañas"
      filters={FILTERS}
      texts={{
        noMatch: 'Ninguna campaña',
        nothing: 'Todavía no hay campañas con llamados.',
        next: 'Aparecen al cargarles una audiencia.',
      }}
    />
  );
}
