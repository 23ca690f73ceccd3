import {
  retention,
  KEPT_STATES,
  type KeptCampaign,
  type KeptFilters,
  keptFilters,
  type KeptOrder,
  keptQuery,
  type RetentionView,
} from '@campanero/contract/retention/endpoints';
import { formatDate, formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted, NO_VALUE } from '@campanero/contract/shared/numbers';
import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Hint, Inline, Line, Muted, RowName, Stacked } from '../../components/layout.tsx';
import { defineList } from '../../components/list/define-list.ts';
import { choices, type FilterField, filterForm } from '../../components/list/filters.ts';
import { ListTable } from '../../components/list/list-table.tsx';
import { FigureRows, Section } from '../../components/page/section.tsx';
import { TwoLineCell } from '../../components/table/cells.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { wholeList } from '../../components/table/pager.tsx';
import type { Column } from '../../components/table/types.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { CampaignPeriodDialog, DaysDialog, retentionSaved, SystemPeriodDialog } from './period-dialog.tsx';

function DueNote() {
  // Counts every person, which is slow.
  const { data, error } = useQuery(endpointQuery('retention', retention.due, undefined, { timeoutMs: 30_000 }));
  if (error) return 'No se pudo contar a cuántas personas les venció el plazo.';
  if (!data) return 'Contando a cuántas personas les venció el plazo…';
  if (data.campaigns === 0) return 'Ahora no vence ninguna campaña.';
  const campaigns = data.campaigns === 1 ? 'Venció una campaña' : `Vencieron ${formatCount(data.campaigns)} campañas`;
  const persons = data.persons === 1 ? 'una persona' : `${formatCount(data.persons)} personas`;
  const amount = data.isWhole ? `${persons}.` : `más de ${persons}; contarlas todas lleva demasiado.`;
  return `${campaigns}: en la próxima pasada (a la 1:17) se anonimizan ${amount}`;
}

type RetentionProps = { view: RetentionView; campaignLink: (id: number) => string };

