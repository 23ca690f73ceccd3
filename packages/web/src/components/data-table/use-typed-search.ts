import { SEARCH_DEBOUNCE_MS } from '@campanero/contract/limits';
import { useEffect, useRef, useState } from 'react';

/**
 * What is being typed, told outside once the typing pauses (spec 9). Back and Limpiar change the value from outside:
 * then the field follows, but never while it holds letters not yet told.
 */
export function useTypedSearch(value: string, onSearch: (typed: string) => void) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const tell = useRef(onSearch);
  useEffect(() => {
    tell.current = onSearch;
  });

  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === told.current) return;
    const timer = setTimeout(() => {
      told.current = wanted;
      tell.current(wanted);
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return [typed, setTyped] as const;
}
