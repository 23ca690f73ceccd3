/**
 * The key by which a load recognises a person (decisions 5): the folded name with the document, else with the birth date, else
 * with the number; without a name, the number alone. 64 bits in two halves, the same that person_identity() of migration 0120
 * makes in SQL (PostgreSQL's own hash of a text), so that whoever edits a person and whoever loads five million agree.
 * Written for the hot path: no text is made, each character is folded and hashed on its way by.
 */
export interface Identity {
  high: number;
  low: number;
}

export interface IdentityParts {
  firstName: string;
  lastName: string;
  document: string | null;
  /** YYYY-MM-DD. */
  birthday: string | null;
  number: string;
}

const ACCENTED = 'ÁÀÂÄÃÅáàâäãåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÖÕóòôöõÚÙÛÜúùûüÑñÇç';
const PLAIN = 'aaaaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuunncc';
/** Folded code of every character below 256; a text may hold others, which stay as they are. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, code) => {
  const at = ACCENTED.indexOf(String.fromCharCode(code));
  if (at >= 0) return PLAIN.charCodeAt(at);
  return code >= 65 && code <= 90 ? code + 32 : code;
});
const BLANK = 32;
const SEPARATOR = 124;

/** One at a time: not to be shared by two who interleave. */
export function createIdentifier(): (person: IdentityParts) => Identity {
  let bytes = new Uint8Array(1_024);
  let view = new DataView(bytes.buffer);
  const encoder = new TextEncoder();
  let length = 0;

  const grow = (room: number) => {
    if (length + room <= bytes.length) return;
    const larger = new Uint8Array((length + room) * 2);
    larger.set(bytes.subarray(0, length));
    bytes = larger;
    view = new DataView(bytes.buffer);
  };

  /** Appends a folded text; blanks at its ends and in rows count once or not at all. */
  const addName = (text: string) => {
    grow(text.length * 3 + 1);
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= 256) {
        addRest(text, at);
        return;
      }
      const folded = FOLDED[code]!;
      if (folded === BLANK && (length === 1 || bytes[length - 1] === BLANK)) continue;
      if (folded < 128) bytes[length++] = folded;
      else {
        bytes[length++] = 0xc0 | (folded >> 6);
        bytes[length++] = 0x80 | (folded & 63);
      }
    }
  };
  /** The rare names with other letters: the slow and certain way from here on. */
  const addRest = (text: string, from: number) => {
    let rest = '';
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      rest += code < 256 ? String.fromCharCode(FOLDED[code]!) : text[at]!;
    }
    rest = rest.replace(/ +/g, ' ');
    if (rest.startsWith(' ') && (length === 1 || bytes[length - 1] === BLANK)) rest = rest.slice(1);
    add(rest);
  };
  const add = (text: string) => {
    grow(text.length * 3);
    length += encoder.encodeInto(text, bytes.subarray(length)).written;
  };
  const addPlain = (text: string) => {
    grow(text.length * 3);
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= 128) return add(text.slice(at));
      bytes[length++] = code;
    }
  };

  return ({ firstName, lastName, document, birthday, number }) => {
    length = 1;
    addName(firstName);
    if (length > 1 && bytes[length - 1] !== BLANK) bytes[length++] = BLANK;
    addName(lastName);
    if (length > 1 && bytes[length - 1] === BLANK) length -= 1;
    const hasName = length > 1;
    bytes[0] = hasName && document !== null ? 100 : hasName && birthday !== null ? 98 : 110; // d, b, n
    grow(1);
    bytes[length++] = SEPARATOR;
    addPlain((hasName && (document ?? birthday)) || number);
    return hashBytes(view, bytes, length);
  };
}

/** Contacts of the phone dashboard are told apart by its own id. Such a key never leaves the load. */
export function identifyOrion(orionId: string): Identity {
  const bytes = new TextEncoder().encode(`o|${orionId}`);
  return hashBytes(new DataView(bytes.buffer), bytes, bytes.length);
}

/** hash_bytes_extended of PostgreSQL (Bob Jenkins' lookup3) with seed 0, as hashtextextended() uses it. */
function hashBytes(view: DataView, bytes: Uint8Array, length: number): Identity {
  let a = (0x9e3779b9 + length + 3_923_095) | 0;
  let b = a;
  let c = a;
  let at = 0;
  let left = length;
  for (; left >= 12; left -= 12, at += 12) {
    a = (a + view.getInt32(at, true)) | 0;
    b = (b + view.getInt32(at + 4, true)) | 0;
    c = (c + view.getInt32(at + 8, true)) | 0;
    a = ((a - c) | 0) ^ ((c << 4) | (c >>> 28));
    c = (c + b) | 0;
    b = ((b - a) | 0) ^ ((a << 6) | (a >>> 26));
    a = (a + c) | 0;
    c = ((c - b) | 0) ^ ((b << 8) | (b >>> 24));
    b = (b + a) | 0;
    a = ((a - c) | 0) ^ ((c << 16) | (c >>> 16));
    c = (c + b) | 0;
    b = ((b - a) | 0) ^ ((a << 19) | (a >>> 13));
    a = (a + c) | 0;
    c = ((c - b) | 0) ^ ((b << 4) | (b >>> 28));
    b = (b + a) | 0;
  }
  // The lowest byte of c is kept for the length.
  for (let rest = 0; rest < left; rest += 1) {
    const byte = bytes[at + rest]!;
    if (rest < 4) a = (a + (byte << (8 * rest))) | 0;
    else if (rest < 8) b = (b + (byte << (8 * (rest - 4)))) | 0;
    else c = (c + (byte << (8 * (rest - 7)))) | 0;
  }
  c = ((c ^ b) - ((b << 14) | (b >>> 18))) | 0;
  a = ((a ^ c) - ((c << 11) | (c >>> 21))) | 0;
  b = ((b ^ a) - ((a << 25) | (a >>> 7))) | 0;
  c = ((c ^ b) - ((b << 16) | (b >>> 16))) | 0;
  a = ((a ^ c) - ((c << 4) | (c >>> 28))) | 0;
  b = ((b ^ a) - ((a << 14) | (a >>> 18))) | 0;
  c = ((c ^ b) - ((b << 24) | (b >>> 8))) | 0;
  return { high: b, low: c };
}
