// How loads recognise a person: folded name with document, else birth date, else number; without a name the number. Equal to
// person_identity() in SQL.
type Identity = Int32Array<ArrayBuffer>;
/** Indexes of the halves. */
export const HIGH = 0;
export const LOW = 1;

interface IdentityParts {
  firstName: string;
  lastName: string;
  document: string | null;
  /** YYYY-MM-DD. */
  birthday: string | null;
  number: string;
}

const ACCENTED = 'ÁÀÂÄÃÅáàâäãåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÖÕóòôöõÚÙÛÜúùûüÑñÇç';
const PLAIN = 'aaaaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuunncc';
/** Folded code of every character below 256; others stay as they are. */
export const FOLDED = Uint8Array.from({ length: 256 }, (_, code) => {
  const at = ACCENTED.indexOf(String.fromCharCode(code));
  if (at >= 0) return PLAIN.charCodeAt(at);
  return code >= 65 && code <= 90 ? code + 32 : code;
});
const BLANK = 32;
/** Key prefix of contacts of the phone dashboard; no person's key starts with it. */
const CONTACT = 'o|';
/** Between the name and the other part. */
const SEPARATOR = 124;
/** First byte of a key: the kind of its other part. */
const BY_DOCUMENT = 100;
const BY_BIRTHDAY = 98;
const BY_NUMBER = 110;
/** Bytes after the key that hashBytes() zeroes. */
const HASH_PADDING = 12;

interface Identifier {
  ofPerson(person: IdentityParts): Identity;
  /** A contact of the phone dashboard, by its id there. This key is used within one load only. */
  ofContact(orionId: string): Identity;
}

/** The returned array is overwritten by the next call. */
export function createIdentifier(): Identifier {
  const identity = new Int32Array(2);
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

  /** Appends a folded text; runs of blanks count once, leading ones not at all. */
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
  /** Slow path for names with characters above 255, from the first one on. */
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

  const hash = () => {
    grow(HASH_PADDING);
    return hashBytes(view, length, identity);
  };

  return {
    ofPerson({ firstName, lastName, document, birthday, number }) {
      length = 1;
      addName(firstName);
      if (length > 1 && bytes[length - 1] !== BLANK) bytes[length++] = BLANK;
      addName(lastName);
      if (length > 1 && bytes[length - 1] === BLANK) length -= 1;
      const hasName = length > 1;
      bytes[0] = BY_NUMBER;
      if (hasName && (document ?? birthday) !== null) bytes[0] = document === null ? BY_BIRTHDAY : BY_DOCUMENT;
      grow(1);
      bytes[length++] = SEPARATOR;
      addPlain((hasName && (document ?? birthday)) || number);
      return hash();
    },
    ofContact(orionId) {
      length = 0;
      addPlain(CONTACT);
      addPlain(orionId);
      return hash();
    },
  };
}

/** hash_bytes_extended of PostgreSQL (Bob Jenkins' lookup3) with seed 0, as hashtextextended() uses it. */
function hashBytes(view: DataView, length: number, into: Identity): Identity {
  for (let at = length; at < length + HASH_PADDING; at += 4) view.setInt32(at, 0);
  let a = (0x9e3779b9 + length + 3_923_095) | 0;
  let b = a;
  let c = a;
  let at = 0;
  for (; at + 12 <= length; at += 12) {
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
  // The zero-padded tail. The lowest byte of c is reserved for the length.
  a = (a + view.getInt32(at, true)) | 0;
  b = (b + view.getInt32(at + 4, true)) | 0;
  c = (c + (view.getInt32(at + 8, true) << 8)) | 0;
  c = ((c ^ b) - ((b << 14) | (b >>> 18))) | 0;
  a = ((a ^ c) - ((c << 11) | (c >>> 21))) | 0;
  b = ((b ^ a) - ((a << 25) | (a >>> 7))) | 0;
  c = ((c ^ b) - ((b << 16) | (b >>> 16))) | 0;
  a = ((a ^ c) - ((c << 4) | (c >>> 28))) | 0;
  b = ((b ^ a) - ((a << 14) | (a >>> 18))) | 0;
  c = ((c ^ b) - ((b << 24) | (b >>> 8))) | 0;
  into[HIGH] = b;
  into[LOW] = c;
  return into;
}
