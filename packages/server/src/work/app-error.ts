import { ERRORS, wireText, type ErrorCode } from '@campanero/contract/errors';

export type FieldFault = { field: string; message: string };

/** An error with a code of the contract; http/error-handler.ts turns it into the response. */
export class AppError extends Error {
  readonly error: ErrorCode;
  readonly status: number;
  readonly fields: FieldFault[] | undefined;
  /** Seconds, for 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(error: ErrorCode, detail: { fields?: FieldFault[]; retryAfter?: number; cause?: unknown } = {}) {
    super(wireText(error), { cause: detail.cause });
    this.error = error;
    this.status = ERRORS[error].status;
    this.fields = detail.fields;
    this.retryAfter = detail.retryAfter;
  }
}

/** A refusal that the form shows at one field. */
export const fieldError = (error: ErrorCode, field: string, message: string) =>
  new AppError(error, { fields: [{ field, message }] });

/** Refuses what does not exist or is not visible. */
export function found<T>(value: T | null | undefined, error: ErrorCode = 'NOT_FOUND'): T {
  if (value === undefined || value === null) throw new AppError(error);
  return value;
}
