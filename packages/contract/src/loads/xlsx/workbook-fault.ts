import type { ErrorCode } from '../../errors.ts';

export const WORKBOOK_REFUSALS = [
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
] as const satisfies readonly ErrorCode[];
export type WorkbookRefusal = (typeof WORKBOOK_REFUSALS)[number];

/** A fault of the file itself: not retryable. */
export class WorkbookFault extends Error {
  readonly refusal: WorkbookRefusal;
  constructor(refusal: WorkbookRefusal, detail: string) {
    super(`${refusal}: ${detail}`);
    this.refusal = refusal;
  }
}

export const damaged = (detail: string) => new WorkbookFault('WORKBOOK_DAMAGED', detail);
