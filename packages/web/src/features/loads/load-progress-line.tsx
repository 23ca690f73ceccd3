import { Box, LinearProgress } from '@mui/material';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { waitingText } from '../../lib/text/pace.ts';
import { SLOW_POLL_MS, useLastLoad } from './api.ts';

const LINE = {
  display: 'flex',
  alignItems: 'center',
  width: 116,
  height: '0.875rem',
  fontSize: '0.71875rem',
  lineHeight: '0.875rem',
} as const;

/** As wide as the chip above, so that no row moves. */
export function LoadProgressLine({ campaignId, campaignName }: { campaignId: number; campaignName: string }) {
  const load = useLastLoad(campaignId, { pollMs: SLOW_POLL_MS }).data;
  if (load?.status !== 'RUNNING') return null;
  const percent = Math.floor(load.progress * 100);
  if (load.ahead !== null && load.ahead > 0)
    return (
      <Box sx={{ ...LINE, color: 'text.secondary', whiteSpace: 'nowrap' }}>
        <span aria-hidden>{`En espera: ${load.ahead} antes`}</span>
        <VisuallyHidden>{`Carga de ${campaignName}. ${waitingText(load.ahead)}`}</VisuallyHidden>
      </Box>
    );
  return (
    <Box sx={{ ...LINE, gap: 1.5 }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={`Carga de ${campaignName}`}
        sx={{ flex: 1, height: 4 }}
      />
      <Box component="span" aria-hidden sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {percent} %
      </Box>
    </Box>
  );
}
