import { useEffect, useLayoutEffect } from 'react';

const write = (title: string) => {
  document.title = `${title} · Campanero`;
};

/** "Campañas · Campanero": unique per route, so that tabs and screen readers tell pages apart (UX-23). */
export function usePageTitle(title: string): void {
  useEffect(() => write(title), [title]);
}

/** What the route table says, for pages that say nothing: written before the page's own effects, so theirs stands. */
export function useDefaultPageTitle(title: string): void {
  useLayoutEffect(() => write(title), [title]);
}
