import { constants, inflateSync } from 'node:zlib';

const TAIL = 2_048;

/** A PDF that begins with its own header and ends with its own end mark: nothing before and nothing but blanks after. */
export function isWholePdf(content: Buffer): boolean {
  if (!/^%PDF-[12]\.\d[\r\n %]/.test(content.toString('latin1', 0, 10))) return false;
  const tail = content.toString('latin1', Math.max(0, content.length - TAIL));
  return /startxref\s+\d+\s+%%EOF[\s\0]*$/.test(tail);
}

/** A name of the format, each letter of which may also be written as its number, #4a or #4A. */
const name = (letters: string) => `/${letters.split('').map(eitherWay).join('')}`;
const eitherWay = (letter: string) => {
  const number = letter.charCodeAt(0).toString(16);
  return `(?:${letter}|#${number.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
};
const END = String.raw`(?=[\s\0()<>[\]{}/%]|$)`;

/** Scripts, programs to be started, players that run scripts, and forms that hold them. */
const RUNS = new RegExp(
  `${['JavaScript', 'Launch', 'Rendition'].map((each) => name(each) + END).join('|')}|${name('XFA')}${String.raw`[\s\0]*(?:\[|\d)`}`,
);
const IS_OBJECTS = new RegExp(`${name('ObjStm')}${END}|${name('First')}${END}`);
const HAS_FILTER = new RegExp(name('Filter') + END);
const ONLY_DEFLATED = new RegExp(
  `${name('Filter')}${String.raw`[\s\0]*\[?[\s\0]*`}${name('FlateDecode')}${String.raw`[\s\0]*(?:\]|/|>>)`}`,
);
const HAS_PREDICTOR = new RegExp(name('Predictor') + END);
const STREAM = /(?<!end)stream\r?\n/g;
/** What the objects of an honest file take when unpacked is far below this. */
const UNPACKED_MAX = 33_554_432;

/**
 * Whether a PDF holds something that runs when it is opened, or might: its objects may lie packed in streams, and one that we
 * cannot unpack (protected by a password, an unusual packing) is taken for the worst.
 */
export function mayRunScripts(content: Buffer): boolean {
  const text = content.toString('latin1');
  if (RUNS.test(text)) return true;
  let room = UNPACKED_MAX;
  for (const { index, 0: word } of text.matchAll(STREAM)) {
    const head = text.slice(Math.max(0, text.lastIndexOf('obj', index)), index);
    if (!IS_OBJECTS.test(head) || !HAS_FILTER.test(head)) continue;
    const objects = unpack(content.subarray(index + word.length), head, room);
    if (objects === undefined || RUNS.test(objects.toString('latin1'))) return true;
    room -= objects.length;
  }
  return false;
}

function unpack(packed: Buffer, head: string, room: number): Buffer | undefined {
  if (!ONLY_DEFLATED.test(head) || HAS_PREDICTOR.test(head)) return undefined;
  try {
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, room) });
  } catch {
    return undefined;
  }
}
