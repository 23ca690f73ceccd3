import { formatCount } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { IconCheck, IconRefresh } from './icons.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Spec 9: how long the check shows, and how long the button stays locked. */
const FEEDBACK_MS = 900;
const LOCK_MS = 3000;
const NEARLY_FULL = 0.9;

interface CapacityMeterProps {
  /** Null means unlimited. */
  slots: number | null;
  enrolled: number;
  /** The forms system's own word. */
  status: string;
  /** Asks for fresh figures; the promise ends when they are there. */
  onRefresh: () => Promise<unknown>;
}

/** Free places big, "libres de 500", a bar that warns from 90 % on (design 6, Meters). */
export function CapacityMeter({ slots, enrolled, status, onRefresh }: CapacityMeterProps) {
  const share = slots === null ? 0 : slots === 0 ? 1 : Math.min(1, enrolled / slots);
  const isFull = slots !== null && enrolled >= slots;
  const color = isFull ? 'error' : share >= NEARLY_FULL ? 'warning' : 'primary';
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
          {` · ${formatCount(enrolled)} ${enrolled === 1 ? 'inscripto' : 'inscriptos'}`}
        </Typography>
      </Box>
      <RefreshButton onRefresh={onRefresh} />
    </Box>
  );
}

function RefreshButton({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
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
