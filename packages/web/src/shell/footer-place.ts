import { createStore } from '../lib/external-store.ts';

/** Where a page may put something of its own into the footer; in-footer.tsx fills it. */
export const footerPlace = createStore<HTMLElement | null>(null);
export const setFooterPlace = (place: HTMLElement | null) => footerPlace.set(place);
