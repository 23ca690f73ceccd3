import { DEFAULT_ERROR_TEXT, READ_TEXTS } from '@campanero/contract/error-texts';
import type { ErrorCode } from '@campanero/contract/errors';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** NETWORK, TIMEOUT and UNKNOWN exist only in the client. */
export type ClientErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'UNKNOWN';

interface Refusal {
  code: ClientErrorCode;
  status: number;
  /** The sentence of the answer. */
  text?: string | undefined;
  fields?: Record<string, string>;
  /** Seconds, from a 429. */
  retryAfter?: number;
}

export class ApiError extends Error {
  readonly code: ClientErrorCode;
  readonly status: number;
  readonly text: string | undefined;
  readonly fields: Record<string, string>;
  readonly retryAfter: number | undefined;

  constructor({ code, status, text, fields = {}, retryAfter }: Refusal) {
    super(`${code} (${status})`);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.text = text;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

type WireError = { error?: unknown; message?: unknown; errors?: { field: string; message: string }[] };

const seconds = (header: string | null) => (header && /^\d+$/.test(header) ? Number(header) : undefined);

/** As the server writes them; a gateway's own answers have words there ("Bad Gateway"). */
const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && /^[A-Z]+(_[A-Z]+)*$/.test(code);

const readTexts: Partial<Record<string, string>> = READ_TEXTS;
const textOf = (code: string, message: unknown) =>
  readTexts[code] ?? (typeof message === 'string' ? message : undefined);

/** The body may be anything, for example the HTML page of a proxy. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = ((await response.json().catch(() => null)) ?? {}) as WireError;
  return new ApiError({
    ...(isErrorCode(body.error) ? { code: body.error, text: textOf(body.error, body.message) } : { code: 'UNKNOWN' }),
    status: response.status,
    fields: Object.fromEntries((body.errors ?? []).map(({ field, message }) => [field, message])),
    retryAfter: seconds(response.headers.get('retry-after')),
  });
}

export const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

const OWN_TEXTS = {
  NETWORK: 'No hay conexión con el servidor. Revise su red e inténtelo de nuevo.',
  TIMEOUT: 'El servidor tardó demasiado en responder. Inténtelo de nuevo.',
} as const;

/** Codes without a reason: the sentence of the screen says more. */
const GENERIC = new Set(['INTERNAL', 'UNKNOWN', 'BAD_REQUEST']);

const minutes = (seconds: number) => {
  const whole = Math.max(1, Math.ceil(seconds / 60));
  return whole === 1 ? '1 minuto' : `${whole} minutos`;
};

/** The sentence of an error; `fallback` for errors without a reason (rule texts/reason-beats-catalogue). */
export function errorText(error: unknown, fallback: string = DEFAULT_ERROR_TEXT): string {
  if (!(error instanceof ApiError) || GENERIC.has(error.code)) return fallback;
  if (error.code === 'NETWORK' || error.code === 'TIMEOUT') return OWN_TEXTS[error.code];
  if (error.code === 'TOO_MANY_ATTEMPTS' && error.retryAfter)
    return `Demasiados intentos fallidos. Espere ${minutes(error.retryAfter)} e inténtelo de nuevo.`;
  return error.text ?? fallback;
}

/** Shows the server's messages at their fields and focuses the first; false if there is none. */
export function showFieldErrors<V extends FieldValues, C, T>(form: UseFormReturn<V, C, T>, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const values = Object.entries(form.getValues());
  // One field of the form may hold several fields of the server.
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
