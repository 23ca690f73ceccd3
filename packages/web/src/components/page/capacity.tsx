import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { Box, LinearProgress, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { IconAction } from '../icon-action.tsx';
import { IconCheck, IconRefresh } from '../icons.ts';
import { Figures, Line } from '../layout.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';

interface CapacityProps {
  /** Null: unlimited. */
  slots: number | null;
  enrolled: number;
  onRefresh: () => Promise<unknown>;
}

const NEARLY_FULL = 0.9;

/** Warns from 90 % on. */
export function capacityShare(slots: number | null, enrolled: number) {
  const share = slots === null ? 0 : slots === 0 ? 1 : Math.min(1, enrolled / slots);
  const isFull = slots !== null && enrolled >= slots;
  return { share, isFull, color: isFull ? 'error' : share >= NEARLY_FULL ? 'warning' : 'primary' } as const;
}

/** "Completo", or the status of the forms system. */
export const capacityText = ({ slots, enrolled, status }: Omit<CapacityProps, 'onRefresh'> & { status: string }) =>
  capacityShare(slots, enrolled).isFull ? 'Completo' : status.charAt(0) + status.slice(1).toLocaleLowerCase('es');

export function CapacityBar({ slots, enrolled, isQuiet }: { slots: number; enrolled: number; isQuiet?: boolean }) {
  const { share, color } = capacityShare(slots, enrolled);
  return (
    <LinearProgress
      variant="determinate"
      color={color}
      value={share * 100}
      sx={isQuiet ? { mt: 1.5, backgroundColor: 'divider' } : undefined}
      aria-label={`Cupos ocupados: ${formatCount(enrolled)} de ${formatCount(slots)}`}
    />
  );
}

/** One line with a bar, for page headers. */
export function CapacityLine({ slots, enrolled, onRefresh }: CapacityProps) {
  const figures = slots === null ? formatCount(enrolled) : `${formatCount(enrolled)} / ${formatCount(slots)}`;
  const label = slots === null ? 'Sin límite de cupos' : enrolled >= slots ? 'Cupos: completo' : 'Cupos';
  return (
    <Line gap={1}>
      <Box sx={{ width: '10rem' }}>
        <Box sx={{ display: 'flex', gap: 2, whiteSpace: 'nowrap', typography: 'caption' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Figures component="b" sx={{ marginInlineStart: 'auto', fontWeight: 600 }}>
            <bdi>{figures}</bdi>
          </Figures>
        </Box>
        {slots !== null && <CapacityBar slots={slots} enrolled={enrolled} isQuiet />}
      </Box>
      <CapacityRefresh onRefresh={onRefresh} />
    </Line>
  );
}

/** `status`: as the forms system names it. */
export function CapacityMeter({ slots, enrolled, status, onRefresh }: CapacityProps & { status: string }) {
  const isFull = slots !== null && enrolled >= slots;
  return (
    <Line gap={3}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {slots === null ? (
          <Typography sx={{ fontWeight: 600 }}>Sin límite de cupos</Typography>
        ) : (
          <>
            <Line gap={1.5} sx={{ alignItems: 'baseline', mb: 1.5 }}>
              <Typography variant="kpi" component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatCount(Math.max(0, slots - enrolled))}
              </Typography>
              <Typography variant="body2" color="textSecondary" component="span">
                libres de {formatCount(slots)}
              </Typography>
            </Line>
            <CapacityBar slots={slots} enrolled={enrolled} />
          </>
        )}
        <Typography variant="caption" color={isFull ? 'error' : 'textDisabled'} component="div" sx={{ mt: 1.5 }}>
          {capacityText({ slots, enrolled, status })} · {formatCounted(enrolled, 'inscripto', 'inscriptos')}
        </Typography>
      </Box>
      <CapacityRefresh onRefresh={onRefresh} />
    </Line>
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
    setLocked(true);
    timers.current.push(setTimeout(() => setLocked(false), LOCK_MS));
    await onRefresh();
    setDone(true);
    timers.current.push(setTimeout(() => setDone(false), FEEDBACK_MS));
  };
  return (
    <>
      <IconAction
        label="Actualizar los cupos"
        tooltip={isLocked ? 'Se podrá actualizar en unos segundos' : undefined}
        isOff={isLocked}
        onClick={() => void refresh()}
      >
        {isDone ? <IconCheck size={18} stroke={2} aria-hidden /> : <IconRefresh size={18} stroke={1.75} aria-hidden />}
      </IconAction>
      <VisuallyHidden role="status">{isDone ? 'Cupos actualizados' : ''}</VisuallyHidden>
    </>
  );
}
