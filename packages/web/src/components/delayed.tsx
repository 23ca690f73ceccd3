import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';

const SKELETON_DELAY_MS = 300;

/** Shows a skeleton only when waiting becomes noticeable: a fast answer must not flicker (UX-08). */
export function Delayed({ children, ms = SKELETON_DELAY_MS }: { children: ReactNode; ms?: number }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isDue ? children : null;
}
