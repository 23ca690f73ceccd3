import { canDecodeUtf8, detectEncoding, HEAD_BYTES, linesAsUtf8, markLength } from './encoding.ts';
import type { Decoder, Encoding } from './encoding.ts';
import { MAX_RECORD } from './record-scanner.ts';

/**
 * Chunks of bytes in, whole lines in UTF-8 out (ended by LF, CRLF or CR), which may share the chunk's memory; no more than one
 * line is ever kept back.
 */
interface LineDecoder {
  push(chunk: Uint8Array): Uint8Array;
  /** What is left: the last line, if it had no end. */
  end(): Uint8Array;
  /** Null until the first bytes came; turns from UTF-8 to Windows-1252 with the first line that needs it. */
  encoding(): Encoding | null;
}

/** A character of text is at most three bytes: a line cut here is beyond MAX_RECORD whatever it holds. */
export const MAX_LINE_BYTES = MAX_RECORD * 3 + 4;

const LF = 10;
const CR = 13;
const NOTHING = new Uint8Array(0);

/** `maxLineBytes`: a longer line loses what is beyond, so that a file without line ends cannot fill the memory. */
export function createLineDecoder(maxLineBytes: number, isUtf8 = canDecodeUtf8): LineDecoder {
  let encoding: Encoding | null = null;
  let utf16: Decoder | null = null;
  /** The bytes of a line whose end has not come, in pieces: joined once, when it has. */
  let held: Uint8Array[] = [];
  let isSkipping = false;

  function begin(head: Uint8Array): Uint8Array {
    encoding = detectEncoding(head.subarray(0, HEAD_BYTES));
    if (encoding === 'windows-1252') encoding = 'utf-8';
    if (encoding !== 'utf-8') utf16 = new TextDecoder(encoding, { ignoreBOM: true });
    return head.subarray(markLength(head));
  }

  /** UTF-16 becomes UTF-8 first, so that everything behind this knows one kind of bytes. */
  const asUtf8 = (bytes: Uint8Array, isLast: boolean) =>
    utf16 === null ? bytes : new TextEncoder().encode(utf16.decode(bytes, { stream: !isLast }));

  function checked(bytes: Uint8Array): Uint8Array {
    const lines = linesAsUtf8(bytes, isUtf8);
    if (lines !== bytes && utf16 === null) encoding = 'windows-1252';
    return lines;
  }

  /** Copies: the caller may use its buffer again. */
  function hold(bytes: Uint8Array) {
    const room = Math.max(0, maxLineBytes - lengthOf(held));
    if (bytes.length > 0) held.push(bytes.slice(0, room));
    if (bytes.length <= room) return;
    isSkipping = bytes.at(-1) !== CR;
    if (!isSkipping) held.push(Uint8Array.of(CR));
  }

  function take(bytes: Uint8Array): Uint8Array {
    let fresh = bytes;
    if (isSkipping) {
      const end = firstLineEnd(fresh);
      if (end === -1) return NOTHING;
      fresh = fresh.subarray(end);
      isSkipping = false;
    }
    const cut = endOfLines(fresh);
    // A CR at the end of what is held was the end of its line, now that something else than LF follows.
    const isHeldWhole = fresh.length > 0 && held.at(-1)?.at(-1) === CR;
    const lines = cut > 0 || isHeldWhole ? joined([...held, fresh.subarray(0, cut)]) : NOTHING;
    if (lines.length > 0) held = [];
    hold(fresh.subarray(cut));
    return checked(lines);
  }

  return {
    encoding: () => encoding,
    push(chunk) {
      if (encoding !== null) return take(asUtf8(chunk, false));
      const head = joined([...held, chunk]);
      held = head.length < HEAD_BYTES ? [head.slice()] : [];
      return head.length < HEAD_BYTES ? NOTHING : take(asUtf8(begin(head), false));
    },
    end() {
      const head = encoding === null ? joined(held) : NOTHING;
      if (encoding === null) held = [];
      const lines = take(asUtf8(encoding === null ? begin(head) : NOTHING, true));
      const lastLine = joined(held);
      held = [];
      return joined([lines, checked(lastLine)]);
    },
  };
}

const lengthOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, piece) => sum + piece.length, 0);

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const all = new Uint8Array(lengthOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function firstLineEnd(bytes: Uint8Array): number {
  const feed = bytes.indexOf(LF);
  const carriage = bytes.indexOf(CR);
  return feed === -1 || carriage === -1 ? Math.max(feed, carriage) : Math.min(feed, carriage);
}

/** Up to where the bytes are whole lines. A CR at the very end may be half of a CRLF: not yet. */
function endOfLines(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  if (bytes[at] === CR) at -= 1;
  while (at >= 0 && bytes[at] !== LF && bytes[at] !== CR) at -= 1;
  return at + 1;
}
