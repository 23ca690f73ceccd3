import { useEffect } from 'react';

/** "Campañas · Campanero": unique per route, so that tabs and screen readers tell pages apart (UX-23). */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Campanero`;
  }, [title]);
}
