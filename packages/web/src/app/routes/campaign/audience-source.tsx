import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useLastLoad } from '../../../features/loads/api.ts';
import { LastLoadReport } from '../../../features/loads/report/last-load-report.tsx';
import { LoadStrip } from '../../../features/loads/report/load-strip.tsx';
import { createStore, useStore } from '../../../lib/external-store.ts';

/** Loads whose report was opened: it stays so until the next load, or the next visit to the app. */
const openedReports = createStore<ReadonlySet<number>>(new Set());

const KINDS = { csv: 'Archivo', dashboard: 'Dashboard', form: 'Formulario' } as const;

/** Where the audience came from: the last load's report, in one line until somebody opens it (design 8.4). */
export function AudienceSource({ campaign }: { campaign: CampaignDetail }) {
  const opened = useStore(openedReports);
  const load = useLastLoad(campaign.id).data;
  if (load && load.status !== 'RUNNING') {
    if (!opened.has(load.id))
      return (
        <LoadStrip
          campaignId={campaign.id}
          load={load}
          onOpen={() => openedReports.set(new Set([...opened, load.id]))}
        />
      );
    return (
      <LastLoadReport
        campaignId={campaign.id}
        onHide={() => openedReports.set(new Set([...opened].filter((id) => id !== load.id)))}
      />
    );
  }
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
    </Paper>
  );
}
