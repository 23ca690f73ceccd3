import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { UploadedFile } from '../integrations/files/port.ts';
import { AppError, found } from './app-error.ts';
import type { Ctx } from './context.ts';
import { discardOrphan } from './orphan-files.ts';

/** Loaded on first use: most processes never need it. */
let loading: Promise<typeof sharp> | undefined;
async function loadSharp() {
  const { default: library } = await import('sharp');
  // Only three formats, from memory: no SVG, and no file or URL named inside an image.
  library.block({ operation: ['VipsForeignLoad'] });
  library.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  library.cache(false);
  library.concurrency(1);
  return library;
}

const SECONDS_MAX = 10;
const WAITING_MAX = 20;
/** Uploads of one user, checked before the upload: decoding is expensive. */
export const PICTURE_LIMIT = { limit: 20, windowSeconds: 600 };

/** The URL contains the picture's version. */
export const pictureHeaders = (type: 'image/png' | 'image/webp', name: string, cache: 'public' | 'private') => ({
  'content-type': type,
  'content-disposition': `inline; filename="${name}"`,
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': `${cache}, max-age=31536000, immutable`,
});
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Upright and without metadata. One at a time, with limits: decoded, 40 megapixels may take 200 MB. */
export async function reencodeImage(uploaded: Buffer, pixelsMax: number, shape: (image: Sharp) => Sharp) {
  if (waiting >= WAITING_MAX) throw new AppError('UNAVAILABLE', { retryAfter: 10 });
  waiting += 1;
  const picture = last.then(() => decode(uploaded, pixelsMax, shape)).finally(() => (waiting -= 1));
  last = picture.catch(() => undefined);
  return picture;
}

async function decode(uploaded: Buffer, pixelsMax: number, shape: (image: Sharp) => Sharp) {
  const read = await (loading ??= loadSharp());
  try {
    const image = read(uploaded, { limitInputPixels: pixelsMax, failOn: 'error', sequentialRead: true });
    return await shape(image.timeout({ seconds: SECONDS_MAX }).autoOrient()).toBuffer();
  } catch (error) {
    throw new AppError('IMAGE_UNREADABLE', { cause: error });
  }
}

/** Re-encodes an uploaded picture, stores it with a version made of its content, and deletes the upload. */
export async function storePicture<T>(
  ctx: Ctx,
  [uploaded]: readonly UploadedFile[],
  encode: (uploaded: Buffer) => Promise<Buffer>,
  store: (picture: { content: Buffer; version: string }) => Promise<T>,
): Promise<T> {
  const { key } = found(uploaded, 'NO_FILE');
  const content = await encode(await buffer(await ctx.files.get(key)));
  const stored = await store({ content, version: createHash('sha256').update(content).digest('hex').slice(0, 20) });
  // On failure the sweep of orphaned files deletes it.
  await discardOrphan(ctx, key).catch(() => {});
  return stored;
}
