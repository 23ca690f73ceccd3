import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useLastLoad } from '../../../features/loads/api/last-load.ts';
import { LastLoadReport } from '../../../features/loads/components/last-load-report.tsx';
import { createStore, useStore } from '../../../lib/external-store.ts';

/** Loads whose report was put aside: it stays so until the next load, or the next visit to the app. */
const putAside = createStore<ReadonlySet<number>>(new Set());

const KINDS = { csv: 'Archivo', dashboard: 'Dashboard', form: 'Formulario' } as const;

/** Where the audience came from: the last load's report, or its one line while that is put aside (design 8.4). */
export function AudienceSource({ campaign }: { campaign: CampaignDetail }) {
  const hidden = useStore(putAside);
  const load = useLastLoad(campaign.id).data;
  if (load && load.status !== 'RUNNING' && !hidden.has(load.id))
    return <LastLoadReport campaignId={campaign.id} onHide={() => putAside.set(new Set([...hidden, load.id]))} />;
  const { audienceName, audienceType } = campaign;
  const name = audienceName ?? load?.name;
  const kind = audienceType ?? load?.source;
  if (!name) return null;
  return (
    <Paper
      component="section"
      aria-label="Origen de la audiencia"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: 40,
        px: 4,
        py: 0.5,
        mb: 3.5,
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ color: 'text.disabled', whiteSpace: 'nowrap' }}>
        {kind ? KINDS[kind] : 'Origen'}
      </Box>
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Box>
      {load && (
        <Button
          variant="text"
          size="small"
          sx={{ marginInlineStart: 'auto' }}
          onClick={() => putAside.set(new Set([...hidden].filter((id) => id !== load.id)))}
        >
          Ver el informe de la carga
        </Button>
      )}
    </Paper>
  );
}
