import { useEffect, useLayoutEffect } from 'react';
import { useParams } from 'react-router';
import { createStore, useStore } from './external-store.ts';

const write = (title: string) => void (document.title = `${title} · Campanero`);

/** "Campañas · Campanero": unique per route, so that tabs and screen readers tell pages apart. */
export function usePageTitle(title: string): void {
  useEffect(() => write(title), [title]);
}

/** A layout effect, so that the title of the page itself wins. */
export function useDefaultPageTitle(title: string): void {
  useLayoutEffect(() => write(title), [title]);
}

const store = createStore<{ label: string; to: string } | undefined>(undefined);

/** A breadcrumb that only the page knows, such as the campaign of a contact. */
export function useCrumb(label: string | undefined, to: string): void {
  useEffect(() => {
    if (label === undefined) return undefined;
    store.set({ label, to });
    return () => store.set(undefined);
  }, [label, to]);
}

export const usePageCrumb = () => useStore(store);

const ID = /^[1-9]\d*$/;

/** Reads an id of an address; undefined unless it is a positive integer in digits. */
export function idOf(text: string | null | undefined): number | undefined {
  const id = text && ID.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(id) ? id : undefined;
}

/** An id of the address, which the router has validated (app/guards.tsx). */
export function useAddressId(name = 'id'): number {
  const id = idOf(useParams()[name]);
  if (id === undefined) throw new Error(`The address has no id "${name}".`);
  return id;
}
