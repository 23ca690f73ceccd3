import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
const CHUNK_FRAME = 12;

/** As its header says, before anybody unpacks it. */
export const pixelsOfPng = (content: Buffer): number => content.readUInt32BE(16) * content.readUInt32BE(20);

/** A PNG from its first byte to its last: whole chunks with right sums, the image's own kinds only, nothing after the end. */
export function isWholePng(content: Buffer): boolean {
  if (!content.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  let at = SIGNATURE.length;
  let hasImage = false;
  for (let isFirst = true; at + CHUNK_FRAME <= content.length; isFirst = false) {
    const length = content.readUInt32BE(at);
    const end = at + CHUNK_FRAME + length;
    if (end > content.length) return false;
    const kind = content.toString('latin1', at + 4, at + 8);
    if (isFirst !== (kind === 'IHDR')) return false;
    // A lower-case first letter is metadata that any reader may skip; an unknown critical one is no PNG we know.
    if (/^[A-Z]/.test(kind) && !CRITICAL.has(kind)) return false;
    if (crc32(content.subarray(at + 4, end - 4)) !== content.readUInt32BE(end - 4)) return false;
    hasImage ||= kind === 'IDAT';
    if (kind === 'IEND') return hasImage && length === 0 && end === content.length;
    at = end;
  }
  return false;
}
