import { useMediaQuery } from '@mui/material';
import { createStore, useStore } from '../external-store.ts';

/** The event comes before the pages are counted, the media query after it. */
const isAsked = createStore(false);
window.addEventListener('beforeprint', () => isAsked.set(true));
window.addEventListener('afterprint', () => isAsked.set(false));

/** Whether the page is being printed. (MUI warns of the word "print".) */
export function usePrinting(): boolean {
  const isPaper = useMediaQuery('not screen', { noSsr: true });
  return useStore(isAsked) || isPaper;
}
