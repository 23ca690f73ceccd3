import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { readFileSync } from 'node:fs';
import { fold } from '@campanero/contract/shared/text';
import { AppError, fieldError } from '../../../work/index.ts';
import type { Config } from '../../../config.ts';

/** OWASP's first recommendation. `algorithm` 2 is Argon2id; the package's const enum does not exist at run time. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each check takes 19 MiB and a libuv thread, which files and DNS need too: a few run at once, the rest wait in a bounded queue. */
const SLOTS = Math.max(1, Math.min(3, availableParallelism()));
const MAX_WAITING = 2_000;
let free = SLOTS;
const waiting: (() => void)[] = [];

/** Runs `task` in a hashing slot. Counting attempts belongs inside it, see attempt-limits.ts. */
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
    // The slot passes directly to the next waiter; `free` grows only when the queue is empty.
    if (next) next();
    else free += 1;
  }
}

/** Takes a hashing slot itself. */
export const hashPassword = (password: string): Promise<string> => inHashingSlot(() => hash(password, ARGON2ID));

/** Compared against when there is no stored hash, so that unknown accounts take the same time. */
let dummyHash: Promise<string> | undefined;
const DUMMY_PASSWORD = 'no account has this password';

/** Call it inside a hashing slot. */
export async function isPasswordCorrect(stored: string | null | undefined, password: string): Promise<boolean> {
  const dummy = await (dummyHash ??= hash(DUMMY_PASSWORD, ARGON2ID));
  const matches = await verify(stored ?? dummy, password);
  return matches && typeof stored === 'string';
}
export type PasswordCheck = typeof isPasswordCorrect;

/** In an installation where everybody signs in with the directory. */
export function assertPasswordSignIn({ config }: { config: Pick<Config, 'oidcOnly'> }): void {
  if (config.oidcOnly) throw new AppError('PASSWORD_SIGN_IN_OFF');
}

/** Refuses a new password that is shorter than this installation requires or easy to guess. */
export function assertPasswordAllowed(
  password: string,
  owner: PasswordOwner,
  { passwordMin }: Pick<Config, 'passwordMin'>,
): void {
  if (password.length < passwordMin)
    throw fieldError('VALIDATION', 'password', `La contraseña debe tener al menos ${passwordMin} caracteres.`);
  if (isGuessable(password, owner))
    throw fieldError('PASSWORD_TOO_COMMON', 'password', 'Esa contraseña es muy fácil de adivinar. Elija otra.');
}

type PasswordOwner = Record<'firstName' | 'lastName' | 'email', string>;

// prettier-ignore
const CONTEXT_WORDS = [
  'campanero', 'buenos', 'aires', 'caba', 'gcba', 'ciudad', 'gobierno', 'argentina', 'call', 'center', 'llamados',
  'administrador', 'administradora', 'coordinador', 'coordinadora', 'operador', 'operadora', 'externo', 'externa',
];
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const RUNS = ROWS.flatMap((row) => [row, row.split('').toReversed().join('')]);
/** A common word stays guessable with up to this many digits and signs around it. */
const DECORATION_MAX = 8;
/** Letters that must remain once the context words are removed. */
const OWN_LETTERS_MIN = 4;

let common: { passwords: Set<string>; stems: Set<string> } | undefined;

/** Read at first use: workers never need it. */
function commonPasswords() {
  if (common) return common;
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');
  const passwords = new Set(lines.filter((line) => line && !line.startsWith('#')));
  const stems = new Set([...passwords].map(stemOf).filter((stem) => stem.length >= 4));
  return (common = { passwords, stems });
}

const stemOf = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
/** Digits and signs, each written for the letter at the same place. */
const LEET = { signs: '013457@$!', letters: 'oieastasi' };
const unleet = (text: string) => text.replace(/[013457@$!]/g, (sign) => LEET.letters[LEET.signs.indexOf(sign)]!);

/** `aaaaaaaa`, `12121212`, `abcdefgh`, `87654321`, `qwertyui`. */
const isRun = (text: string) => /^(.{1,4})\1+$/u.test(text) || RUNS.some((run) => run.includes(text));

function isDecoratedWord(text: string): boolean {
  const stem = stemOf(text);
  if (text.length - stem.length > DECORATION_MAX) return false;
  const { stems } = commonPasswords();
  return stems.has(stem) || stems.has(unleet(stem));
}

/** Includes whole domains (`salud.gob.ar`), because the letters of short labels such as `gob` would otherwise count as own letters. */
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

function isMadeOfContextWords(text: string, owner: PasswordOwner): boolean {
  const words = [...CONTEXT_WORDS, ...wordsOf(owner)].toSorted((a, b) => b.length - a.length);
  return [text, unleet(text)].some((candidate) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), candidate);
    return rest !== candidate && rest.replace(/[^\p{L}]/gu, '').length < OWN_LETTERS_MIN;
  });
}

/** No composition rules (digits, capitals): only length and guessability count. */
export function isGuessable(password: string, owner: PasswordOwner): boolean {
  const text = fold(password);
  const joined = text.replaceAll(' ', '');
  return (
    commonPasswords().passwords.has(joined) ||
    isRun(joined) ||
    isDecoratedWord(joined) ||
    isMadeOfContextWords(text, owner)
  );
}
