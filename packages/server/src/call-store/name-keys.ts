import { FOLDED } from './identity.ts';

/** Letters of a word in its key, five bits each. */
const LETTERS = 4;
const BITS = 5;
const ALPHABET = 26;
/** Word separators: blank, apostrophe, hyphen. */
const SEPARATORS = new Set([32, 39, 45]);
const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** 1 to 26 for a letter, folded; 0 for any other character. */
function letterOf(code: number): number {
  const letter = code < FOLDED.length ? FOLDED[code]! - 96 : 0;
  return letter >= 1 && letter <= ALPHABET ? letter : 0;
}

/** Appends the keys of a text's words, as word_key() does in SQL, and returns the new end. */
function addKeys(text: string, into: Int32Array, from: number): number {
  let end = from;
  let key = 0;
  let letters = -1; // of the word; -1 between words
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    if (SEPARATORS.has(code)) {
      if (letters >= 0) into[end++] = key << (BITS * (LETTERS - letters));
      key = 0;
      letters = -1;
    } else if (letters < LETTERS && !isLowSurrogate(code)) {
      letters = Math.max(letters, 0) + 1;
      key = (key << BITS) | letterOf(code);
    }
  }
  return end;
}

/** As keys_of_name() in SQL. The returned array is overwritten by the next call. */
export function createNameKeys(): (firstName: string, lastName: string) => Int32Array {
  let keys = new Int32Array(64);
  return (firstName, lastName) => {
    const most = firstName.length + lastName.length + 2;
    if (most > keys.length) keys = new Int32Array(most * 2);
    return keys.subarray(0, addKeys(lastName, keys, addKeys(firstName, keys, 0)));
  };
}

/** Shorter prefixes have so many keys that the other words of the search must find the person. */
const PREFIX_MIN = 3;

/** For each part of a word, the keys of which a matching name has one. Only the last part may be a prefix; empty: no narrowing. */
export function keysOfSearched(word: string, prefixMin = PREFIX_MIN): number[][] {
  const parts = word.split(/['-]/);
  return parts.flatMap((part, place) => {
    if (part === '') return [];
    const length = Array.from(part).length;
    const [key = 0] = wordKeys(part);
    if (length >= LETTERS || place < parts.length - 1) return [[key]];
    return length < prefixMin ? [] : [completions(key, LETTERS - length)];
  });
}

function wordKeys(text: string): Int32Array {
  const keys = new Int32Array(text.length + 1);
  return keys.subarray(0, addKeys(text, keys, 0));
}

/** The key with every letter, or none, in its last places. */
function completions(key: number, places: number): number[] {
  let keys = [key];
  for (let place = places - 1; place >= 0; place -= 1)
    keys = keys.flatMap((one) => Array.from({ length: ALPHABET + 1 }, (_, letter) => one | (letter << (BITS * place))));
  return keys;
}
