import { createXmlBytes } from './xml-bytes.ts';
import { damaged, WorkbookFault } from './workbook-fault.ts';

/** A hash of the name of an element or attribute, without prefix: millions of them are compared. */
export type XmlName = number;

const HASH_START = 0x811c9dc5;
const hashed = (hash: number, byte: number) => Math.imul(hash ^ byte, 0x01000193);

export function xmlName(name: string): XmlName {
  let hash = HASH_START;
  for (let at = 0; at < name.length; at += 1) hash = hashed(hash, name.charCodeAt(at));
  return hash;
}

interface XmlHandler {
  open(name: XmlName, tag: XmlTag): void;
  close(name: XmlName): void;
  /** A raw run of text, only while wantsText(). An element's text may come in several. */
  text?(bytes: Uint8Array, start: number, end: number): void;
  wantsText?(): boolean;
}

/** Reads XML as its bytes come. At most one tag or run of text is kept of a chunk. */
export type XmlReader = { push(bytes: Uint8Array): void; end(): void };

export const createXmlReader = (handler: XmlHandler): XmlReader => new BytesReader(handler);

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

/** The tag at hand, valid during the call that receives it. */
export class XmlTag {
  private source: Uint8Array = new Uint8Array(0);
  private readonly names = new Int32Array(ATTRIBUTES_MAX);
  private readonly starts = new Int32Array(ATTRIBUTES_MAX);
  private readonly ends = new Int32Array(ATTRIBUTES_MAX);
  private attributes = 0;
  private found = 0;

  begin(source: Uint8Array): void {
    this.source = source;
    this.attributes = 0;
  }

  note(name: XmlName, start: number, end: number): void {
    if (this.attributes === ATTRIBUTES_MAX) throw damaged('a tag with too many attributes');
    this.names[this.attributes] = name;
    this.starts[this.attributes] = start;
    this.ends[this.attributes] = end;
    this.attributes += 1;
  }

  attribute(name: XmlName): string | undefined {
    return this.locate(name) ? decodeRun(this.source, this.start(), this.end()) : undefined;
  }

  /** Selects an attribute, to read its bytes instead of a string; false: there is none. */
  locate(name: XmlName): boolean {
    for (this.found = 0; this.found < this.attributes; this.found += 1)
      if (this.names[this.found] === name) return true;
    return false;
  }

  bytes(): Uint8Array {
    return this.source;
  }

  start(): number {
    return this.starts[this.found]!;
  }

  end(): number {
    return this.ends[this.found]!;
  }
}

// Reads only the XML that spreadsheets use. Document types are refused, so that no entity can be expanded. Works on bytes and
// positions: a sheet of a million rows has 300 MB of tags.
class BytesReader implements XmlReader {
  private readonly handler: XmlHandler;
  private readonly source = createXmlBytes();
  private readonly tag = new XmlTag();
  private bytes: Uint8Array = new Uint8Array(0);
  private depth = 0;
  private wordHash = 0;

  constructor(handler: XmlHandler) {
    this.handler = handler;
  }

  push(chunk: Uint8Array): void {
    this.bytes = this.source.push(chunk);
    this.source.keep(this.read());
  }

  end(): void {
    this.bytes = this.source.end();
    const at = this.read();
    if (this.depth !== 0 || this.skipBlanks(at) < this.bytes.length) throw damaged('the XML ends in the middle');
  }

  /** Where the word at `from` ends: at a blank, `=`, `/` or `>`; its hash, prefix aside, is in `wordHash`. */
  private readWord(from: number): number {
    const all = this.bytes;
    let hash = HASH_START;
    let at = from;
    for (; at < all.length; at += 1) {
      const byte = all[at]!;
      if (byte <= BLANK || byte === EQUALS || byte === SLASH || byte === GREATER) break;
      hash = byte === COLON ? HASH_START : hashed(hash, byte);
    }
    this.wordHash = hash;
    return at;
  }

  private skipBlanks(from: number): number {
    let at = from;
    while (at < this.bytes.length && this.bytes[at]! <= BLANK) at += 1;
    return at;
  }

  private next(from: number, wanted: number): number {
    const all = this.bytes;
    let at = from;
    while (at < all.length && all[at] !== wanted) at += 1;
    return at;
  }

