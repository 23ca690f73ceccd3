/**
 * Which encoding a file is in is recognised, never asked. UTF-16 is a matter of the whole file (its mark, or the
 * zeros of its first letters). Otherwise **each line is UTF-8 unless it cannot be, and then Windows-1252**: the verdict is right
 * however late the first accent comes, a file glued together from both is read well, and it does not depend on how the file was
 * cut into chunks. Text in Windows-1252 that happens to be valid UTF-8 ("Ã±") does not occur in names.
 */
export type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** Enough bytes to tell UTF-16 and the length of a byte order mark. */
export const HEAD_BYTES = 4;

const LF = 10;
const CR = 13;

/** By the head of a file; a character cut off at its end is no fault. */
export function detectEncoding(head: Uint8Array): Encoding {
  const [first, second, third, fourth] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (head.length >= HEAD_BYTES) {
    if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
    if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be';
  }
  const end = endOfUtf8(head, 0);
  return end === head.length || isCutOff(head.subarray(end)) ? 'utf-8' : 'windows-1252';
}

/** The beginning of a character whose rest comes with the next bytes. */
function isCutOff(bytes: Uint8Array): boolean {
  const lead = bytes[0]!;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return lead >= 0xc2 && lead <= 0xf4 && bytes.length < length && bytes.subarray(1).every(isTail);
}

/** How many bytes at the beginning are the file's mark and no text. */
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

/** Where the valid UTF-8 that begins at `from` ends. */
function endOfUtf8(bytes: Uint8Array, from: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length) {
    if (bytes[at]! < 0x80) at += 1;
    else {
      const step = utf8Length(bytes, at);
      if (step === 0) return at;
      at += step;
    }
  }
  return at;
}

/** Written so, because server and browser name the type differently. */
export type Decoder = InstanceType<typeof TextDecoder>;
const strictUtf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');

/** Whole lines in UTF-8: the same bytes, unless a line has another encoding. `isUtf8`: a faster check, where there is one. */
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

/** What linesAsUtf8() gave, as text. */
export const decodeUtf8 = (bytes: Uint8Array) => utf8.decode(bytes);

/** Neighbouring lines of one verdict are decoded together; a line of plain ASCII is the same in both and joins either. */
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

/** One line: where it ends (after its line end) and what it needs; null when it is ASCII. */
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
