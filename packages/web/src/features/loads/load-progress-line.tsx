import { Box, LinearProgress, Link as MuiLink } from '@mui/material';
import { Link } from 'react-router';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { waitingText } from '../../lib/text/pace.ts';
import { SLOW_POLL_MS, useLastLoad } from './api.ts';

const LINE = {
  position: 'relative',
  // Above the link of the row.
  zIndex: 3,
  width: 116,
  height: '0.875rem',
  fontSize: '0.71875rem',
  lineHeight: '0.75rem',
  color: 'text.secondary',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
} as const;

interface LoadProgressLineProps {
  campaignId: number;
  campaignName: string;
  /** The page that shows the progress. */
  to: string | undefined;
}

/** As wide as the chip above, so that no row moves. */
export function LoadProgressLine({ campaignId, campaignName, to }: LoadProgressLineProps) {
  const load = useLastLoad(campaignId, { pollMs: SLOW_POLL_MS }).data;
  if (load?.status !== 'RUNNING') return null;
  const percent = Math.floor(load.progress * 100);
  const isWaiting = load.ahead !== null && load.ahead > 0;
  const link = to && (
    <MuiLink
      component={Link}
      to={to}
      aria-label={`Ver progreso de ${campaignName}`}
      // Larger than its text: a target of 24 pixels.
      sx={{ '&::before': { content: '""', position: 'absolute', insetBlock: -5, insetInline: 0 } }}
    >
      Ver progreso
    </MuiLink>
  );
  return (
    <Box sx={LINE}>
      <span aria-hidden>{isWaiting ? `En espera: ${load.ahead} antes` : `${percent} %`}</span>
      {isWaiting ? (
        <VisuallyHidden>{`Carga de ${campaignName}. ${waitingText(load.ahead!)}`}</VisuallyHidden>
      ) : (
        <>
          {link && <span aria-hidden> · </span>}
          {link}
          <LinearProgress
            variant="determinate"
            value={percent}
            aria-label={`Carga de ${campaignName}`}
            sx={{ height: 2 }}
          />
        </>
      )}
    </Box>
  );
}
