import { useCallback, useLayoutEffect, useRef } from 'react';

/** A handler that never changes its identity and always runs its newest version: rows keep their memo. */
export function useLatest<A extends unknown[]>(handle: (...args: A) => void): (...args: A) => void {
  const latest = useRef(handle);
  useLayoutEffect(() => {
    latest.current = handle;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
