import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, IconButton, LinearProgress } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { IconCheck, IconRefresh } from '../icons.ts';
import { Tooltip } from '../tooltip.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';

interface CapacityLineProps {
  /** Null: unlimited. */
  slots: number | null;
  enrolled: number;
  onRefresh: () => Promise<unknown>;
}

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

const FEEDBACK_MS = 900;
const LOCK_MS = 3000;

export function CapacityRefresh({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const [isLocked, setLocked] = useState(false);
  const [isDone, setDone] = useState(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  const refresh = async () => {
    if (isLocked) return;
    setLocked(true);
    timers.current.push(setTimeout(() => setLocked(false), LOCK_MS));
    await onRefresh();
    setDone(true);
    timers.current.push(setTimeout(() => setDone(false), FEEDBACK_MS));
  };
  return (
    <>
      <Tooltip title={isLocked ? 'Se podrá actualizar en unos segundos' : 'Actualizar los cupos'}>
        <IconButton aria-label="Actualizar los cupos" aria-disabled={isLocked} onClick={() => void refresh()}>
          {isDone ? (
            <IconCheck size={18} stroke={2} aria-hidden />
          ) : (
            <IconRefresh size={18} stroke={1.75} aria-hidden />
          )}
        </IconButton>
      </Tooltip>
      <VisuallyHidden role="status">{isDone ? 'Cupos actualizados' : ''}</VisuallyHidden>
    </>
  );
}

const NEARLY_FULL = 0.9;

/** Warns from 90 % on. */
export function capacityShare(slots: number | null, enrolled: number) {
  const share = slots === null ? 0 : slots === 0 ? 1 : Math.min(1, enrolled / slots);
  const isFull = slots !== null && enrolled >= slots;
  return { share, isFull, color: isFull ? 'error' : share >= NEARLY_FULL ? 'warning' : 'primary' } as const;
}
