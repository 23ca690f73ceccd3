import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
const CHUNK_FRAME = 12;

/** Read from the header, without decoding the image. */
export const sizeOfPng = (content: Buffer) => ({ width: content.readUInt32BE(16), height: content.readUInt32BE(20) });

/** Pixels of a complete image; null if the content is not valid. */
export function readPng(content: Buffer): number | null {
  if (!isCompletePng(content)) return null;
  const { width, height } = sizeOfPng(content);
  return width * height;
}

/** Complete chunks with valid CRCs, only known critical chunks, nothing after IEND. */
function isCompletePng(content: Buffer): boolean {
  if (!content.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  let at = SIGNATURE.length;
  let hasImage = false;
  for (let isFirst = true; at + CHUNK_FRAME <= content.length; isFirst = false) {
    const length = content.readUInt32BE(at);
    const end = at + CHUNK_FRAME + length;
    if (end > content.length) return false;
    const kind = content.toString('latin1', at + 4, at + 8);
    if (isFirst !== (kind === 'IHDR')) return false;
    // A lower-case first letter marks optional metadata; unknown critical chunks are refused.
    if (/^[A-Z]/.test(kind) && !CRITICAL.has(kind)) return false;
    if (crc32(content.subarray(at + 4, end - 4)) !== content.readUInt32BE(end - 4)) return false;
    hasImage ||= kind === 'IDAT';
    if (kind === 'IEND') return hasImage && length === 0 && end === content.length;
    at = end;
  }
  return false;
}

const MARK = 0xff;
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** Markers without a length: restarts and TEM. */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Pixels of the largest image; null if the content is not valid. After the end of the first only padding or further JPEGs,
 * as phones append them: anything else would be a second file. */
export function readJpeg(content: Buffer): number | null {
  let at = 0;
  let most = 0;
  do {
    const image = readImage(content, at);
    if (image === null) return null;
    at = image.end;
    most = Math.max(most, image.pixels);
    while (at < content.length && isPadding(content[at]!)) at += 1;
  } while (at < content.length);
  return most;
}

const isPadding = (byte: number) => byte === 0 || byte === 0x0a || byte === 0x0d;

/** End and size of the image that starts here; null if it is not valid. */
function readImage(content: Buffer, start: number): { end: number; pixels: number } | null {
  if (content[start] !== MARK || content[start + 1] !== START) return null;
  let at = start + 2;
  let pixels: number | undefined;
  while (at + 1 < content.length) {
    if (content[at] !== MARK) return null;
    const marker = content[at + 1]!;
    if (marker === MARK) {
      at += 1; // fill bytes
      continue;
    }
    at += 2;
    if (marker === END) return pixels === undefined ? null : { end: at, pixels };
    if (isBare(marker)) continue;
    if (marker === 0 || at + 2 > content.length) return null;
    const length = content.readUInt16BE(at);
    if (length < 2 || at + length > content.length) return null;
    // A frame has length, precision, height and width. Height 0 means that it follows later: assume the largest.
    if (isFrame(marker) && length >= 7)
      pixels = Math.max(pixels ?? 0, (content.readUInt16BE(at + 3) || 65_535) * content.readUInt16BE(at + 5));
    at += length;
    if (marker === SCAN) at = endOfScan(content, at);
  }
  return null;
}

/** Inside a scan 0xff is followed by 0 or a restart marker; any other marker ends it. */
function endOfScan(content: Buffer, start: number): number {
  let at = content.indexOf(MARK, start);
  while (at !== -1 && at + 1 < content.length) {
    const next = content[at + 1]!;
    if (next !== 0 && !isBare(next) && next !== MARK) return at;
    at = content.indexOf(MARK, next === MARK ? at + 1 : at + 2);
  }
  return content.length;
}

const RIFF_HEAD = 12;
const WEBP_CHUNK_HEAD = 8;

/** Pixels of the largest image or canvas; null without one, or unless all chunks are complete and nothing follows them. */
export function readWebp(content: Buffer): number | null {
  if (content.length < RIFF_HEAD || content.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (content.toString('latin1', 8, RIFF_HEAD) !== 'WEBP' || content.readUInt32LE(4) + 8 !== content.length)
    return null;
  let at = RIFF_HEAD;
  let most = 0;
  while (at + WEBP_CHUNK_HEAD <= content.length) {
    const kind = content.toString('latin1', at, at + 4);
    const start = at + WEBP_CHUNK_HEAD;
    const end = start + content.readUInt32LE(at + 4);
    if (end > content.length) return null;
    most = Math.max(most, webpChunkPixels(kind, content.subarray(start, end)));
    // Chunks are aligned to even offsets.
    at = end + (end % 2);
  }
  return at === content.length && most > 0 ? most : null;
}

/** Each kind of chunk has its own layout; other chunks have no size. */
function webpChunkPixels(kind: string, chunk: Buffer): number {
  if (chunk.length < 10) return 0;
  if (kind === 'VP8X') return (chunk.readUIntLE(4, 3) + 1) * (chunk.readUIntLE(7, 3) + 1);
  if (kind === 'VP8 ') return (chunk.readUInt16LE(6) & 0x3fff) * (chunk.readUInt16LE(8) & 0x3fff);
  if (kind !== 'VP8L') return 0;
  const sizes = chunk.readUInt32LE(1);
  return ((sizes & 0x3fff) + 1) * (((sizes >>> 14) & 0x3fff) + 1);
}
