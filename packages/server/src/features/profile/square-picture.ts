import { PICTURE_SIDE } from '@campanero/contract/limits';
import type sharp from 'sharp';
import { PIXELS_MAX } from '../../http/file-content/detect.ts';
import { AppError } from '../../work/app-error.ts';

/** Loaded with the first picture: most processes never need it. */
let loading: Promise<typeof sharp> | undefined;
async function loadSharp() {
  const { default: library } = await import('sharp');
  // Of all that it reads, three kinds of image from memory: no SVG, no file or address named inside.
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

/**
 * Decodes an uploaded image and makes the picture that is kept: a square cut from its centre, upright, 256 pixels a side, as WebP
 * without any of the metadata it came with. One image at a time and bounded in pixels and time: unpacked, one of 40 megapixels may
 * take 200 MB.
 */
export async function toSquarePicture(uploaded: Buffer): Promise<Buffer> {
  if (waiting >= WAITING_MAX) throw new AppError('UNAVAILABLE', { retryAfter: 10 });
  waiting += 1;
  const picture = last.then(() => decodeAndShrink(uploaded)).finally(() => (waiting -= 1));
  last = picture.catch(() => undefined);
  return picture;
}

async function decodeAndShrink(uploaded: Buffer): Promise<Buffer> {
  const read = await (loading ??= loadSharp());
  try {
    return await read(uploaded, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'cover', position: 'centre' })
      // Behind transparent places stands white, as on paper.
      .flatten({ background: '#ffffff' })
      .webp({ quality: 84 })
      .toBuffer();
  } catch (error) {
    throw new AppError('IMAGE_UNREADABLE', { cause: error });
  }
}
