import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** "Cargar las filas corregidas" leads here, from this page or another one of the campaign. */
export const FILES_HASH = '#archivos';

/** Whoever was led to the files stands at the button that chooses them, each time anew. */
export function useLedToFiles() {
  const place = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== FILES_HASH) return undefined;
    // After the shell, which puts the focus at the beginning of a new page.
    const timer = setTimeout(() => {
      const button = place.current?.querySelector('button');
      button?.scrollIntoView?.({ block: 'center' });
      button?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- led here once more is a new reason, not an input
  }, [hash, key]);
  return place;
}
