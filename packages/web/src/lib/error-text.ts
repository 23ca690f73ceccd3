import { DEFAULT_ERROR_TEXT, errorSpec, isErrorCode } from '@campanero/contract/errors';
import { ApiError } from './api-error.ts';

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
 * The sentence a person reads for an error. `fallback` is the catalogue's text of that screen (spec 8).
 * Decided by code, never by matching the server's words.
 */
export function errorText(error: unknown, fallback: string = DEFAULT_ERROR_TEXT): string {
  if (!(error instanceof ApiError) || GENERIC.has(error.code)) return fallback;
  if (error.code === 'NETWORK' || error.code === 'TIMEOUT') return OWN_TEXTS[error.code];
  if (error.code === 'TOO_MANY_ATTEMPTS' && error.retryAfter)
    return `Demasiados intentos fallidos. Espere ${minutes(error.retryAfter)} e inténtelo de nuevo.`;
  return isErrorCode(error.code) ? errorSpec(error.code).es : fallback;
}
