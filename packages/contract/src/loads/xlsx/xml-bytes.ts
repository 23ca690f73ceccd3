import { damaged } from './workbook-fault.ts';

/** Of one tag or run of text. A cell holds 32,767 characters, each of which may be written in ten bytes. */
const TOKEN_MAX = 1_048_576;
const NOTHING = new Uint8Array(0);

/** Chunks of a file in UTF-8, or in UTF-16 by its mark, as UTF-8; what was not read of one comes again with the next. */
export function createXmlBytes() {
  /** Undefined before the first two bytes came. */
  let utf16: InstanceType<typeof TextDecoder> | null | undefined;
  let held: Uint8Array = NOTHING;

  function asUtf8(bytes: Uint8Array, isLast: boolean): Uint8Array {
    if (utf16 !== undefined) return utf16 ? encode(utf16, bytes, isLast) : bytes;
    const [first, second, third] = bytes;
    const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    utf16 = isMarked ? new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be') : null;
    if (utf16) return encode(utf16, bytes, isLast);
    return first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
  }

  return {
    push(chunk: Uint8Array): Uint8Array {
      if (utf16 !== undefined) held = joined(held, asUtf8(chunk, false));
      else {
        held = joined(held, chunk);
        if (held.length < 3) return NOTHING;
        held = asUtf8(held, false);
      }
      return held;
    },
    /** Read up to here. Copies the rest: the caller may use its memory again. */
    keep(from: number): void {
      if (utf16 === undefined) return;
      held = new Uint8Array(held.subarray(from));
      if (held.length > TOKEN_MAX) throw damaged('a tag or a text without end');
    },
    end: (): Uint8Array => (utf16 === undefined ? asUtf8(held, true) : joined(held, asUtf8(NOTHING, true))),
  };
}

const encode = (decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, isLast: boolean) =>
  new TextEncoder().encode(decoder.decode(bytes, { stream: !isLast }));

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
