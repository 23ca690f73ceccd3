import { readFileSync } from 'node:fs';
import { fold } from '@campanero/contract/shared/text';

/** Whose password it is to be: their own name and address are the first guesses. */
export interface PasswordOwner {
  firstName: string;
  lastName: string;
  email: string;
}

/** The city, the product and its roles (SEC-05). */
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

/** Would it be among an attacker's first guesses? No rule of composition: length and being unguessable are what counts (SEC-06). */
export function isGuessable(password: string, owner: PasswordOwner): boolean {
  const text = fold(password);
  const joined = text.replaceAll(' ', '');
  return (
    commonPasswords().passwords.has(joined) || isRun(joined) || isDecoratedWord(joined) || isMadeOfContext(text, owner)
  );
}
