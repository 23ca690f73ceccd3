import { WorkbookFault } from './workbook-fault.ts';
import { createXmlReader, decodeRun, xmlName, type XmlReader } from './xml-reader.ts';

export type TextTable = { get(index: number): string };

/** Bytes of text that are kept. Names, documents, mails and phones of a million people are some 60 MB. */
const TEXTS_MAX = 209_715_200;
/** A longer text is no cell of a spreadsheet: one character more is kept, so that the reader notices. */
const TEXT_LENGTH_MAX = 32_768;
const TEXT_BYTES_MAX = TEXT_LENGTH_MAX * 3;
const BLOCK = 1_048_576;
/** Texts of one piece of the lists of places. */
const PIECE = 65_536;
/** The first texts are those that rows repeat most: they are kept as text once read. */
const REMEMBERED = 65_536;

/** Bytes outside the heap instead of millions of strings. */
export function createTextTable(textsMax = TEXTS_MAX) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const blocks: Uint8Array[] = [];
  /** Start and length of each text, in pieces. */
  const places: Uint32Array[] = [];
  const remembered: (string | undefined)[] = [];
  let filled = BLOCK;
  let count = 0;

  return {
    count: () => count,
    add(bytes: Uint8Array, start: number, end: number): void {
      const length = Math.min(end - start, TEXT_BYTES_MAX);
      if (filled + length > BLOCK) {
        if ((blocks.length + 1) * BLOCK > textsMax) throw new WorkbookFault('WORKBOOK_TEXTS', `after ${count} texts`);
        blocks.push(new Uint8Array(BLOCK));
        filled = 0;
      }
      const block = blocks.at(-1)!;
      for (let at = 0; at < length; at += 1) block[filled + at] = bytes[start + at]!;
      if (count % PIECE === 0) {
        // A list of empty texts takes room too.
        if ((places.length + 1) * PIECE * 8 > textsMax)
          throw new WorkbookFault('WORKBOOK_TEXTS', `after ${count} texts`);
        places.push(new Uint32Array(PIECE * 2));
      }
      const at = (count % PIECE) * 2;
      const piece = places.at(-1)!;
      piece[at] = (blocks.length - 1) * BLOCK + filled;
      piece[at + 1] = length;
      filled += length;
      count += 1;
    },
    get(index: number): string {
      if (!(index >= 0 && index < count)) return '';
      const known = index < REMEMBERED ? remembered[index] : undefined;
      if (known !== undefined) return known;
      const piece = places[Math.trunc(index / PIECE)]!;
      const at = (index % PIECE) * 2;
      const start = piece[at]!;
      const from = start % BLOCK;
      const text = decoder.decode(blocks[Math.trunc(start / BLOCK)]!.subarray(from, from + piece[at + 1]!));
      if (index < REMEMBERED) remembered[index] = text;
      return text;
    },
  };
}
type FilledTextTable = ReturnType<typeof createTextTable>;

const SI = xmlName('si');
const T = xmlName('t');
const RPH = xmlName('rPh');

const AMPERSAND = 38;
const UNDERSCORE = 95;
/** Neither an entity nor an escaped character may be in it: its bytes are the text. */
function isLiteral(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === AMPERSAND || bytes[at] === UNDERSCORE) return false;
  return true;
}

/** Reads `sharedStrings.xml` into a table: joins runs of one text, leaves out reading aids of East Asian characters. */
export function createTextReader(table: FilledTextTable): XmlReader {
  const encoder = new TextEncoder();
  let isWanted = false;
  let isAbove = false;
  /** A text of a single literal run is taken over as bytes; any other is put together as a string first. */
  let literal: Uint8Array | null = null;
  let text = '';
  const put = (bytes: Uint8Array) => table.add(bytes, 0, bytes.length);
  return createXmlReader({
    open(name) {
      if (name === SI) {
        text = '';
        literal = null;
      } else if (name === RPH) isAbove = true;
      else if (name === T) isWanted = !isAbove;
    },
    close(name) {
      if (name === T) isWanted = false;
      else if (name === RPH) isAbove = false;
      else if (name === SI) put(literal ?? encoder.encode(unescapeText(text)));
    },
    text(bytes, start, end) {
      if (text === '' && literal === null && isLiteral(bytes, start, end))
        literal = new Uint8Array(bytes.subarray(start, end));
      else if (text.length <= TEXT_LENGTH_MAX) {
        if (literal !== null) text = decodeRun(literal, 0, literal.length);
        literal = null;
        text += decodeRun(bytes, start, end);
      }
    },
    wantsText: () => isWanted,
  });
}

/** `_x000D_`: how a workbook writes characters that XML has no way to. */
export const unescapeText = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)).replace('\0', '\uFFFD'),
      )
    : text;
