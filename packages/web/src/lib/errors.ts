import { DEFAULT_ERROR_TEXT, type ErrorCode, ERRORS, isErrorCode } from '@campanero/contract/errors';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

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

const OWN_TEXTS = {
  NETWORK: 'No hay conexión con el servidor. Revise su red e inténtelo de nuevo.',
  TIMEOUT: 'El servidor tardó demasiado en responder. Inténtelo de nuevo.',
} as const;

/** A refusal whose cause only the screen can name: there the screen's own sentence says more. */
const GENERIC = new Set(['INTERNAL', 'UNKNOWN', 'BAD_REQUEST']);

const minutes = (seconds: number) => {
  const whole = Math.max(1, Math.ceil(seconds / 60));
  return whole === 1 ? '1 minuto' : `${whole} minutos`;
};

/**
 * The sentence a person reads for an error. `fallback` is the general sentence of that screen, for errors that know no
 * reason (rule texts/reason-beats-catalogue). Decided by code, never by matching the server's words.
 */
export function errorText(error: unknown, fallback: string = DEFAULT_ERROR_TEXT): string {
  if (!(error instanceof ApiError) || GENERIC.has(error.code)) return fallback;
  if (error.code === 'NETWORK' || error.code === 'TIMEOUT') return OWN_TEXTS[error.code];
  if (error.code === 'TOO_MANY_ATTEMPTS' && error.retryAfter)
    return `Demasiados intentos fallidos. Espere ${minutes(error.retryAfter)} e inténtelo de nuevo.`;
  return isErrorCode(error.code) ? ERRORS[error.code].es : fallback;
}

/** Puts the server's sentences about single fields at those fields, the first one focused; says whether there was any. */
export function showFieldErrors<V extends FieldValues, C, T>(form: UseFormReturn<V, C, T>, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const values = Object.entries(form.getValues());
  // Several of the server's fields may be one field of the form.
  const pathOf = (sent: string) =>
    values.map(([name, value]) =>
      sent === name || sent.startsWith(`${name}.`)
        ? sent
        : value !== null && typeof value === 'object' && sent in value && `${name}.${sent}`,
    );
  const faulty = Object.entries(error.fields).flatMap(([sent, message]) =>
    pathOf(sent).flatMap((path) => (path ? [{ path: path as Path<V>, message }] : [])),
  );
  faulty.forEach(({ path, message }, place) =>
    form.setError(path, { type: 'server', message }, { shouldFocus: place === 0 }),
  );
  return faulty.length > 0;
}
