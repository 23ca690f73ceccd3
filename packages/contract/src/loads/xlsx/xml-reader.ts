import { createXmlBytes } from './xml-bytes.ts';
import { damaged, WorkbookFault } from './workbook-fault.ts';

/** A name of an element or attribute, without prefix, as a number: millions of them are compared. */
export type XmlName = number;

const HASH_START = 0x811c9dc5;
const hashed = (hash: number, byte: number) => Math.imul(hash ^ byte, 0x01000193);

export function xmlName(name: string): XmlName {
  let hash = HASH_START;
  for (let at = 0; at < name.length; at += 1) hash = hashed(hash, name.charCodeAt(at));
  return hash;
}

/** The tag at hand, valid during the call that receives it. */
export interface XmlTag {
  /** Undefined where the tag has no such attribute. */
  attribute(name: XmlName): string | undefined;
  /** The attribute's first and last place within bytes(), for those that are read millions of times; false: there is none. */
  locate(name: XmlName): boolean;
  bytes(): Uint8Array;
  start(): number;
  end(): number;
}

interface XmlHandler {
  open(name: XmlName, tag: XmlTag): void;
  close(name: XmlName): void;
  /** A run of text as it stands in the file; asked for only while wantsText() says so. An element's text may come in several. */
  text(bytes: Uint8Array, start: number, end: number): void;
  wantsText(): boolean;
}

/** Reads XML as its bytes come. What is left over of a chunk is at most one tag or one run of text. */
export interface XmlReader {
  push(bytes: Uint8Array): void;
  /** Throws if an element is still open. */
  end(): void;
}

const ATTRIBUTES_MAX = 256;
const OPEN = -1;

const LESS = 60;
const GREATER = 62;
const SLASH = 47;
const EQUALS = 61;
const BANG = 33;
const QUESTION = 63;
const QUOTE = 34;
const APOSTROPHE = 39;
const COLON = 58;
const BLANK = 32;

const codes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const COMMENT = codes('<!--');
const COMMENT_END = codes('-->');
const CDATA = codes('<![CDATA[');
const CDATA_END = codes(']]>');
const INSTRUCTION_END = codes('?>');

/**
 * A reader of the XML that spreadsheets are made of, and of no more: it knows no document types, and a file that declares one is
 * refused, so that no entity of its own can be expanded. It works on bytes and positions instead of trees and strings: a sheet of
 * a million rows is a third of a gigabyte of tags.
 */
