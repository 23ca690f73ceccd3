import { useEffect, useState } from 'react';

const secondsUntil = (expires: number) => Math.ceil(expires - Date.now() / 1000);

/**
 * Seconds until `expires`, but only once they are `within` or fewer; undefined before.
 * A sleeping machine stops timers: coming back to the tab looks at the clock again.
 */
export function useSecondsLeft(expires: number | undefined, within: number): number | undefined {
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    if (expires === undefined) return setLeft(undefined);
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      const seconds = secondsUntil(expires);
      setLeft(seconds <= within ? Math.max(0, seconds) : undefined);
      // Only two moments matter: the announcement and the end.
      const next = seconds > within ? seconds - within : seconds;
      if (seconds > 0) timer = setTimeout(look, next * 1000);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [expires, within]);
  return left;
}
