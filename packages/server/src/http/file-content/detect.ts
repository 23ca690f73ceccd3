import { fileTypeFromBuffer } from 'file-type';
import { FILE_KINDS, type FileKind } from '@campanero/contract/shared/files';
import { isWholeJpeg } from './jpeg.ts';
import { isWholePdf } from './pdf.ts';
import { isWholePng } from './png.ts';

/** Small enough to be held and looked into as a whole. */
export type WholeKind = Exclude<FileKind, 'csv'>;

const isWhole: Record<WholeKind, (content: Buffer) => boolean> = {
  jpeg: isWholeJpeg,
  png: isWholePng,
  pdf: isWholePdf,
};

/** What a browser would run if anybody ever got it to read the file as a page. */
const PAGE = /<\s*(?:script|html|svg|iframe|body|head|object|embed|!doctype)\b|<\?php/i;
/** Of a PDF only its head is looked at: its own text may well speak of HTML. */
const PDF_HEAD = 1_024;

/** Is the content what its name promises, all of it, and nothing else besides (SEC-43)? */
export async function isContentOf(kind: WholeKind, content: Buffer): Promise<boolean> {
  if (content.length === 0) return false;
  const detected = await fileTypeFromBuffer(content);
  if (detected?.mime !== FILE_KINDS[kind].type) return false;
  const looked = kind === 'pdf' ? content.subarray(0, PDF_HEAD) : content;
  return isWhole[kind](content) && !PAGE.test(looked.toString('latin1'));
}
