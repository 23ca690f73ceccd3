import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { SLOW_POLL_MS, useLastLoad } from './api.ts';

/** Under the PROCESANDO chip of a list: thin, and as wide as the chip, so that no row moves. */
export function LoadProgressLine({ campaignId, campaignName }: { campaignId: number; campaignName: string }) {
  const load = useLastLoad(campaignId, { pollMs: SLOW_POLL_MS }).data;
  if (load?.status !== 'RUNNING') return null;
  const percent = Math.floor(load.progress * 100);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, width: 116, height: '0.875rem' }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={`Carga de ${campaignName}`}
        sx={{ flex: 1, height: 4 }}
      />
      <Box
        component="span"
        aria-hidden
        sx={{
          fontSize: '0.71875rem',
          lineHeight: '0.875rem',
          color: 'text.secondary',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {percent} %
      </Box>
    </Box>
  );
}
