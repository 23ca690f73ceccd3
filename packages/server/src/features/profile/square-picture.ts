import { PICTURE_SIDE } from '@campanero/contract/limits';
import { PIXELS_MAX } from '../../http/file-content/detect.ts';
import { reencodeImage } from '../../work/pictures.ts';

/** The picture that is kept: a square cut from the centre of the uploaded image, 256 pixels a side, as WebP. */
export const toSquarePicture = (uploaded: Buffer): Promise<Buffer> =>
  reencodeImage(uploaded, PIXELS_MAX, (image) =>
    image
      .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'cover', position: 'centre' })
      // Behind transparent places stands white, as on paper.
      .flatten({ background: '#ffffff' })
      .webp({ quality: 84 }),
  );
