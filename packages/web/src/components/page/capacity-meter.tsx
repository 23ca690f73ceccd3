import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { Box, LinearProgress, Typography } from '@mui/material';
import { CapacityRefresh, capacityShare } from './capacity-line.tsx';

interface CapacityMeterProps {
  /** Null: unlimited. */
  slots: number | null;
  enrolled: number;
  /** As the forms system names it. */
  status: string;
  onRefresh: () => Promise<unknown>;
}

export function CapacityMeter({ slots, enrolled, status, onRefresh }: CapacityMeterProps) {
  const { share, isFull, color } = capacityShare(slots, enrolled);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {slots === null ? (
          <Typography sx={{ fontWeight: 600 }}>Sin límite de cupos</Typography>
        ) : (
          <>
            <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5, mb: 1.5 }}>
              <Typography variant="kpi" component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatCount(Math.max(0, slots - enrolled))}
              </Typography>
              <Typography variant="body2" color="textSecondary" component="span">
                libres de {formatCount(slots)}
              </Typography>
            </Box>
            <LinearProgress
              variant="determinate"
              color={color}
              value={share * 100}
              aria-label={`Cupos ocupados: ${formatCount(enrolled)} de ${formatCount(slots)}`}
            />
          </>
        )}
        <Typography variant="caption" color={isFull ? 'error' : 'textDisabled'} component="div" sx={{ mt: 1.5 }}>
          {isFull ? 'Completo' : status.charAt(0) + status.slice(1).toLocaleLowerCase('es')}
          {` · ${formatCounted(enrolled, 'inscripto', 'inscriptos')}`}
        </Typography>
      </Box>
      <CapacityRefresh onRefresh={onRefresh} />
    </Box>
  );
}
