import { randomUUID } from 'node:crypto';

const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const createKey = (): string => randomUUID();

/** `3f/a1/3fa1…`: two levels, so that no folder grows without end. Anything that is no key of ours has no place (SEC-45). */
export function placeOf(key: string): string | null {
  return KEY.test(key) ? `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}` : null;
}
