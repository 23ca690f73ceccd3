import { constants, inflateSync } from 'node:zlib';

const TAIL = 2_048;

/** Starts with the PDF header and ends with its end marker: nothing before, only whitespace after. */
export function isCompletePdf(content: Buffer): boolean {
  if (!/^%PDF-[12]\.\d[\r\n %]/.test(content.toString('latin1', 0, 10))) return false;
  const tail = content.toString('latin1', Math.max(0, content.length - TAIL));
  return /startxref\s+\d+\s+%%EOF[\s\0]*$/.test(tail);
}

/** Pattern of a PDF name; each letter may also be written as its hex code, #4a or #4A. */
const name = (letters: string) => `/${letters.split('').map(plainOrHex).join('')}`;
const plainOrHex = (letter: string) => {
  const number = letter.charCodeAt(0).toString(16);
  return `(?:${letter}|#${number.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
};
const END = String.raw`(?=[\s\0()<>[\]{}/%]|$)`;

/** Scripts, launched programs, media players that run scripts, and XFA forms. */
const ACTIVE_CONTENT = new RegExp(
  `${['JavaScript', 'Launch', 'Rendition'].map((each) => name(each) + END).join('|')}|${name('XFA')}${String.raw`[\s\0]*(?:\[|\d)`}`,
);
const IS_OBJECTS = new RegExp(`${name('ObjStm')}${END}|${name('First')}${END}`);
const HAS_FILTER = new RegExp(name('Filter') + END);
const ONLY_DEFLATED = new RegExp(
  `${name('Filter')}${String.raw`[\s\0]*\[?[\s\0]*`}${name('FlateDecode')}${String.raw`[\s\0]*(?:\]|/|>>)`}`,
);
const HAS_PREDICTOR = new RegExp(name('Predictor') + END);
const STREAM = /(?<!end)stream\r?\n/g;
/** Far above the unpacked size of ordinary objects. */
const UNPACKED_MAX = 33_554_432;

/** Whether a PDF has active content, or may: packed objects that we cannot unpack (encrypted, unusual filter) count. */
export function mayRunScripts(content: Buffer): boolean {
  const text = content.toString('latin1');
  if (ACTIVE_CONTENT.test(text)) return true;
  let remaining = UNPACKED_MAX;
  for (const { index, 0: word } of text.matchAll(STREAM)) {
    const head = text.slice(Math.max(0, text.lastIndexOf('obj', index)), index);
    if (!IS_OBJECTS.test(head) || !HAS_FILTER.test(head)) continue;
    const objects = unpack(content.subarray(index + word.length), head, remaining);
    if (objects === undefined || ACTIVE_CONTENT.test(objects.toString('latin1'))) return true;
    remaining -= objects.length;
  }
  return false;
}

function unpack(packed: Buffer, head: string, remaining: number): Buffer | undefined {
  if (!ONLY_DEFLATED.test(head) || HAS_PREDICTOR.test(head)) return undefined;
  try {
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, remaining) });
  } catch {
    return undefined;
  }
}
