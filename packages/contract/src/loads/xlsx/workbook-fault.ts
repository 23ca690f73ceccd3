import type { ErrorCode } from '../../errors.ts';

/** Why a workbook is not taken; each has its sentence in errors.ts. */
export type WorkbookRefusal = Extract<
  ErrorCode,
  | 'WORKBOOK_PROTECTED'
  | 'WORKBOOK_OLD'
  | 'WORKBOOK_MACROS'
  | 'WORKBOOK_ODS'
  | 'WORKBOOK_BINARY'
  | 'NO_WORKBOOK'
  | 'WORKBOOK_DAMAGED'
  | 'WORKBOOK_BOMB'
  | 'WORKBOOK_ENTITIES'
  | 'WORKBOOK_TEXTS'
  | 'SHEET_UNKNOWN'
>;

export const WORKBOOK_REFUSALS: readonly WorkbookRefusal[] = [
  'WORKBOOK_PROTECTED',
  'WORKBOOK_OLD',
  'WORKBOOK_MACROS',
  'WORKBOOK_ODS',
  'WORKBOOK_BINARY',
  'NO_WORKBOOK',
  'WORKBOOK_DAMAGED',
  'WORKBOOK_BOMB',
  'WORKBOOK_ENTITIES',
  'WORKBOOK_TEXTS',
  'SHEET_UNKNOWN',
];

/** The file itself is at fault: reading it again would end the same way. */
export class WorkbookFault extends Error {
  readonly refusal: WorkbookRefusal;
  constructor(refusal: WorkbookRefusal, detail: string) {
    super(`${refusal}: ${detail}`);
    this.refusal = refusal;
  }
}

export const damaged = (detail: string) => new WorkbookFault('WORKBOOK_DAMAGED', detail);