  /** Notes the attributes from `from` on. Returns the position of the `>` or `/` after them, or OPEN. */
  private readAttributes(from: number): number {
    const { tag, bytes } = this;
    const { length } = bytes;
    for (let at = from; ;) {
      at = this.skipBlanks(at);
      if (at >= length) return OPEN;
      const byte = bytes[at]!;
      if (byte === GREATER || byte === SLASH) return at;
      const nameEnd = this.readWord(at);
      const equals = this.skipBlanks(nameEnd);
      const open = this.skipBlanks(equals + 1);
      if (open >= length) return OPEN;
      const quote = bytes[open]!;
      if (nameEnd === at || bytes[equals] !== EQUALS || (quote !== QUOTE && quote !== APOSTROPHE))
        throw damaged('an attribute without a value');
      const close = this.next(open + 1, quote);
      if (close === length) return OPEN;
      tag.note(this.wordHash, open + 1, close);
      at = close + 1;
    }
  }

  /** Reads the tag at `from`. Returns the position after it, or OPEN if the bytes end within. */
  private readTag(from: number): number {
    const isClosing = this.bytes[from + 1] === SLASH;
    const nameStart = isClosing ? from + 2 : from + 1;
    const nameEnd = this.readWord(nameStart);
    if (nameEnd === this.bytes.length) return OPEN;
    if (nameEnd === nameStart) throw damaged('a tag without a name');
    const name = this.wordHash;
    this.tag.begin(this.bytes);
    const end = this.bytes[nameEnd] === GREATER ? nameEnd : this.readAttributes(nameEnd);
    if (end === OPEN) return OPEN;
    if (isClosing) {
      this.depth -= 1;
      if (this.depth < 0 || this.bytes[end] !== GREATER) throw damaged('an element closed that is not open');
      this.handler.close(name);
      return end + 1;
    }
    if (this.bytes[end] === GREATER) {
      this.depth += 1;
      this.handler.open(name, this.tag);
      return end + 1;
    }
    if (end + 1 === this.bytes.length) return OPEN;
    if (this.bytes[end + 1] !== GREATER) throw damaged('a tag with a stray slash');
    this.handler.open(name, this.tag);
    this.handler.close(name);
    return end + 2;
  }

  private isAt(what: Uint8Array, from: number): boolean {
    return what.every((byte, at) => this.bytes[from + at] === byte);
  }

  /** The position after the next `what`, or OPEN. */
  private behind(what: Uint8Array, from: number): number {
    for (let at = from; ; at += 1) {
      at = this.bytes.indexOf(what[0]!, at);
      if (at === -1 || at + what.length > this.bytes.length) return OPEN;
      if (this.isAt(what, at)) return at + what.length;
    }
  }

  /** Skips comments and instructions, refuses document types. OPEN if the bytes end within. */
  private readSpecial(from: number): number {
    if (this.bytes[from + 1] === QUESTION) return this.behind(INSTRUCTION_END, from + 2);
    if (this.isAt(COMMENT, from)) return this.behind(COMMENT_END, from + COMMENT.length);
    if (this.isAt(CDATA, from)) {
      const end = this.behind(CDATA_END, from + CDATA.length);
      if (end !== OPEN && this.handler.wantsText?.()) this.takeLiterally(from + CDATA.length, end - CDATA_END.length);
      return end;
    }
    if (this.bytes.length - from < CDATA.length) return OPEN;
    throw new WorkbookFault('WORKBOOK_ENTITIES', 'a document type');
  }

  /** Escapes ampersands, which are literal here, for the decoder of the run. */
  private takeLiterally(start: number, end: number): void {
    const written = new TextEncoder().encode(
      new TextDecoder().decode(this.bytes.subarray(start, end)).replaceAll('&', '&amp;'),
    );
    this.handler.text?.(written, 0, written.length);
  }

  private read(): number {
    let at = 0;
    while (at < this.bytes.length) {
      const start = this.bytes[at] === LESS ? at : this.next(at, LESS);
      if (start === this.bytes.length) break;
      if (start > at && this.handler.wantsText?.()) this.handler.text?.(this.bytes, at, start);
      at = start;
      const kind = this.bytes[start + 1];
      const end = kind === BANG || kind === QUESTION ? this.readSpecial(start) : this.readTag(start);
      if (end === OPEN) break;
      at = end;
    }
    return at;
  }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CODE = 0x10ffff;
const REPLACEMENT = '\uFFFD';
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes the five entities of XML and numeric characters; others would need a document type. */
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

/** Characters that XML does not allow are replaced, so that there is no NUL. */
function character(code: number): string {
  const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return isControl || isSurrogate || code > LAST_CODE ? REPLACEMENT : String.fromCodePoint(code);
}
