import { Box, Link as MuiLink } from '@mui/material';
import { Link } from 'react-router';
import { Hint } from '../../components/layout.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { waitingText } from '../../lib/text/pace.ts';
import { SLOW_POLL_MS, useLastLoad } from './api.ts';

const LINE = {
  display: 'block',
  position: 'relative',
  // Above the link of the row.
  zIndex: 3,
  mt: 0.75,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
} as const;

interface LoadProgressLineProps {
  campaignId: number;
  campaignName: string;
  /** The page that shows the progress. */
  to: string | undefined;
}

/** One line under the chip, as high as the forecast of running campaigns. */
export function LoadProgressLine({ campaignId, campaignName, to }: LoadProgressLineProps) {
  const load = useLastLoad(campaignId, { pollMs: SLOW_POLL_MS }).data;
  if (load?.status !== 'RUNNING') return null;
  const percent = Math.floor(load.progress * 100);
  if (load.ahead !== null && load.ahead > 0)
    return (
      <Hint component="small" sx={LINE}>
        <span aria-hidden>En espera: {load.ahead} antes</span>
        <VisuallyHidden>{`Carga de ${campaignName}. ${waitingText(load.ahead)}`}</VisuallyHidden>
      </Hint>
    );
  return (
    <Hint component="small" sx={LINE}>
      <Box
        component="span"
        role="progressbar"
        aria-label={`Carga de ${campaignName}`}
        aria-valuenow={percent}
        sx={{ fontWeight: 600, color: 'text.primary' }}
      >
        {percent} %
      </Box>
      {/* No margin: a Spanish line is written from the left also where the page runs from the right. */}
      {'\u2002'}
      {to ? (
        <MuiLink
          component={Link}
          to={to}
          aria-label={`Ver progreso de ${campaignName}`}
          // Larger than its text: a target of 24 pixels.
          sx={{ '&::before': { content: '""', position: 'absolute', insetBlock: -5, insetInline: 0 } }}
        >
          Ver progreso
        </MuiLink>
      ) : (
        ' cargado'
      )}
    </Hint>
  );
}
