/** The cache is emptied beyond this size, so that a hostile file cannot fill the memory. */
export const CACHE_MAX_ENTRIES = 20_000;

/** Caches results by text: a file repeats its dates, genders and places millions of times. */
export function memoize<T>(workOut: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined || known.has(text)) return remembered as T;
    const found = workOut(text);
    if (known.size >= CACHE_MAX_ENTRIES) known.clear();
    known.set(ownCopy(text), found);
    return found;
  };
}

/** A slice keeps the whole string it was cut from in memory; a joined copy does not. */
export const ownCopy = (text: string) => text.split('').join('');
