import { useEffect, useState } from 'react';
import { now as readClock, onClockSet } from './clock.ts';

const TICK_MS = 15_000;

/** The present moment, as exact as a screen needs: a campaign that begins or ends while one looks is noticed. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date(readClock()));
  useEffect(() => {
    const tick = () => setNow(new Date(readClock()));
    const timer = setInterval(tick, TICK_MS);
    const forget = onClockSet(tick);
    return () => {
      clearInterval(timer);
      forget();
    };
  }, []);
  return now;
}
