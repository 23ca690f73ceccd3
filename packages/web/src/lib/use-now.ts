import { useEffect, useState } from 'react';

const TICK_MS = 15_000;

/** The present moment, as exact as a screen needs: a campaign that begins or ends while one looks is noticed. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
