import { BlobImage } from '../blob-image.tsx';
import { IconFileTypeCsv, IconFileTypePdf } from '../icons.ts';

/** A picture of the picture; other files have their icon. */
export function FilePreview({ file }: { file: Blob & { name?: string } }) {
  if (file.type.startsWith('image/')) return <BlobImage blob={file} alt="" />;
  const KindIcon = file.name?.toLowerCase().endsWith('.csv') ? IconFileTypeCsv : IconFileTypePdf;
  return <KindIcon size={22} stroke={1.75} aria-hidden />;
}
