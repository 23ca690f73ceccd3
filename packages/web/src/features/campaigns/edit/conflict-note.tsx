import { listsInWords } from '@campanero/contract/block-lists/words';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import { statusLabel } from '@campanero/contract/campaigns/status';
import { formatDateTime } from '@campanero/contract/shared/dates';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconAlertTriangle } from '../../../components/icons.ts';
import { campaignQuery } from '../api.ts';
import { placeText, typeName, yesNo } from '../texts.ts';

interface ConflictNoteProps {
  /** Undefined until the changes were looked at. */
  differences: readonly Difference[] | undefined;
  isLoading: boolean;
  onLook: () => void;
  onClose: () => void;
}

/** Two people edited at once: nothing is overwritten and nothing typed is lost. */
export function ConflictNote({ differences, isLoading, onLook, onClose }: ConflictNoteProps) {
  return (
    <Alert
      severity="warning"
      role="alert"
      icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
      action={
        <Button
          variant="text"
          size="small"
          color="inherit"
          disabled={isLoading}
          onClick={differences ? onClose : onLook}
        >
          {differences ? 'Entendido' : isLoading ? 'Cargando…' : 'Ver los cambios'}
        </Button>
      }
      sx={{ mb: 4, '& .MuiAlert-action': { p: 0, marginInlineEnd: 0 } }}
    >
      {differences ? (
        <>
          Esto cambió mientras usted editaba. Lo que escribió sigue en el formulario: revíselo y vuelva a guardar.
          <Box component="ul" sx={{ m: 0, mt: 1, paddingInlineStart: 4 }}>
            {differences.map(({ label, before, after }) => (
              <li key={label}>
                {label}: {before} → <b>{after}</b>
              </li>
            ))}
          </Box>
        </>
      ) : (
        'Otra persona cambió esta campaña mientras usted la editaba. No se guardó nada y lo que escribió sigue aquí.'
      )}
    </Alert>
  );
}

/**
 * The campaign as the person has seen it. A fresher one from the server takes its place only while nothing is unsaved:
 * what somebody types is judged against what was on the screen, so that two editors never overwrite each other unawares.
 */
export function useSeenCampaign(id: number, hasUnsaved: boolean) {
  const result = useQuery(campaignQuery(id));
  const [seen, setSeen] = useState<CampaignDetail>();
  const [conflict, setConflict] = useState<'none' | 'told' | 'loading' | { differences: Difference[] }>('none');
  const fresh = result.data;
  if (fresh && fresh !== seen && (!seen || seen.id !== fresh.id || !hasUnsaved)) setSeen(fresh);

  const look = async () => {
    if (!seen) return;
    setConflict('loading');
    const { data } = await result.refetch();
    if (!data) return setConflict('told');
    setConflict({ differences: campaignDifferences(seen, data) });
    setSeen(data);
  };
  return {
    result,
    seen,
    conflict,
    onConflict: () => setConflict('told'),
    onSaved: (saved: CampaignDetail) => {
      setSeen(saved);
      setConflict('none');
    },
    look: () => void look(),
    forgetConflict: () => setConflict('none'),
  };
}

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(', ');

/** A campaign in the words of its screens. */
const READINGS: readonly (readonly [label: string, read: (campaign: CampaignDetail) => string | null])[] = [
  ['Estado', ({ status }) => statusLabel(status)],
  ['Nombre', ({ name }) => name],
  ['Descripción', ({ description }) => description],
  ['Identificador externo', ({ externalId }) => externalId],
  ['Objetivo', ({ objectiveName }) => objectiveName],
  ['Tipo', ({ external }) => typeName(external)],
  ['Coordinador', ({ coordinatorName }) => coordinatorName],
  ['Operadores', ({ operators }) => names(operators)],
  ['Fecha de inicio', ({ startDate }) => formatDateTime(startDate)],
  ['Fecha de fin', ({ endDate }) => formatDateTime(endDate)],
  ['Reintentar en otro horario', ({ retryOtherHours }) => yesNo(retryOtherHours)],
  ['Listas de bloqueo', (campaign) => listsInWords(campaign)],
  ['Reglas de llamado', ({ callingRules }) => callingRules && rulesInWords(callingRules)],
  ['Ubicación', (campaign) => placeText(campaign)],
  ['Formulario', ({ formName }) => formName],
  ['Estados', ({ states }) => names(states)],
  ['Script', ({ scripts }) => scripts.map(({ originalName }) => originalName).join(', ')],
];

interface Difference {
  label: string;
  before: string;
  after: string;
}

/** What somebody else changed, field by field. */
const campaignDifferences = (before: CampaignDetail, after: CampaignDetail): Difference[] =>
  READINGS.map(([label, read]) => ({ label, before: read(before) || '—', after: read(after) || '—' })).filter(
    (difference) => difference.before !== difference.after,
  );
