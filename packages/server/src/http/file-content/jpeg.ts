const MARK = 0xff;
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** Markers without a length of their own: restarts, and TEM. */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * A JPEG from its first byte to its last. Behind its end only padding, or further JPEGs as telephones append them (the
 * depth map of a photograph): anything else would be a second file in the same bytes.
 */
export function isWholeJpeg(content: Buffer): boolean {
  let at = 0;
  do {
    const end = endOfImage(content, at);
    if (end === null) return false;
    at = end;
    while (at < content.length && isPadding(content[at]!)) at += 1;
  } while (at < content.length);
  return true;
}

const isPadding = (byte: number) => byte === 0 || byte === 0x0a || byte === 0x0d;

/** Where the image that begins here is over; null if it is none. */
function endOfImage(content: Buffer, start: number): number | null {
  if (content[start] !== MARK || content[start + 1] !== START) return null;
  let at = start + 2;
  let hasFrame = false;
  while (at + 1 < content.length) {
    if (content[at] !== MARK) return null;
    const marker = content[at + 1]!;
    if (marker === MARK) {
      at += 1; // fill bytes
      continue;
    }
    at += 2;
    if (marker === END) return hasFrame ? at : null;
    if (isBare(marker)) continue;
    if (marker === 0 || at + 2 > content.length) return null;
    const length = content.readUInt16BE(at);
    if (length < 2 || at + length > content.length) return null;
    at += length;
    hasFrame ||= isFrame(marker);
    if (marker === SCAN) at = endOfScan(content, at);
  }
  return null;
}

/** Inside a scan a marker byte is followed by 0 or is a restart; the first other one ends it. */
function endOfScan(content: Buffer, start: number): number {
  let at = content.indexOf(MARK, start);
  while (at !== -1 && at + 1 < content.length) {
    const next = content[at + 1]!;
    if (next !== 0 && !isBare(next) && next !== MARK) return at;
    at = content.indexOf(MARK, next === MARK ? at + 1 : at + 2);
  }
  return content.length;
}
