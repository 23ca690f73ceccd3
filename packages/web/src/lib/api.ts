import { type ClientRequest, createCall } from '@campanero/contract/client';
import { SESSION_EXPIRED_TEXT } from '@campanero/contract/error-texts';
import { idleSeconds } from './browser/idle.ts';
import { readAnswerTime } from './clock.ts';
import { ApiError, errorOf } from './errors.ts';
import { withIdentity } from './identity.ts';
import { queryClient } from './query-client.ts';
import { endSession, getSession, isCurrentToken } from './session.ts';
import { notify } from './snackbar.ts';
import { afterTyping } from './browser/typing.ts';

/** crypto.randomUUID does not exist over plain http, which internal networks use. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const API_ROOT = '/api';
const TIMEOUT_MS = 30_000;

export function headersOf(request: ClientRequest, token: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  // Automatic refetches are not user activity (rule security/idle-limit).
  if (token) headers.set('x-idle-seconds', String(idleSeconds()));
  if (request.body !== undefined && !(request.body instanceof FormData))
    headers.set('content-type', 'application/json');
  // After a lost answer the same key gets the stored one (rule api/idempotency-key).
  if (request.method !== 'GET') headers.set('idempotency-key', request.idempotencyKey ?? randomId());
  return headers;
}

async function fetchAnswer(request: ClientRequest, token: string | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
  const init: RequestInit = {
    method: request.method,
    headers: headersOf(request, token),
    signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    // Only sign-ins use cookies: one marks a known browser, one a visit to the city's directory.
    credentials: request.isPublic || request.withCookies ? 'same-origin' : 'omit',
    cache: 'no-store',
    body: request.body instanceof FormData ? request.body : JSON.stringify(request.body),
  };
  const askedAt = performance.now();
  const response = await fetch(`${window.location.origin}${API_ROOT}${request.url}`, init).catch(() => undefined);
  if (response) readAnswerTime(response, askedAt);
  if (request.signal?.aborted) throw new DOMException('request canceled', 'AbortError');
  if (!response) throw new ApiError({ code: timeout.aborted ? 'TIMEOUT' : 'NETWORK', status: 0 });
  return response;
}

let isEnding = false;

/** Ends a lost session once, after a pause in typing, so that the draft is complete. */
export function endLostSession(token: string) {
  const isLost = () => getSession() !== null && isCurrentToken(token);
  if (isEnding || !isLost()) return;
  isEnding = true;
  afterTyping(() => {
    isEnding = false;
    // Another tab may have signed in meanwhile.
    if (!isLost()) return;
    endSession('expired');
    notify.warning(SESSION_EXPIRED_TEXT);
  });
}

/** A 401 ends the session, except a locked one. */
export async function refusalOf(response: Response, token: string | undefined): Promise<ApiError> {
  const error = await errorOf(response);
  if (error.status === 401 && error.code !== 'SESSION_LOCKED' && token) endLostSession(token);
  return error;
}

async function sendOnce(request: ClientRequest): Promise<unknown> {
  // The 401 of a public endpoint is not a lost session.
  const token = request.isPublic ? undefined : getSession()?.token;
  const response = await fetchAnswer(request, token);
  if (response.ok) return response.status === 204 ? undefined : response.json();
  const error = await refusalOf(response, token);
  // The session check then redirects to the profile.
  if (error.code === 'PASSWORD_CHANGE_REQUIRED' || error.code === 'SECOND_FACTOR_SETUP_REQUIRED')
    void queryClient.invalidateQueries({ queryKey: ['session'] });
  throw error;
}

export const call = createCall((request) => withIdentity(() => sendOnce(request), request.signal));
