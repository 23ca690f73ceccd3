// UTF-16 is recognised for the whole file, by its byte order mark or the zeros of its first letters. Otherwise each line is UTF-8 if
// it is valid, else Windows-1252, so that a file with both is read correctly.
export type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** Bytes needed to recognise UTF-16 and a byte order mark. */
export const HEAD_BYTES = 4;

const LF = 10;
const CR = 13;

export function detectUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second, third, fourth] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (head.length < HEAD_BYTES) return null;
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : null;
}

export function markLength(head: Uint8Array): number {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 3;
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff) ? 2 : 0;
}

const isTail = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** The length of the UTF-8 character at `at`, 0 if there is none: no overlong forms, no halves of surrogates. */
function utf8Length(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  const second = bytes[at + 1];
  if (byte < 0x80) return 1;
  if (byte < 0xc2 || !isTail(second)) return 0;
  if (byte < 0xe0) return 2;
  if (!isTail(bytes[at + 2])) return 0;
  if (byte < 0xf0) return (byte === 0xe0 && second! < 0xa0) || (byte === 0xed && second! > 0x9f) ? 0 : 3;
  if (byte > 0xf4 || !isTail(bytes[at + 3])) return 0;
  return (byte === 0xf0 && second! < 0x90) || (byte === 0xf4 && second! > 0x8f) ? 0 : 4;
}

/** Server and browser name the type differently. */
export type Decoder = InstanceType<typeof TextDecoder>;
const strictUtf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');

/** Converts whole lines to UTF-8; returns the same bytes if they are. `isUtf8`: a faster check, where available. */
export const linesAsUtf8 = (bytes: Uint8Array, isUtf8: (bytes: Uint8Array) => boolean): Uint8Array =>
  isUtf8(bytes) ? bytes : new TextEncoder().encode(decodeMixed(bytes));

export function canDecodeUtf8(bytes: Uint8Array): boolean {
  try {
    strictUtf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Decodes the result of linesAsUtf8(). */
export const decodeUtf8 = (bytes: Uint8Array) => utf8.decode(bytes);

/** Decodes neighbouring lines of the same encoding together; an ASCII line joins either. */
function decodeMixed(bytes: Uint8Array): string {
  let text = '';
  let runStart = 0;
  let run: Decoder | null = null;
  let at = 0;
  while (at < bytes.length) {
    const { end, decoder } = readLine(bytes, at);
    if (decoder !== null && run !== null && decoder !== run) {
      text += run.decode(bytes.subarray(runStart, at));
      runStart = at;
    }
    run = decoder ?? run;
    at = end;
  }
  return text + (run ?? utf8).decode(bytes.subarray(runStart));
}

/** The end of a line (after its line end) and its decoder; null for ASCII. */
function readLine(bytes: Uint8Array, from: number): { end: number; decoder: Decoder | null } {
  let decoder: Decoder | null = null;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte === LF || byte === CR) return { end: at + 1, decoder };
    if (byte < 0x80 || decoder === windows1252) at += 1;
    else {
      const step = utf8Length(bytes, at);
      decoder = step === 0 ? windows1252 : utf8;
      at += step || 1;
    }
  }
  return { end: at, decoder };
}

/** Copies only if more than one piece has bytes. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const filled = pieces.filter(({ length }) => length > 0);
  if (filled.length < 2) return filled[0] ?? new Uint8Array(0);
  const all = new Uint8Array(filled.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of filled) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
