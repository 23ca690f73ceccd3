import type { AudienceLoad } from '@campanero/contract/loads/schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import { keyframes } from '@emotion/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { IconInfoCircle, IconLoader2 } from '../../../components/icons.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useCancelLoad } from '../api/cancel-load.ts';
import { useLoadPace } from '../hooks/use-load-pace.ts';
import { validRows } from '../load-figures.ts';
import { leftText } from '../transfer-pace.ts';
import { IgnoredColumns } from './ignored-columns.tsx';
import { LoadBar } from './load-bar.tsx';
import { ReportTile } from './report-tile.tsx';

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });
const Turning = styled(IconLoader2)({
  animation: `${turn} 1.2s linear infinite`,
  '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
});

/** Told to screen readers in steps: every figure would be noise. */
const STEP = 10;

interface LoadProgressProps {
  campaignId: number;
  load: AudienceLoad;
  /** When the server said so, in milliseconds. */
  at: number;
  /** Whoever may load may also break it off. */
  mayCancel: boolean;
}

/** The panel of design 04b: percentage, stacked bar and live figures; Cancelar carga works at any moment. */
export function LoadProgress({ campaignId, load, at, mayCancel }: LoadProgressProps) {
  const title = useId();
  const cancel = useCancelLoad(campaignId);
  const secondsLeft = useLoadPace(load, at);
  const percent = Math.floor(load.progress * 100);
  const isCancelling = cancel.isPending || cancel.isSuccess;
  return (
    <>
      <Paper component="section" aria-labelledby={title} sx={{ p: { xs: 4, sm: 6 }, mb: 3.5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
          <ReportTile tone="warning">
            <Turning size={22} stroke={1.75} aria-hidden />
          </ReportTile>
          <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
            <Typography variant="h2" id={title}>
              Cargando audiencia
            </Typography>
            <Typography variant="body2" color="textSecondary">
              La audiencia está siendo validada. Puede seguir trabajando: la campana avisa cuando termine.
            </Typography>
          </Box>
          <Box sx={{ textAlign: 'end', marginInlineStart: 'auto' }}>
            <Box
              sx={{
                fontSize: '1.75rem',
                lineHeight: '2rem',
                fontWeight: 640,
                letterSpacing: '-0.02em',
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              {percent} %
            </Box>
            <Typography variant="caption" color="textDisabled" component="div" sx={{ minHeight: '1rem' }}>
              {secondsLeft !== undefined && leftText(secondsLeft)}
            </Typography>
          </Box>
        </Box>
        <Box sx={{ mt: 4, mb: 3.5 }}>
          <LoadBar load={load} label="Carga de la audiencia" />
        </Box>
        <VisuallyHidden role="status">{`${Math.floor(percent / STEP) * STEP} % de la audiencia cargada`}</VisuallyHidden>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 8, rowGap: 2 }}>
          <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 12rem', overflowWrap: 'anywhere' }}>
            {load.name}
          </Typography>
          <LiveFigures load={load} />
        </Box>
        {mayCancel && (
          <Box sx={{ mt: 4, display: 'flex', justifyContent: 'flex-end' }}>
            <Button
              aria-disabled={isCancelling}
              aria-busy={isCancelling}
              onClick={() => !isCancelling && cancel.mutate()}
            >
              {isCancelling ? 'Cancelando…' : 'Cancelar carga'}
            </Button>
          </Box>
        )}
      </Paper>
      <Alert severity="warning" icon={<IconInfoCircle size={18} stroke={1.75} aria-hidden />} sx={{ mb: 3.5 }}>
        <IgnoredColumns columns={load.ignoredColumns} /> Los contactos nuevos aparecen cuando termina la carga. Hasta
        entonces no se puede segmentar, rebalancear ni cargar otra audiencia en esta campaña.
      </Alert>
    </>
  );
}

function LiveFigures({ load }: { load: AudienceLoad }) {
  const figures = [
    { value: load.read, label: 'leídas' },
    { value: validRows(load), label: 'válidas' },
    { value: load.duplicates, label: 'duplicadas' },
    { value: load.rejected, label: 'rechazadas', isBad: load.rejected > 0 },
    { value: load.skipped, label: 'omitidas' },
  ];
  return figures.map(({ value, label, isBad }) => (
    <Typography key={label} variant="body2" color={isBad ? 'error' : 'textSecondary'} component="span">
      <Box
        component="b"
        sx={{ fontWeight: 600, color: isBad ? 'inherit' : 'text.primary', fontVariantNumeric: 'tabular-nums' }}
      >
        {formatCount(value)}
      </Box>{' '}
      {label}
    </Typography>
  ));
}
