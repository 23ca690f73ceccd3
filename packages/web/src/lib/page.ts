import { useEffect, useLayoutEffect } from 'react';
import { useParams } from 'react-router';
import { createStore, useStore } from './external-store.ts';

const write = (title: string) => {
  document.title = `${title} · Campanero`;
};

/** "Campañas · Campanero": unique per route, so that tabs and screen readers tell pages apart. */
export function usePageTitle(title: string): void {
  useEffect(() => write(title), [title]);
}

/** What the route table says, for pages that say nothing: written before the page's own effects, so theirs stands. */
export function useDefaultPageTitle(title: string): void {
  useLayoutEffect(() => write(title), [title]);
}

interface Crumb {
  label: string;
  to: string;
}
const store = createStore<Crumb | undefined>(undefined);

/** What stands before the page's own name in the trail, when only the page knows it: the campaign a contact belongs to. */
export function useCrumb(label: string | undefined, to: string): void {
  useEffect(() => {
    if (label === undefined) return undefined;
    store.set({ label, to });
    return () => store.set(undefined);
  }, [label, to]);
}

export const usePageCrumb = () => useStore(store);

const ID = /^[1-9]\d*$/;

/** The one reader of ids from addresses: digits alone, as the links write them; undefined for anything else. */
export function idOf(text: string | null | undefined): number | undefined {
  const id = text && ID.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(id) ? id : undefined;
}

/** An id of the present page's address. The router draws no page without proper ones (app/guards.tsx). */
export function useAddressId(name = 'id'): number {
  const id = idOf(useParams()[name]);
  if (id === undefined) throw new Error(`The address has no id "${name}".`);
  return id;
}
