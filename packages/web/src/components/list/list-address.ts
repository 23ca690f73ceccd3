import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@campanero/contract/limits';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';

/**
 * A list's state lives in the address under the endpoint's own query names, read by the endpoint's own schema: what
 * the bar shows is what the server is asked, and a link or Back brings the same rows (UX-09).
 * A value somebody spoilt by hand counts as absent; the rest of the address stays good.
 */
export function readAddress<S extends z.ZodObject>(schema: S, params: URLSearchParams): z.output<S> {
  const query = Object.fromEntries(
    Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
      const given = field.safeParse(params.get(name) || undefined);
      return [name, given.success ? given.data : field.safeParse(undefined).data];
    }),
  );
  // The API takes any size up to its limit; the pager offers three and must be able to show the one in use.
  if ('pageSize' in query && !(PAGE_SIZES as readonly unknown[]).includes(query.pageSize))
    query.pageSize = DEFAULT_PAGE_SIZE;
  return query as z.output<S>;
}

/** Only what differs from an untouched list stands in the address. */
export function writeAddress(schema: z.ZodObject, query: Record<string, unknown>): URLSearchParams {
  const untouched = readAddress(schema, new URLSearchParams());
  const params = new URLSearchParams();
  for (const name of Object.keys(schema.shape)) {
    const value = query[name];
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isPlain && value !== '' && value !== untouched[name]) params.set(name, String(value));
  }
  return params;
}

export type ChangeAddress<Q> = (patch: Partial<Q>, options?: { replace?: boolean }) => void;

/** The list's query as the address has it, and how to change it; any change begins again at the first page, unless it names one. */
export function useListAddress<S extends z.ZodObject>(schema: S) {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readAddress(schema, params), [schema, params]);
  const change: ChangeAddress<z.output<S>> = useCallback(
    (patch, { replace = false } = {}) => {
      setParams(
        (current) => writeAddress(schema, { ...readAddress(schema, current), pageNumber: undefined, ...patch }),
        { replace, preventScrollReset: true },
      );
    },
    [schema, setParams],
  );
  return { query, change };
}