export function Retention({ view, campaignLink }: RetentionProps) {
  const pause = useEndpointMutation(retention.pause, {
    ...retentionSaved,
    failed: 'No se pudo cambiar. Inténtelo de nuevo.',
  });
  const [isEditing, setIsEditing] = useState(false);
  const list = useKeptList();
  const [edited, setEdited] = useState<KeptCampaign>();
  const toggle = () => pause.mutate({ body: { isPaused: !view.isPaused } });
  return (
    <>
      <Section
        title="Personas"
        note={
          <>
            Las personas se anonimizan {view.months === 1 ? 'un mes' : `${view.months} meses`} después del fin de su
            campaña, si no están en otra abierta o dentro de su plazo. Los resultados y las cifras quedan. <DueNote />{' '}
            {view.isPaused && <b>La anonimización está detenida.</b>}
          </>
        }
        action={
          <Inline>
            <Button onClick={() => setIsEditing(true)}>Cambiar el plazo</Button>
            <Button aria-busy={pause.isPending} onClick={pause.isPending ? undefined : toggle}>
              {view.isPaused ? 'Seguir con la anonimización' : 'Detener la anonimización'}
            </Button>
          </Inline>
        }
      />
      <Box sx={{ mb: 4 }}>
        <KeptList list={list} campaignLink={campaignLink} onChange={setEdited} />
      </Box>
      {view.runs.length > 0 && <Runs runs={view.runs} campaignLink={campaignLink} />}
      <OtherKept view={view} />
      {isEditing && <SystemPeriodDialog view={view} onClose={() => setIsEditing(false)} />}
      {edited && <CampaignPeriodDialog campaign={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

const Runs = ({ runs, campaignLink }: Pick<RetentionView, 'runs'> & Pick<RetentionProps, 'campaignLink'>) => (
  <Section title="Últimas anonimizaciones" note="Cada una queda en la auditoría. Si se corta, sigue donde estaba.">
    <FigureRows>
      {runs.map(({ id, campaign, persons, startedAt, finishedAt, outcome }) => (
        <li key={id}>
          <div>
            <Link to={campaignLink(campaign.id)}>{campaign.name}</Link>
            <p>
              Empezó el {formatDateTime(startedAt)}
              {finishedAt && `, terminó el ${formatDateTime(finishedAt)}`}
            </p>
          </div>
          <span>
            {formatCount(persons)} personas ·{' '}
            {outcome === null ? 'En marcha' : outcome === 'DONE' ? 'Completa' : 'Detenida'}
          </span>
        </li>
      ))}
    </FigureRows>
  </Section>
);

type Kept = RetentionView['kept'][number];
const amountOf = (amount: number | null) => (amount === null ? NO_VALUE : formatCount(amount));

const KEPT_COLUMNS: readonly Column<Kept, never>[] = [
  { head: 'Qué', width: 352, tone: 'strong', cell: ({ what }) => what },
  { head: 'Por cuánto tiempo', cell: ({ period }) => period },
  { head: 'Hay', width: 110, align: 'end', figures: true, cell: ({ total }) => amountOf(total) },
  { head: 'Por quitar', width: 120, align: 'end', figures: true, cell: ({ due }) => amountOf(due) },
];

const ChangeButton = ({ of, onClick }: { of: string; onClick: () => void }) => (
  <Button variant="text" sx={{ minHeight: '2.5rem' }} aria-label={`Cambiar el plazo de ${of}`} onClick={onClick}>
    Cambiar
  </Button>
);

function OtherKept({ view }: { view: RetentionView }) {
  const [edited, setEdited] = useState<Kept>();
  const { kept } = view;
  return (
    <>
      <DataTable<Kept, never>
        label="Qué más se conserva"
        toolbar={
          <Box sx={{ p: 4 }}>
            <Typography variant="h3" component="h2">
              Qué más se conserva
            </Typography>
            <Muted sx={{ mt: 1 }}>Lo vencido se quita solo, cada hora.</Muted>
          </Box>
        }
        columns={KEPT_COLUMNS}
        minWidth={800}
        action={{
          label: 'Cambiar el plazo',
          width: 110,
          render: (row) => row.thing && <ChangeButton of={row.what} onClick={() => setEdited(row)} />,
        }}
        dense
        rows={kept}
        rowKey={({ what }) => what}
        state="ready"
        refreshing={false}
        paging={wholeList(kept.length)}
        renderCompact={(row) => (
          <Line gap={3} sx={{ alignItems: 'stretch', justifyContent: 'space-between' }}>
            <div>
              <RowName>{row.what}</RowName>
              <Muted>{row.period}</Muted>
            </div>
            <Typography variant="cell" component="div" sx={{ textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}>
              {amountOf(row.total)}
              {row.due !== null && row.due > 0 && (
                <Hint sx={{ whiteSpace: 'nowrap' }}>{formatCount(row.due)} por quitar</Hint>
              )}
            </Typography>
          </Line>
        )}
        empty={null}
        error={null}
      />
      {edited?.thing && (
        <DaysDialog view={view} thing={edited.thing} what={edited.what} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

const useKeptList = defineList({
  address: keptQuery,
  ask: (query) => endpointQuery('retention', retention.campaigns, { query }),
  order: () => ({ by: 'dueAt', direction: 'asc' }),
  filters: filterForm(keptFilters),
});

const FILTERS: readonly FilterField<KeptFilters>[] = [
  { name: 'state', label: 'Situación', kind: 'choice', options: choices(KEPT_STATES), placeholder: 'Todas' },
];

function whenOf({ reason, dueAt, isDue, anonymisedAt }: KeptCampaign): string {
  if (anonymisedAt) return `Hecha el ${formatDate(anonymisedAt)}`;
  if (reason !== null) return `Sin plazo: ${reason}`;
  if (dueAt === null) return 'Sigue abierta';
  return isDue ? `Esta noche: venció el ${formatDate(dueAt)}` : formatDate(dueAt);
}
const periodOf = ({ months, reason }: KeptCampaign) => {
  if (reason !== null) return 'Sin plazo';
  return months === null ? 'El del sistema' : months === 1 ? '1 mes' : `${months} meses`;
};

const COLUMNS: readonly Column<KeptCampaign, KeptOrder>[] = [
  {
    head: 'Campaña',
    by: 'name',
    tone: 'strong',
    cell: ({ id, name }) => <TwoLineCell first={name} second={String(id)} />,
  },
  { head: 'Anonimización', by: 'dueAt', width: 250, cell: whenOf },
  { head: 'Plazo', width: 130, cell: periodOf },
  { head: 'Llamados', by: 'calls', width: 110, align: 'end', figures: true, cell: ({ calls }) => formatCount(calls) },
];

interface KeptListProps {
  list: ReturnType<typeof useKeptList>;
  campaignLink: (id: number) => string;
  onChange: (campaign: KeptCampaign) => void;
}

const KeptList = ({ list, campaignLink, onChange }: KeptListProps) => (
  <ListTable
    label="Campañas"
    list={list}
    rowsOf={(page) => page.campaigns}
    rowKey={(campaign) => campaign.id}
    columns={COLUMNS}
    minWidth={900}
    rowTarget={(campaign) => ({ to: campaignLink(campaign.id) })}
    action={{
      label: 'Cambiar el plazo',
      width: 110,
      render: (campaign) =>
        campaign.anonymisedAt ? null : <ChangeButton of={campaign.name} onClick={() => onChange(campaign)} />,
    }}
    renderCompact={(campaign) => (
      <Stacked gap={0.5}>
        <RowName>{campaign.name}</RowName>
        <Muted>Anonimización · {whenOf(campaign)}</Muted>
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
