import type { KeptCampaign, RetentionView } from '@campanero/contract/retention/schemas';
import { formatDate, formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, NO_VALUE } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { Rows, Section } from '../../components/page/section.tsx';
import { errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { useChangeRetention } from './api.ts';
import { CampaignPeriodDialog, SystemPeriodDialog } from './period-dialog.tsx';

function whenOf({ status, reason, dueAt, isDue, anonymisedAt }: KeptCampaign): string {
  if (anonymisedAt) return `Anonimizada el ${formatDate(anonymisedAt)}`;
  if (reason !== null) return `Sin plazo: ${reason}`;
  if (dueAt === null) return `Sigue abierta (${status.toLowerCase()}): el plazo corre desde su fin`;
  return isDue
    ? `Vencida el ${formatDate(dueAt)}: se anonimiza esta noche`
    : `Se anonimiza desde el ${formatDate(dueAt)}`;
}

interface RetentionProps {
  view: RetentionView;
  campaignLink: (id: number) => string;
}

/** Periods by campaign with what is due, the runs, and what else the product keeps. */
export function Retention({ view, campaignLink }: RetentionProps) {
  const change = useChangeRetention();
  const [isEditing, setIsEditing] = useState(false);
  const [edited, setEdited] = useState<KeptCampaign>();
  const due = view.campaigns.filter(({ isDue }) => isDue);
  const most = due.reduce((sum, { calls }) => sum + calls, 0);
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
            Las personas se anonimizan {view.months} meses después del fin de su campaña, si no están en otra abierta o
            dentro de su plazo. Los resultados y las cifras quedan.{' '}
            {due.length === 0
              ? 'Ahora no vence ninguna campaña.'
              : `Vencen ahora ${due.length === 1 ? 'una campaña' : `${formatCount(due.length)} campañas`}, con hasta ${formatCount(most)} personas.`}{' '}
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
      >
        <Rows aria-label="Campañas">
          {view.campaigns.map((campaign) => (
            <li key={campaign.id}>
              <div>
                <Link to={campaignLink(campaign.id)}>{campaign.name}</Link>
                <p>{whenOf(campaign)}</p>
              </div>
              <span>
                {formatCount(campaign.calls)} llamados ·{' '}
                {campaign.months === null ? 'plazo del sistema' : `${campaign.months} meses`}
              </span>
              {!campaign.anonymisedAt && (
                <Button
                  size="small"
                  aria-label={`Cambiar el plazo de ${campaign.name}`}
                  onClick={() => setEdited(campaign)}
                >
                  Cambiar
                </Button>
              )}
            </li>
          ))}
          {view.hasMore && <li>Hay más campañas: se muestran primero las que vencen antes.</li>}
        </Rows>
      </Section>
      {view.runs.length > 0 && (
        <Section
          title="Últimas anonimizaciones"
          note="Cada una queda en la auditoría. Si se corta, sigue donde estaba."
        >
          <Rows>
            {view.runs.map(({ id, campaign, persons, startedAt, finishedAt, outcome }) => (
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
          </Rows>
        </Section>
      )}
      <Section title="Qué más se conserva" note="Lo vencido se quita solo, cada hora.">
        <Rows>
          {view.kept.map(({ what, period, total, due: expired }) => (
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
        </Rows>
      </Section>
      {isEditing && <SystemPeriodDialog view={view} onClose={() => setIsEditing(false)} />}
      {edited && <CampaignPeriodDialog campaign={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
