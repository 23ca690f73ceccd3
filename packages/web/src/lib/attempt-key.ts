import { useRef } from 'react';

/**
 * One idempotency key per intended effect: sending the same content again after a lost answer keeps its key, so that it
 * cannot happen twice; changed content is a new effect.
 */
export function useAttemptKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    if (last.current.content !== content) last.current = { content, key: randomId() };
    return last.current.key;
  };
}

/** crypto.randomUUID exists only over https and on localhost; this product is also reached by plain http in a house network. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
