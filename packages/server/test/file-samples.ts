import { crc32, deflateSync } from 'node:zlib';

/** PNG chunk with its checksum. */
export function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A valid PNG of one pixel; `padTo` pads it to exactly that size. */
export function aPng(padTo = 0, extra: Buffer[] = [], { width, height } = { width: 1, height: 1 }): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const build = (text: Buffer[]) =>
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      ...text,
      ...extra,
      chunk('IDAT', deflateSync(Buffer.from([0, 255]))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  const bare = build([]);
  return padTo <= bare.length ? bare : build([chunk('teXt', Buffer.alloc(padTo - bare.length - 12, 0x61))]);
}
export const pngTextChunk = (text: string) => chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'));

const FRAME = 'ffc0000b08';
const hex = (size: number) => size.toString(16).padStart(4, '0');
/** A minimal JPEG of one grey pixel; its header may claim more. */
export const aJpeg = (width = 1, height = 1): Buffer =>
  Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f141d1a1f1e1d1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432ffc0000b080001000101011100ffc4001f0000010501010101010100000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda0008010100003f00fbfeffd9'.replace(
      `${FRAME}00010001`,
      `${FRAME}${hex(height)}${hex(width)}`,
    ),
    'hex',
  );

/** One empty page; `more` are further objects. */
export const aPdf = (more = ''): Buffer =>
  Buffer.from(
    `%PDF-1.4\n${more}` +
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 3 3]>>endobj\nxref\n0 4\n0000000000 65535 f \n' +
      'trailer<</Size 4/Root 1 0 R>>\nstartxref\n160\n%%EOF\n',
    'latin1',
  );

/** PDF objects in a compressed stream, as most programs write them. */
export const packedObjects = (objects: string, dictionary = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode'): string => {
  const packed = deflateSync(Buffer.from(`1 0 ${objects}`, 'latin1')).toString('latin1');
  return `9 0 obj<<${dictionary}/Length ${packed.length}>>stream\n${packed}\nendstream endobj\n`;
};
