import { createXmlReader, xmlName } from './xml-reader.ts';

/** How a cell's number is shown, as far as it matters: as it is, as a day, or filled up with zeros to so many digits. */
export type NumberFormat = 'plain' | 'day' | number;

/** The formats that a workbook knows without declaring them: days, also those of East Asia. Hours alone are no days. */
const isBuiltInDay = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);

/** Texts in quotes, escaped characters, colours and languages in brackets (not `[h]`: hours beyond a day), blanks as wide as a character. */
const DECORATION = /"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]|[_*]./g;

/** What a format makes of a number. Only the first section counts: the others are for negative numbers and texts. */
export function parseNumberFormat(code: string): NumberFormat {
  const [shown = ''] = code.replace(DECORATION, '').split(';');
  if (/^0{2,30}$/.test(shown)) return shown.length;
  const letters = shown.toLowerCase();
  if (letters.includes('general')) return 'plain';
  if (/[yd]/.test(letters)) return 'day';
  return letters.includes('m') && !/[hs]/.test(letters) ? 'day' : 'plain';
}

const NUM_FMT = xmlName('numFmt');
const NUM_FMT_ID = xmlName('numFmtId');
const FORMAT_CODE = xmlName('formatCode');
const CELL_XFS = xmlName('cellXfs');
const XF = xmlName('xf');

/** The looks of a workbook's styles, in their order; a cell names one by its number. */
export function createNumberFormatReader() {
  const declared = new Map<number, NumberFormat>();
  const looks: NumberFormat[] = [];
  let isInCells = false;
  const reader = createXmlReader({
    open(name, tag) {
      if (name === NUM_FMT)
        declared.set(Number(tag.attribute(NUM_FMT_ID)), parseNumberFormat(tag.attribute(FORMAT_CODE) ?? ''));
      else if (name === CELL_XFS) isInCells = true;
      else if (name === XF && isInCells) {
        const id = Number(tag.attribute(NUM_FMT_ID) ?? 0);
        looks.push(declared.get(id) ?? (isBuiltInDay(id) ? 'day' : 'plain'));
      }
    },
    close(name) {
      if (name === CELL_XFS) isInCells = false;
    },
  });
  return { reader, looks };
}
