import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { readFileSync } from 'node:fs';
import { fold } from '@campanero/contract/shared/text';
import { AppError } from '../../../work/app-error.ts';
import type { Config } from '../../../config.ts';

/** Argon2id at OWASP's first recommendation. `algorithm` 2 is Argon2id; the package's enum is erased at run time. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Each check costs 19 MiB and a thread of the pool that files and DNS share: only a few run at once, the rest wait their
 * turn, and when the queue is too long further ones are refused.
 */
const SLOTS = Math.max(1, Math.min(3, availableParallelism()));
const MAX_WAITING = 2_000;
let free = SLOTS;
const waiting: (() => void)[] = [];

/** Runs `task` in one of the few hashing turns. Whatever must be counted right before a check belongs inside it. */
export async function inHashingSlot<T>(task: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else {
    if (waiting.length >= MAX_WAITING) throw new AppError('UNAVAILABLE', { retryAfter: 10 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    // The turn passes directly to the next one in the queue: `free` only grows when the queue is empty.
    if (next) next();
    else free += 1;
  }
}

/** For storing. Takes a turn of its own. */
export const hashPassword = (password: string): Promise<string> => inHashingSlot(() => hash(password, ARGON2ID));

/** Compared against when there is no password to compare with, so that an unknown account costs the same. */
let dummyHash: Promise<string> | undefined;
const DUMMY_PASSWORD = 'no account has this password';

/** Call it inside a hashing turn. False for an account without password, in the same time as for one with. */
export async function isPasswordRight(stored: string | null | undefined, password: string): Promise<boolean> {
  const dummy = await (dummyHash ??= hash(DUMMY_PASSWORD, ARGON2ID));
  const matches = await verify(stored ?? dummy, password);
  return matches && typeof stored === 'string';
}
export type PasswordCheck = typeof isPasswordRight;

/** The rules for any new password: the length this installation asks for and nothing that is guessed first. */
export function assertAcceptable(
  password: string,
  owner: PasswordOwner,
  { passwordMin }: Pick<Config, 'passwordMin'>,
): void {
  const refuse = (message: string) => [{ field: 'password', message }];
  if (password.length < passwordMin)
    throw new AppError('VALIDATION', {
      fields: refuse(`La contraseña debe tener al menos ${passwordMin} caracteres.`),
    });
  if (isGuessable(password, owner))
    throw new AppError('PASSWORD_TOO_COMMON', {
      fields: refuse('Esa contraseña es muy fácil de adivinar. Elija otra.'),
    });
}

/** Whose password it is to be: their own name and address are the first guesses. */
interface PasswordOwner {
  firstName: string;
  lastName: string;
  email: string;
}

/** Words that are guessed first here: the city, the product and its roles. */
// prettier-ignore
const CONTEXT = [
  'campanero', 'buenos', 'aires', 'caba', 'gcba', 'ciudad', 'gobierno', 'argentina', 'call', 'center', 'llamados',
  'administrador', 'administradora', 'coordinador', 'coordinadora', 'operador', 'operadora', 'externo', 'externa',
];
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const RUNS = ROWS.flatMap((row) => [row, row.split('').toReversed().join('')]);
/** Digits and signs around a guessable word add little until there are more of them than this. */
const DECORATION_MAX = 8;
/** Letters that must be left of a password once the context words are taken out. */
const OWN_LETTERS_MIN = 4;

let common: { passwords: Set<string>; stems: Set<string> } | undefined;

/** Read at the first use: a worker never needs it. */
function commonPasswords() {
  if (common) return common;
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');
  const passwords = new Set(lines.filter((line) => line && !line.startsWith('#')));
  const stems = new Set([...passwords].map(stemOf).filter((stem) => stem.length >= 4));
  return (common = { passwords, stems });
}

const stemOf = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const unleet = (text: string) => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);

/** `aaaaaaaa`, `12121212`, `abcdefgh`, `87654321`, `qwertyui`. */
const isRun = (text: string) => /^(.{1,4})\1+$/u.test(text) || RUNS.some((run) => run.includes(text));

function isDecoratedWord(text: string): boolean {
  const stem = stemOf(text);
  if (text.length - stem.length > DECORATION_MAX) return false;
  const { stems } = commonPasswords();
  return stems.has(stem) || stems.has(unleet(stem));
}

/** The address is a first guess as a whole too: the short ends of its domain (`gob.ar`) would otherwise count as letters of one's own. */
function addressParts(email: string): string[] {
  const [mailbox = '', domain = ''] = email.split('@');
  const labels = domain.split('.');
  const domains = labels.slice(0, -1).map((_label, from) => labels.slice(from).join('.'));
  const parts = [email, mailbox, ...domains].filter((part) => part.length >= 3);
  return [...parts, ...parts.map((part) => part.replace(/[^\p{L}\p{N}]/gu, '')).filter((part) => part.length >= 3)];
}

function wordsOf(owner: PasswordOwner): string[] {
  const email = fold(owner.email);
  const [mailbox = '', domain = ''] = email.split('@');
  const words = fold(`${owner.firstName} ${owner.lastName} ${mailbox}`).split(/[^\p{L}]+/u);
  return [
    ...addressParts(email),
    ...words.filter((word) => word.length >= 3),
    ...domain.split('.').filter((label) => label.length >= 4),
  ];
}

function isMadeOfContext(text: string, owner: PasswordOwner): boolean {
  const words = [...CONTEXT, ...wordsOf(owner)].toSorted((a, b) => b.length - a.length);
  return [text, unleet(text)].some((candidate) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), candidate);
    return rest !== candidate && rest.replace(/[^\p{L}]/gu, '').length < OWN_LETTERS_MIN;
  });
}

/** Would it be among an attacker's first guesses? No rule of composition: length and being unguessable are what counts. */
export function isGuessable(password: string, owner: PasswordOwner): boolean {
  const text = fold(password);
  const joined = text.replaceAll(' ', '');
  return (
    commonPasswords().passwords.has(joined) || isRun(joined) || isDecoratedWord(joined) || isMadeOfContext(text, owner)
  );
}
