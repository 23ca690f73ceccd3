import { BlobImage } from '../blob-image.tsx';
import { IconFileTypePdf } from '../icons.ts';

/** A picture of the picture; a PDF has its icon. */
export function FilePreview({ file }: { file: Blob }) {
  if (file.type.startsWith('image/')) return <BlobImage blob={file} alt="" />;
  return <IconFileTypePdf size={22} stroke={1.75} aria-hidden />;
}
