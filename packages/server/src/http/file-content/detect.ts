import { fileTypeFromBuffer } from 'file-type';
import type { WorkbookRefusal } from '@campanero/contract/loads/xlsx/workbook-fault';
import { FILE_KINDS, type FileKind } from '@campanero/contract/shared/files';
import { readJpeg, readPng, readWebp } from './images.ts';
import { mayBeWorkbook } from './workbook.ts';
import { isCompletePdf, mayRunScripts } from './pdf.ts';

/** Kinds that are small enough to be buffered and checked as a whole. */
type BufferedKind = Exclude<FileKind, 'csv' | 'txt' | 'xlsx'>;

/** Markup that a browser would run if it opened the file as a page. */
const MARKUP = /<\s*(?:script|html|svg|iframe|body|head|object|embed|!doctype)\b|<\?php/i;
/** Only the head of a PDF is searched: its text may mention HTML. */
const PDF_HEAD = 1_024;

/** Decoding a larger image would take gigabytes of memory in the browser, however small the file. */
export const PIXELS_MAX = 40_000_000;

export type ContentFault = 'FILE_TYPE' | 'IMAGE_TOO_LARGE' | 'PDF_WITH_SCRIPTS' | WorkbookRefusal;

const readImage = { jpeg: readJpeg, png: readPng, webp: readWebp };

function imageFault(pixels: number | null): ContentFault | null {
  if (pixels === null) return 'FILE_TYPE';
  return pixels > PIXELS_MAX ? 'IMAGE_TOO_LARGE' : null;
}

function pdfFault(content: Buffer): ContentFault | null {
  if (!isCompletePdf(content)) return 'FILE_TYPE';
  return mayRunScripts(content) ? 'PDF_WITH_SCRIPTS' : null;
}

/** Null when the content matches the kind of the file's extension. */
async function faultOf(kind: BufferedKind, content: Buffer): Promise<ContentFault | null> {
  if (content.length === 0) return 'FILE_TYPE';
  const detected = await fileTypeFromBuffer(content);
  if (detected?.mime !== FILE_KINDS[kind].type) return 'FILE_TYPE';
  const searched = kind === 'pdf' ? content.subarray(0, PDF_HEAD) : content;
  if (MARKUP.test(searched.toString('latin1'))) return 'FILE_TYPE';
  return kind === 'pdf' ? pdfFault(content) : imageFault(readImage[kind](content));
}

type Inspector = { faultIn(chunk: Buffer): Promise<ContentFault | null>; faultAtEnd(): Promise<ContentFault | null> };

/** A CSV may have 500 MB: only its head is checked. A workbook is checked again when stored, other files as a whole. */
export function createInspector(kind: FileKind): Inspector {
  if (kind === 'csv' || kind === 'txt') return inspectHead(64 * 1024, isTextTable, isTextStart);
  return kind === 'xlsx' ? inspectHead(8, mayBeWorkbook, () => true) : inspectWhole(kind);
}

function inspectWhole(kind: BufferedKind): Inspector {
  const kept: Buffer[] = [];
  return {
    async faultIn(chunk) {
      kept.push(chunk);
      return null;
    },
    faultAtEnd: () => faultOf(kind, Buffer.concat(kept)),
  };
}

/** `isValidStart` checks the first chunk, however small, so that a slow upload is refused early. */
function inspectHead(
  length: number,
  isValid: (head: Buffer) => Promise<boolean>,
  isValidStart: (start: Buffer) => boolean,
): Inspector {
  let head: Buffer[] = [];
  let seen = 0;
  const check = async () => {
    const whole = Buffer.concat(head).subarray(0, length);
    head = [];
    return (await isValid(whole)) ? null : 'FILE_TYPE';
  };
  return {
    async faultIn(chunk) {
      if (seen >= length) return null;
      if (seen === 0 && !isValidStart(chunk)) return 'FILE_TYPE';
      head.push(chunk);
      seen += chunk.length;
      return seen < length ? null : check();
    },
    faultAtEnd: async () => (seen >= length ? null : check()),
  };
}

/** A CSV cannot begin with NUL, with or without a BOM: its first column would have no name. */
const isTextStart = (start: Buffer) =>
  start[start.subarray(0, UTF8_BOM.length).equals(UTF8_BOM) ? UTF8_BOM.length : 0] !== 0;
const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Share of control characters that a CSV may have; binary files have far more. */
const CONTROL_SHARE_MAX = 0.02;

/** Hardly any control characters and no known binary format. The loader rejects rows with NUL or broken quotes one by one. */
async function isTextTable(head: Buffer): Promise<boolean> {
  const bom = head.subarray(0, 2).toString('hex');
  if (bom === 'fffe' || bom === 'feff') return head.length > 2;
  const text = head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  if (text.trim() === '') return false;
  const detected = await fileTypeFromBuffer(head);
  // Text formats (XML, iCalendar) are left to the header check: they have no phone column.
  if (detected && !detected.mime.startsWith('text/') && !detected.mime.endsWith('/xml')) return false;
  let controls = 0;
  for (const byte of head) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) controls += 1;
  return controls <= head.length * CONTROL_SHARE_MAX;
}
