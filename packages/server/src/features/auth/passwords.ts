import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../work/app-error.ts';

/** Argon2id at OWASP's first recommendation (SEC-07). `algorithm` 2 is Argon2id; the package's enum is erased at run time. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Each check costs 19 MiB and a thread of the pool that files and DNS share: only a few run at once, the rest wait their
 * turn, and a queue that nobody would wait for is refused.
 */
const SLOTS = Math.max(1, Math.min(3, availableParallelism()));
const MAX_WAITING = 2_000;
let free = SLOTS;
const waiting: (() => void)[] = [];

/** Runs `task` in one of the few hashing turns. Whatever must be counted right before a check belongs inside it. */
export async function inHashingTurn<T>(task: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else {
    if (waiting.length >= MAX_WAITING) throw new AppError('UNAVAILABLE', { retryAfter: 10 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    // The turn passes from hand to hand: `free` only grows when nobody waits.
    if (next) next();
    else free += 1;
  }
}

/** For storing. Takes a turn of its own. */
export const hashPassword = (password: string): Promise<string> => inHashingTurn(() => hash(password, ARGON2ID));

/** Compared against when there is no password to compare with, so that an unknown account costs the same (SEC-02). */
let dummyHash: Promise<string> | undefined;
const DUMMY_PASSWORD = 'no account has this password';

/** Call it inside a hashing turn. False for an account without password, in the same time as for one with. */
export async function isPasswordRight(stored: string | null | undefined, password: string): Promise<boolean> {
  const dummy = await (dummyHash ??= hash(DUMMY_PASSWORD, ARGON2ID));
  const matches = await verify(stored ?? dummy, password);
  return matches && typeof stored === 'string';
}
export type PasswordCheck = typeof isPasswordRight;
