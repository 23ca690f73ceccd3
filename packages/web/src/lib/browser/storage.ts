/** Local storage may be full or forbidden: then nothing is read or kept. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepLocal(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // See above.
  }
}

/** What a storage holds as JSON; undefined without it. */
export function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Reports what other tabs store; null: all was removed. Returns how to stop. */
export function onOtherTab(listener: (key: string | null) => void): () => void {
  const follow = ({ key }: StorageEvent) => listener(key);
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
