import { isUtf8 } from 'node:buffer';
import { createAudienceReader, type AudienceReader } from '@campanero/contract/loads/csv/audience-reader';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import { createPlaceIndex, type PlaceRules, type UnknownPlaces } from '@campanero/contract/loads/csv/places';
import type { Batch, RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import type { CellRules } from '@campanero/contract/loads/xlsx/cell-text';
import { createTextReader, createTextTable } from '@campanero/contract/loads/xlsx/shared-strings';
import { createSheetReader } from '@campanero/contract/loads/xlsx/sheet-reader';
import { productDay } from '@campanero/contract/shared/dates';
import { type Pack, RowEncoder } from '../../../call-store/row-encoder.ts';

export interface Reading {
  pack: Pack;
  rejected: RejectedRow[];
  /** Null until the header was read. */
  shape: AudienceShape | null;
  /** Of all files so far; only with the last chunk of a file. */
  unknownPlaces?: UnknownPlaces;
}

type SheetRules = Omit<CellRules, 'texts'>;

/** Steps to read files in order. A file is a CSV unless a sheet was begun; shared strings come before rows. */
export type ReadingStep =
  | { step: 'sheet'; rules: SheetRules }
  | { step: 'texts'; piece: Uint8Array<ArrayBuffer> }
  | { step: 'rows'; piece: Uint8Array<ArrayBuffer> }
  | { step: 'end' };

const ROW_BYTES = 256;

/** Turns bytes into encoded rows with the contract's readers, which the browser's preview uses, too. */
export function createReading(places: PlaceRules) {
  const rules = { places: createPlaceIndex(places), today: productDay(Date.now()), isUtf8 };
  const encoder = new RowEncoder();
  let file: AudienceReader = createAudienceReader(rules);
  let texts: ReturnType<typeof createTextReader> | undefined;
  const encode = ({ rows, rejected }: Batch): Reading => {
    encoder.begin(rows.length * ROW_BYTES);
    for (const person of rows) encoder.add(person);
    return { pack: encoder.finish(), rejected, shape: file.shape() };
  };
  const nothing = () => encode({ rows: [], rejected: [] });

  function beginSheet(cells: SheetRules): Reading {
    const table = createTextTable();
    texts = createTextReader(table);
    file = createSheetReader(rules, { ...cells, texts: table });
    return nothing();
  }
  /** End of a file; another may follow. */
  function end(): Reading {
    const last = encode(file.end());
    file = createAudienceReader(rules);
    texts = undefined;
    return { ...last, unknownPlaces: rules.places.unknown() };
  }
  return (next: ReadingStep): Reading => {
    switch (next.step) {
      case 'sheet':
        return beginSheet(next.rules);
      case 'texts':
        texts?.push(next.piece);
        return nothing();
      case 'rows':
        return encode(file.push(next.piece));
      case 'end':
        return end();
    }
  };
}
