/** Forgotten and begun anew beyond this, so that a hostile file cannot fill the memory with its inventions. */
export const MOST_ENTRIES = 20_000;

/** A file repeats its dates, genders and places millions of times: each is worked out once. */
export function remembering<T>(workOut: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined || known.has(text)) return remembered as T;
    const found = workOut(text);
    if (known.size >= MOST_ENTRIES) known.clear();
    known.set(ownCopy(text), found);
    return found;
  };
}

/** A cut of a long string keeps the whole of it alive; a joined one stands by itself. */
export const ownCopy = (text: string) => text.split('').join('');
