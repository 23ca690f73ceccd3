import { useRef } from 'react';
import { randomId } from './random-id.ts';

/**
 * One idempotency key per intended effect: sending the same content again after a lost answer keeps its key, so that
 * it cannot happen twice; changed content is a new effect (decisions 2).
 */
export function useAttemptKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    if (last.current.content !== content) last.current = { content, key: randomId() };
    return last.current.key;
  };
}
