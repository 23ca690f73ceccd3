import { useEffect } from 'react';
import type { Paging } from './types.ts';

/** A page that no longer exists (rows went away, an old link) becomes the last one that does. */
export function useLastPage({ page, size, total, onPage }: Omit<Paging, 'onSize'>): void {
  const last = total === undefined ? page : Math.max(0, Math.ceil(total / size) - 1);
  useEffect(() => {
    if (page > last) onPage(last);
  }, [page, last, onPage]);
}
