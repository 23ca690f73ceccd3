import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useRef, useState } from 'react';
import { IconCheck, IconRefresh } from './icons.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Spec 9: how long the check shows, and how long the button stays locked. */
const FEEDBACK_MS = 900;
const LOCK_MS = 3000;

/** Asks for fresh figures; the promise ends when they are there. */
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
