import type { KeptCampaign, RetentionView } from '@campanero/contract/retention/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, NO_VALUE } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { FigureRows, Section } from '../../components/page/section.tsx';
import { errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { dueQuery, useChangeRetention } from './api.ts';
import { KeptList, useKeptList } from './kept-list.tsx';
import { CampaignPeriodDialog, SystemPeriodDialog } from './period-dialog.tsx';

/** What the next run will do. */
function DueNote() {
  const { data, error } = useQuery(dueQuery());
  if (error) return <>No se pudo contar a cuántas personas les venció el plazo.</>;
  if (!data) return <>Contando a cuántas personas les venció el plazo…</>;
  if (data.campaigns === 0) return <>Ahora no vence ninguna campaña.</>;
  const campaigns = data.campaigns === 1 ? 'Venció una campaña' : `Vencieron ${formatCount(data.campaigns)} campañas`;
  const persons = data.persons === 1 ? 'una persona' : `${formatCount(data.persons)} personas`;
  return (
    <>
      {campaigns}: en la próxima pasada (a las 1:17) se{' '}
      {data.isWhole ? `anonimizan ${persons}.` : `anonimizan más de ${persons}; contarlas todas lleva demasiado.`}
    </>
  );
}

interface RetentionProps {
  view: RetentionView;
  campaignLink: (id: number) => string;
}

/** Periods by campaign with what is due, the runs, and what else the product keeps. */
export function Retention({ view, campaignLink }: RetentionProps) {
  const change = useChangeRetention();
  const [isEditing, setIsEditing] = useState(false);
  const list = useKeptList();
  const [edited, setEdited] = useState<KeptCampaign>();
  const toggle = () =>
    change.mutate(
      { months: view.months, isPaused: !view.isPaused },
      { onError: (error) => notify.error(errorText(error, 'No se pudo cambiar. Inténtelo de nuevo.')) },
    );
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
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <Button variant="outlined" onClick={() => setIsEditing(true)}>
              Cambiar el plazo
            </Button>
            <Button variant="outlined" aria-busy={change.isPending} onClick={change.isPending ? undefined : toggle}>
              {view.isPaused ? 'Seguir con la anonimización' : 'Detener la anonimización'}
            </Button>
          </Box>
        }
      />
      <Box sx={{ mb: 4 }}>
        <KeptList list={list} campaignLink={campaignLink} onChange={setEdited} />
      </Box>
      {view.runs.length > 0 && <Runs runs={view.runs} campaignLink={campaignLink} />}
      <OtherKept kept={view.kept} />
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

const OtherKept = ({ kept }: Pick<RetentionView, 'kept'>) => (
  <Section title="Qué más se conserva" note="Lo vencido se quita solo, cada hora.">
    <FigureRows>
      {kept.map(({ what, period, total, due: expired }) => (
        <li key={what}>
          <div>
            <b>{what}</b>
            <p>{period}</p>
          </div>
          <span>
            {total === null ? NO_VALUE : formatCount(total)}
            {expired !== null && expired > 0 && ` · ${formatCount(expired)} por quitar`}
          </span>
        </li>
      ))}
    </FigureRows>
  </Section>
);
