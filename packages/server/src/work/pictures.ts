import type sharp from 'sharp';
import type { Sharp } from 'sharp';
import { AppError } from './app-error.ts';

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
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Upright and without metadata. One at a time, with limits: decoded, 40 megapixels may take 200 MB. */
export async function reencodeImage(
  uploaded: Buffer,
  pixelsMax: number,
  shape: (image: Sharp) => Sharp,
): Promise<Buffer> {
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
