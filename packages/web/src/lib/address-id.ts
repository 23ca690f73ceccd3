import { useParams } from 'react-router';

const ID = /^[1-9]\d*$/;

/** The one reader of ids from addresses: digits alone, as the links write them; undefined for anything else. */
export function idOf(text: string | null | undefined): number | undefined {
  const id = text && ID.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(id) ? id : undefined;
}

/** An id of the present page's address. The router draws no page without proper ones (app/address-guard.tsx). */
export function useAddressId(name = 'id'): number {
  const id = idOf(useParams()[name]);
  if (id === undefined) throw new Error(`The address has no id "${name}".`);
  return id;
}
