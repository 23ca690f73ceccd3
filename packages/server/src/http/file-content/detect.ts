import { fileTypeFromBuffer } from 'file-type';
import { FILE_KINDS, type FileKind } from '@campanero/contract/shared/files';
import { isWholeJpeg, pixelsOfJpeg } from './jpeg.ts';
import { isWholePdf, mayRunScripts } from './pdf.ts';
import { isWholePng, pixelsOfPng } from './png.ts';

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

/** More would take gigabytes in the browser of whoever looks at it, however small the file. */
const PIXELS_MAX = 40_000_000;

/** Why a file is refused by its content. */
export type ContentFault = 'FILE_TYPE' | 'IMAGE_TOO_LARGE' | 'PDF_WITH_SCRIPTS';

const deeperFault: Record<WholeKind, (content: Buffer) => ContentFault | null> = {
  jpeg: (content) => (pixelsOfJpeg(content) > PIXELS_MAX ? 'IMAGE_TOO_LARGE' : null),
  png: (content) => (pixelsOfPng(content) > PIXELS_MAX ? 'IMAGE_TOO_LARGE' : null),
  pdf: (content) => (mayRunScripts(content) ? 'PDF_WITH_SCRIPTS' : null),
};

/** Is the content what its name promises, all of it, and nothing else besides (SEC-43)? Null when it is. */
export async function faultOf(kind: WholeKind, content: Buffer): Promise<ContentFault | null> {
  if (content.length === 0) return 'FILE_TYPE';
  const detected = await fileTypeFromBuffer(content);
  if (detected?.mime !== FILE_KINDS[kind].type) return 'FILE_TYPE';
  const looked = kind === 'pdf' ? content.subarray(0, PDF_HEAD) : content;
  if (!isWhole[kind](content) || PAGE.test(looked.toString('latin1'))) return 'FILE_TYPE';
  return deeperFault[kind](content);
}
