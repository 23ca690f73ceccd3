import { isErrorCode } from '@campanero/contract/errors';
import type { ErrorCode } from '@campanero/contract/errors';

/** Codes that only a client can meet: no answer at all, or none in time. */
export type ClientErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'UNKNOWN';

interface Refusal {
  code: ClientErrorCode;
  status: number;
  /** Field name -> the server's sentence about it. */
  fields?: Record<string, string>;
  /** Seconds, from a 429. */
  retryAfter?: number;
}

export class ApiError extends Error {
  readonly code: ClientErrorCode;
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly retryAfter: number | undefined;

  constructor({ code, status, fields = {}, retryAfter }: Refusal) {
    super(`${code} (${status})`);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

interface WireError {
  error?: unknown;
  errors?: { field: string; message: string }[];
}

const seconds = (header: string | null) => (header && /^\d+$/.test(header) ? Number(header) : undefined);

/** An answer that is no success, whatever stood in its body: a proxy's HTML page ends here too. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = ((await response.json().catch(() => null)) ?? {}) as WireError;
  const refusal: Refusal = {
    code: isErrorCode(body.error) ? body.error : 'UNKNOWN',
    status: response.status,
    fields: Object.fromEntries((body.errors ?? []).map(({ field, message }) => [field, message])),
  };
  const retryAfter = seconds(response.headers.get('retry-after'));
  return new ApiError(retryAfter === undefined ? refusal : { ...refusal, retryAfter });
}

export const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
