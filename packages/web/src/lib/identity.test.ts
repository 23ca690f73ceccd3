import { afterEach, expect, test, vi } from 'vitest';
import { askIdentity, isIdentityAsked, noteIdentityProved } from './identity.ts';

afterEach(() => vi.unstubAllGlobals());

test('a confirmed identity is reported to other tabs and not stored', async () => {
  const told: string[] = [];
  vi.stubGlobal('localStorage', {
    setItem: (key: string) => told.push(`set ${key}`),
    removeItem: (key: string) => told.push(`remove ${key}`),
  });
  const answer = askIdentity('locked');
  noteIdentityProved();
  expect(await answer).toBe(true);
  expect(isIdentityAsked()).toBe(false);
  expect(told).toEqual(['set identityProved', 'remove identityProved']);
});