export function createXmlReader(handler: XmlHandler): XmlReader {
  const source = createXmlBytes();
  let bytes: Uint8Array = new Uint8Array(0);
  let length = 0;
  let depth = 0;
  const names = new Int32Array(ATTRIBUTES_MAX);
  const starts = new Int32Array(ATTRIBUTES_MAX);
  const ends = new Int32Array(ATTRIBUTES_MAX);
  let attributes = 0;
  let found = 0;
  let wordHash = 0;

  const tag: XmlTag = {
    attribute: (name) => (tag.locate(name) ? decodeRun(bytes, starts[found]!, ends[found]!) : undefined),
    locate(name) {
      for (found = 0; found < attributes; found += 1) if (names[found] === name) return true;
      return false;
    },
    bytes: () => bytes,
    start: () => starts[found]!,
    end: () => ends[found]!,
  };

  /** Where the word at `from` ends: at a blank, `=`, `/` or `>`; its hash, prefix aside, is in `wordHash`. */
  function readWord(from: number): number {
    const all = bytes;
    let hash = HASH_START;
    let at = from;
    for (; at < all.length; at += 1) {
      const byte = all[at]!;
      if (byte <= BLANK || byte === EQUALS || byte === SLASH || byte === GREATER) break;
      hash = byte === COLON ? HASH_START : hashed(hash, byte);
    }
    wordHash = hash;
    return at;
  }

  function skipBlanks(from: number): number {
    let at = from;
    while (at < length && bytes[at]! <= BLANK) at += 1;
    return at;
  }

  /** Where the byte comes next; the end of all where it does not. */
  function next(from: number, wanted: number): number {
    const all = bytes;
    let at = from;
    while (at < all.length && all[at] !== wanted) at += 1;
    return at;
  }

  /** Notes the attributes from `from` on; the place of the `>` or `/` behind them, or OPEN when the bytes end before. */
  function readAttributes(from: number): number {
    attributes = 0;
    for (let at = from; ;) {
      at = skipBlanks(at);
      if (at >= length) return OPEN;
      const byte = bytes[at]!;
      if (byte === GREATER || byte === SLASH) return at;
      const nameEnd = readWord(at);
      const equals = skipBlanks(nameEnd);
      const open = skipBlanks(equals + 1);
      if (open >= length) return OPEN;
      const quote = bytes[open]!;
      if (nameEnd === at || bytes[equals] !== EQUALS || (quote !== QUOTE && quote !== APOSTROPHE))
        throw damaged('an attribute without a value');
      const close = next(open + 1, quote);
      if (close === length) return OPEN;
      if (attributes === ATTRIBUTES_MAX) throw damaged('a tag with too many attributes');
      names[attributes] = wordHash;
      starts[attributes] = open + 1;
      ends[attributes] = close;
      attributes += 1;
      at = close + 1;
    }
  }

  /** The tag whose `<` stands at `from`; the position behind it, or OPEN when the bytes end within. */
  function readTag(from: number): number {
    const isClosing = bytes[from + 1] === SLASH;
    const nameStart = isClosing ? from + 2 : from + 1;
    const nameEnd = readWord(nameStart);
    if (nameEnd === length) return OPEN;
    if (nameEnd === nameStart) throw damaged('a tag without a name');
    const name = wordHash;
    const end = bytes[nameEnd] === GREATER ? nameEnd : readAttributes(nameEnd);
    if (end === nameEnd) attributes = 0;
    if (end === OPEN) return OPEN;
    if (isClosing) {
      depth -= 1;
      if (depth < 0 || bytes[end] !== GREATER) throw damaged('an element closed that is not open');
      handler.close(name);
      return end + 1;
    }
    if (bytes[end] === GREATER) {
      depth += 1;
      handler.open(name, tag);
      return end + 1;
    }
    if (end + 1 === length) return OPEN;
    if (bytes[end + 1] !== GREATER) throw damaged('a tag with a stray slash');
    handler.open(name, tag);
    handler.close(name);
    return end + 2;
  }

  const isAt = (what: Uint8Array, from: number) => what.every((byte, at) => bytes[from + at] === byte);

  /** The position behind `what`, searched from `from` on; OPEN when it does not come. */
  function behind(what: Uint8Array, from: number): number {
    for (let at = from; ; at += 1) {
      at = bytes.indexOf(what[0]!, at);
      if (at === -1 || at + what.length > length) return OPEN;
      if (isAt(what, at)) return at + what.length;
    }
  }

  /** Comments and instructions say nothing; a document type is refused. OPEN when the bytes end within. */
  function readSpecial(from: number): number {
    if (bytes[from + 1] === QUESTION) return behind(INSTRUCTION_END, from + 2);
    if (isAt(COMMENT, from)) return behind(COMMENT_END, from + COMMENT.length);
    if (isAt(CDATA, from)) {
      const end = behind(CDATA_END, from + CDATA.length);
      if (end !== OPEN && handler.wantsText()) takeLiterally(from + CDATA.length, end - CDATA_END.length);
      return end;
    }
    if (length - from < CDATA.length) return OPEN;
    throw new WorkbookFault('WORKBOOK_ENTITIES', 'a document type');
  }

  /** An ampersand stands for itself here: written so that it still does for whoever decodes the run. */
  function takeLiterally(start: number, end: number) {
    const written = new TextEncoder().encode(
      new TextDecoder().decode(bytes.subarray(start, end)).replaceAll('&', '&amp;'),
    );
    handler.text(written, 0, written.length);
  }

  /** How far it came. */
  function read(): number {
    let at = 0;
    while (at < length) {
      const start = bytes[at] === LESS ? at : next(at, LESS);
      if (start === length) break;
      if (start > at && handler.wantsText()) handler.text(bytes, at, start);
      at = start;
      const kind = bytes[start + 1];
      const end = kind === BANG || kind === QUESTION ? readSpecial(start) : readTag(start);
      if (end === OPEN) break;
      at = end;
    }
    return at;
  }

  return {
    push(chunk) {
      bytes = source.push(chunk);
      ({ length } = bytes);
      source.keep(read());
    },
    end() {
      bytes = source.end();
      ({ length } = bytes);
      const at = read();
      if (depth !== 0 || skipBlanks(at) < length) throw damaged('the XML ends in the middle');
    },
  };
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CODE = 0x10ffff;
const REPLACEMENT = '\uFFFD';
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a run: the five entities that XML itself knows, and characters by number; another would need a document type. */
export function decodeRun(bytes: Uint8Array, start: number, end: number): string {
  const raw = decoder.decode(bytes.subarray(start, end));
  if (!raw.includes('&')) return raw;
  return raw.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([^;&\s]*));/gi, (_, hex?: string, decimal?: string, name = '') => {
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    if (decimal !== undefined) return character(Number(decimal));
    const known = NAMED[name];
    if (known === undefined) throw new WorkbookFault('WORKBOOK_ENTITIES', `the entity ${name.slice(0, 40)}`);
    return known;
  });
}

/** A character that XML does not allow is shown as a replacement, so that no NUL comes out of here. */
function character(code: number): string {
  const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return isControl || isSurrogate || code > LAST_CODE ? REPLACEMENT : String.fromCodePoint(code);
}
