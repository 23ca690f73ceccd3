import { fileTypeFromBuffer } from 'file-type';
import type { WorkbookRefusal } from '@campanero/contract/loads/xlsx/workbook-fault';
import { FILE_KINDS, type FileKind } from '@campanero/contract/shared/files';
import { isWholeJpeg, isWholePng, isWholeWebp, pixelsOfJpeg, pixelsOfPng, pixelsOfWebp } from './images.ts';
import { mayBeWorkbook } from './workbook.ts';
import { isWholePdf, mayRunScripts } from './pdf.ts';

/** Small enough to be held and looked into as a whole. */
type WholeKind = Exclude<FileKind, 'csv' | 'txt' | 'xlsx'>;

const isWhole: Record<WholeKind, (content: Buffer) => boolean> = {
  jpeg: isWholeJpeg,
  png: isWholePng,
  webp: isWholeWebp,
  pdf: isWholePdf,
};

/** Content that a browser would run if it read the file as a page. */
const PAGE = /<\s*(?:script|html|svg|iframe|body|head|object|embed|!doctype)\b|<\?php/i;
/** Of a PDF only its head is looked at: its own text may well speak of HTML. */
const PDF_HEAD = 1_024;

/** A larger image would take gigabytes of memory in the browser that shows it, however small the file. */
export const PIXELS_MAX = 40_000_000;

/** Why a file is refused by its content. */
export type ContentFault = 'FILE_TYPE' | 'IMAGE_TOO_LARGE' | 'PDF_WITH_SCRIPTS' | WorkbookRefusal;

const tooLarge = (pixels: number) => (pixels > PIXELS_MAX ? 'IMAGE_TOO_LARGE' : null);

const deeperFault: Record<WholeKind, (content: Buffer) => ContentFault | null> = {
  jpeg: (content) => tooLarge(pixelsOfJpeg(content)),
  png: (content) => tooLarge(pixelsOfPng(content)),
  webp: (content) => tooLarge(pixelsOfWebp(content)),
  pdf: (content) => (mayRunScripts(content) ? 'PDF_WITH_SCRIPTS' : null),
};

/** Null when the whole content is of the kind that the file's ending says. */
async function faultOf(kind: WholeKind, content: Buffer): Promise<ContentFault | null> {
  if (content.length === 0) return 'FILE_TYPE';
  const detected = await fileTypeFromBuffer(content);
  if (detected?.mime !== FILE_KINDS[kind].type) return 'FILE_TYPE';
  const looked = kind === 'pdf' ? content.subarray(0, PDF_HEAD) : content;
  if (!isWhole[kind](content) || PAGE.test(looked.toString('latin1'))) return 'FILE_TYPE';
  return deeperFault[kind](content);
}

/** Looks into a file on its way to the store. */
interface Inspector {
  /** Null: go on. */
  faultIn(chunk: Buffer): Promise<ContentFault | null>;
  faultAtEnd(): Promise<ContentFault | null>;
}

/**
 * A table may have 500 MB and is checked by its first bytes, a workbook once more when it is whole (workbook.ts); every other
 * file has a few megabytes and is checked as a whole.
 */
export function createInspector(kind: FileKind): Inspector {
  if (kind === 'csv' || kind === 'txt') return inspectHead(64 * 1024, isTextTable, beginsLikeText);
  return kind === 'xlsx' ? inspectHead(8, mayBeWorkbook, () => true) : inspectWhole(kind);
}

function inspectWhole(kind: WholeKind): Inspector {
  const kept: Buffer[] = [];
  return {
    async faultIn(chunk) {
      kept.push(chunk);
      return null;
    },
    faultAtEnd: () => faultOf(kind, Buffer.concat(kept)),
  };
}

/** `mayBegin` prechecks the first piece by itself, however small, so that a slow sender is not waited for. */
function inspectHead(
  length: number,
  isRight: (head: Buffer) => Promise<boolean>,
  mayBegin: (start: Buffer) => boolean,
): Inspector {
  let head: Buffer[] = [];
  let seen = 0;
  const judge = async () => {
    const whole = Buffer.concat(head).subarray(0, length);
    head = [];
    return (await isRight(whole)) ? null : 'FILE_TYPE';
  };
  return {
    async faultIn(chunk) {
      if (seen >= length) return null;
      if (seen === 0 && !mayBegin(chunk)) return 'FILE_TYPE';
      head.push(chunk);
      seen += chunk.length;
      return seen < length ? null : judge();
    },
    faultAtEnd: async () => (seen >= length ? null : judge()),
  };
}

/** No table begins with a NUL, with or without the mark of UTF-8 before it: its first column would have no name. */
const beginsLikeText = (start: Buffer) =>
  start[start.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) ? UTF8_MARK.length : 0] !== 0;
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Share of non-text characters that a table may have; programs and pictures have far more. */
const STRANGE_MAX = 0.02;

/**
 * Text that could be a table: no known binary format, hardly any control characters, not empty. Rows with a NUL or a broken
 * quote are left to the loader, which rejects them one by one; UTF-16 is text, too.
 */
async function isTextTable(head: Buffer): Promise<boolean> {
  const mark = head.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') return head.length > 2;
  if (
    head
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, '')
      .trim() === ''
  )
    return false;
  const detected = await fileTypeFromBuffer(head);
  // Anything it takes for text itself (XML, iCalendar …) is left to the header: it has no column of phones.
  if (detected && !detected.mime.startsWith('text/') && !detected.mime.endsWith('/xml')) return false;
  let strange = 0;
  for (const byte of head) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) strange += 1;
  return strange <= head.length * STRANGE_MAX;
}
