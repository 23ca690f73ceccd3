import { canDecodeUtf8, detectUtf16, HEAD_BYTES, joinBytes, linesAsUtf8, markLength } from './encoding.ts';
import type { Decoder, Encoding } from './encoding.ts';
import { MAX_RECORD } from './record-scanner.ts';

/** A character has at most three bytes here, so a line that is cut at this length is longer than MAX_RECORD. */
const MAX_LINE_BYTES = MAX_RECORD * 3 + 4;

const LF = 10;
const CR = 13;
const NOTHING = new Uint8Array(0);

// Converts chunks of bytes to whole lines in UTF-8, which may share the chunk's memory. Keeps back at most MAX_LINE_BYTES of one
// line, so that a file without line ends cannot fill the memory.
export function createLineDecoder(isUtf8 = canDecodeUtf8) {
  /** Null before the first bytes; changes from UTF-8 to Windows-1252 with the first line that needs it. */
  let encoding: Encoding | null = null;
  let utf16: Decoder | null = null;
  /** A line without its end yet, in pieces that are joined once. */
  let held: Uint8Array[] = [];
  let isSkipping = false;

  function begin(head: Uint8Array): Uint8Array {
    const found = detectUtf16(head.subarray(0, HEAD_BYTES));
    encoding = found ?? 'utf-8';
    if (found) utf16 = new TextDecoder(found, { ignoreBOM: true });
    return head.subarray(markLength(head));
  }

  const asUtf8 = (bytes: Uint8Array, isLast: boolean) =>
    utf16 === null ? bytes : new TextEncoder().encode(utf16.decode(bytes, { stream: !isLast }));

  function checked(bytes: Uint8Array): Uint8Array {
    const lines = linesAsUtf8(bytes, isUtf8);
    if (lines !== bytes && utf16 === null) encoding = 'windows-1252';
    return lines;
  }

  /** Copies, since the caller may reuse its buffer. */
  function hold(bytes: Uint8Array) {
    const room = Math.max(0, MAX_LINE_BYTES - held.reduce((sum, { length }) => sum + length, 0));
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
    // A CR at the end of what is held was a line end, since no LF follows.
    const isHeldWhole = fresh.length > 0 && held.at(-1)?.at(-1) === CR;
    const lines = cut > 0 || isHeldWhole ? joinBytes([...held, fresh.subarray(0, cut)]) : NOTHING;
    if (lines.length > 0) held = [];
    hold(fresh.subarray(cut));
    return checked(lines);
  }

  return {
    encoding: () => encoding,
    push(chunk: Uint8Array): Uint8Array {
      if (encoding !== null) return take(asUtf8(chunk, false));
      const head = joinBytes([...held, chunk]);
      held = head.length < HEAD_BYTES ? [head.slice()] : [];
      return head.length < HEAD_BYTES ? NOTHING : take(asUtf8(begin(head), false));
    },
    /** The rest, with the last line even if it has no end. */
    end(): Uint8Array {
      const head = encoding === null ? begin(joinBytes(held.splice(0))) : NOTHING;
      const lines = take(asUtf8(head, true));
      const lastLine = joinBytes(held.splice(0));
      return joinBytes([lines, checked(lastLine)]);
    },
  };
}

function firstLineEnd(bytes: Uint8Array): number {
  const feed = bytes.indexOf(LF);
  const carriage = bytes.indexOf(CR);
  return feed === -1 || carriage === -1 ? Math.max(feed, carriage) : Math.min(feed, carriage);
}

/** The end of the last whole line. A CR at the very end may be half of a CRLF. */
function endOfLines(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  if (bytes[at] === CR) at -= 1;
  while (at >= 0 && bytes[at] !== LF && bytes[at] !== CR) at -= 1;
  return at + 1;
}
