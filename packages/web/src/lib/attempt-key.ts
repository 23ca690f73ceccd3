import { useRef } from 'react';

/** Keeps the idempotency key while the same content is sent again; changed content gets a new one. */
export function useAttemptKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    if (last.current.content !== content) last.current = { content, key: randomId() };
    return last.current.key;
  };
}

/** crypto.randomUUID does not exist over plain http, which internal networks use. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
