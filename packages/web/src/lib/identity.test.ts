import { afterEach, expect, test, vi } from 'vitest';
import { askIdentity, isIdentityAsked, noteIdentityProved } from './identity.ts';

afterEach(() => vi.unstubAllGlobals());

test('what was proved is told to the other tabs and leaves nothing behind', async () => {
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
