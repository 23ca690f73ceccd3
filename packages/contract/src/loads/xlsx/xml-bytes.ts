import { joinBytes, markLength } from '../csv/encoding.ts';
import { damaged } from './workbook-fault.ts';

/** Of one tag or run of text. A cell has up to 32,767 characters, each written in up to ten bytes. */
const TOKEN_MAX = 1_048_576;
const NOTHING = new Uint8Array(0);

/** Converts chunks in UTF-8, or in UTF-16 with its mark, to UTF-8. The unread rest of a chunk comes again with the next. */
export function createXmlBytes() {
  /** Undefined before the first bytes. */
  let utf16: InstanceType<typeof TextDecoder> | null | undefined;
  let held: Uint8Array = NOTHING;

  function asUtf8(bytes: Uint8Array, isLast: boolean): Uint8Array {
    if (utf16 !== undefined) return utf16 ? encode(utf16, bytes, isLast) : bytes;
    const mark = markLength(bytes);
    utf16 = mark === 2 ? new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : null;
    return utf16 ? encode(utf16, bytes, isLast) : bytes.subarray(mark);
  }

  return {
    push(chunk: Uint8Array): Uint8Array {
      if (utf16 !== undefined) held = joinBytes([held, asUtf8(chunk, false)]);
      else {
        held = joinBytes([held, chunk]);
        if (held.length < 3) return NOTHING;
        held = asUtf8(held, false);
      }
      return held;
    },
    /** Called with the end of what was read. Copies the rest, since the caller may reuse its buffer. */
    keep(from: number): void {
      if (utf16 === undefined) return;
      held = new Uint8Array(held.subarray(from));
      if (held.length > TOKEN_MAX) throw damaged('a tag or a text without end');
    },
    end: (): Uint8Array => (utf16 === undefined ? asUtf8(held, true) : joinBytes([held, asUtf8(NOTHING, true)])),
  };
}

const encode = (decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, isLast: boolean) =>
  new TextEncoder().encode(decoder.decode(bytes, { stream: !isLast }));
