import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { readAddress, writeAddress } from './list-address.ts';

interface ChangeOptions {
  /** Overwrites the current entry of the history instead of adding one. */
  replace?: boolean;
}

export interface ListAddress<Q> {
  query: Q;
  /** Any change of what is listed begins again at the first page, unless it names a page itself. */
  change: (patch: Partial<Q>, options?: ChangeOptions) => void;
}

export function useListAddress<S extends z.ZodObject>(schema: S): ListAddress<z.output<S>> {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readAddress(schema, params), [schema, params]);
  const change = useCallback(
    (patch: Partial<z.output<S>>, { replace = false }: ChangeOptions = {}) => {
      setParams(
        (current) => writeAddress(schema, { ...readAddress(schema, current), pageNumber: undefined, ...patch }),
        {
          replace,
          preventScrollReset: true,
        },
      );
    },
    [schema, setParams],
  );
  return { query, change };
}
