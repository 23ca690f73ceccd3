import { formatCount } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { CapacityRefresh } from './capacity-refresh.tsx';
import { capacityShare } from './capacity-share.ts';

interface CapacityLineProps {
  /** Null means unlimited. */
  slots: number | null;
  enrolled: number;
  onRefresh: () => Promise<unknown>;
}

/** A form's places in a page header: one line and its bar (design 8.4). */
export function CapacityLine({ slots, enrolled, onRefresh }: CapacityLineProps) {
  const { share, isFull, color } = capacityShare(slots, enrolled);
  const figures = slots === null ? formatCount(enrolled) : `${formatCount(enrolled)} / ${formatCount(slots)}`;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box sx={{ width: '12.25rem' }}>
        <Box sx={{ display: 'flex', gap: 2, whiteSpace: 'nowrap', typography: 'caption' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {slots === null ? 'Sin límite de cupos' : isFull ? 'Cupos: completo' : 'Cupos del formulario'}
          </Box>
          <Box component="b" sx={{ marginInlineStart: 'auto', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            <bdi>{figures}</bdi>
          </Box>
        </Box>
        {slots !== null && (
          <LinearProgress
            variant="determinate"
            color={color}
            value={share * 100}
            sx={{ mt: 1.5, backgroundColor: 'divider' }}
            aria-label={`Cupos ocupados: ${formatCount(enrolled)} de ${formatCount(slots)}`}
          />
        )}
      </Box>
      <CapacityRefresh onRefresh={onRefresh} />
    </Box>
  );
}
