import { MAX_RECORD } from '../csv/record-scanner.ts';
import type { RowCells } from '../csv/row-faults.ts';
import { cellText, type CellKind, type CellRules } from './cell-text.ts';
import { damaged } from './workbook-fault.ts';
import { createXmlReader, decodeRun, xmlName, type XmlName, type XmlReader, type XmlTag } from './xml-reader.ts';

/** Valid during the call that receives it. Texts are made only of cells that are read. */
export type SheetRow = RowCells & { number(): number };

export const ROW_TOO_LONG = 'La fila es demasiado larga.';

const COLUMNS_MAX = 16_384;
const ROWS_MAX = 16_777_216;

/** By the first letter of `t`: i, b, e, d. */
const KINDS: Record<number, CellKind> = { 0x69: 'inlineStr', 0x62: 'b', 0x65: 'e', 0x64: 'd' };
const S_LETTER = 0x73;
/** Two kinds begin with an s. Anything unknown is a number. */
function kindOf(bytes: Uint8Array, start: number, end: number): CellKind {
  const letter = bytes[start]!;
  if (letter === S_LETTER) return end - start === 1 ? 's' : 'str';
  return KINDS[letter] ?? 'n';
}

/** `BC` of BC12 is 54; -1: no letters. */
function columnOf(bytes: Uint8Array, start: number, end: number): number {
  let column = 0;
  for (let at = start; at < end; at += 1) {
    const letter = bytes[at]! & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
    if (column > COLUMNS_MAX) throw damaged('a cell beyond the last column');
  }
  return column - 1;
}

/** -1 for anything but digits, and for too many of them. */
function wholeNumber(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > 15 || end === start) return -1;
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = bytes[at]! - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

const SHEET_DATA = xmlName('sheetData');
const ROW = xmlName('row');
const C = xmlName('c');
const V = xmlName('v');
const T = xmlName('t');
const RPH = xmlName('rPh');
const R = xmlName('r');
const S = xmlName('s');

/** Reads the rows of a sheet's XML. What follows the rows (links, formats …) is not read, nor anything once `isOver()`. */
export function createRowReader(
  rules: CellRules,
  takeRow: (row: SheetRow) => void,
  isOver: () => boolean = () => false,
): XmlReader {
  const values: (string | number)[] = [];
  const kinds: CellKind[] = [];
  const styles: number[] = [];
  let isInData = false;
  let isBehind = false;
  let number = 0;
  let count = 0;
  let length = 0;
  let column = -1;
  let kind: CellKind = 'n';
  let style = 0;
  let value: string | number = '';
  let isWanted = false;
  let isAbove = false;

  const row: SheetRow = {
    number: () => number,
    count: () => count,
    cell: (index) =>
      index >= 0 && index < count ? cellText(kinds[index]!, values[index]!, styles[index]!, rules) : '',
    isTooLong: () => length > MAX_RECORD,
  };
  const wholeAttribute = (tag: XmlTag, name: XmlName) =>
    tag.locate(name) ? wholeNumber(tag.bytes(), tag.start(), tag.end()) : -1;

  /** Row numbers always increase, whatever the file says; a row without one follows the row before. */
  function openRow(tag: XmlTag) {
    const named = wholeAttribute(tag, R);
    number = named > number ? named : number + 1;
    if (number > ROWS_MAX) throw damaged('a row beyond the last one');
    count = 0;
    length = 0;
    column = -1;
  }

  function openCell(tag: XmlTag) {
    const named = tag.locate(R) ? columnOf(tag.bytes(), tag.start(), tag.end()) : -1;
    column = named === -1 ? column + 1 : named;
    if (column >= COLUMNS_MAX) throw damaged('a cell beyond the last column');
    style = wholeAttribute(tag, S);
    kind = tag.locate(T) ? kindOf(tag.bytes(), tag.start(), tag.end()) : 'n';
    value = '';
  }

  function closeCell() {
    for (; count <= column; count += 1) values[count] = '';
    values[column] = length > MAX_RECORD ? '' : value;
    kinds[column] = kind;
    styles[column] = style;
  }

  const xml = createXmlReader({
    open(name, tag) {
      if (!isInData) {
        if (name === SHEET_DATA) isInData = true;
      } else if (name === C) openCell(tag);
      else if (name === V || name === T) isWanted = !isAbove;
      else if (name === ROW) openRow(tag);
      else if (name === RPH) isAbove = true;
    },
    close(name) {
      if (!isInData) {
        if (name === SHEET_DATA) isBehind = true;
      } else if (name === C) closeCell();
      else if (name === V || name === T) isWanted = false;
      else if (name === ROW) takeRow(row);
      else if (name === RPH) isAbove = false;
      else if (name === SHEET_DATA) {
        isInData = false;
        isBehind = true;
      }
    },
    text(bytes, start, end) {
      length += end - start;
      if (length > MAX_RECORD) return;
      const isNumber = (kind === 's' || kind === 'n') && value === '';
      const whole = isNumber ? wholeNumber(bytes, start, end) : -1;
      value = whole === -1 ? String(value) + decodeRun(bytes, start, end) : whole;
    },
    wantsText: () => isWanted,
  });
  return {
    push(bytes) {
      if (!isBehind && !isOver()) xml.push(bytes);
    },
    end() {
      if (isOver()) return;
      if (!isBehind) xml.end();
      if (!isBehind) throw damaged('a sheet without rows');
    },
  };
}
