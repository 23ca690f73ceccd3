import { loseSession } from './api.ts';
import { ApiError, errorOf } from './api-error.ts';
import { getSession } from './session.ts';

/** The bytes behind one of the API's own links, fetched with the token: a plain link could not carry it (SEC-37). */
export async function download(link: string, signal?: AbortSignal): Promise<Blob> {
  if (!link.startsWith('/api/')) throw new ApiError({ code: 'NOT_FOUND', status: 404 });
  const token = getSession()?.token;
  const init: RequestInit = { credentials: 'omit', cache: 'no-store', headers: { authorization: `Bearer ${token}` } };
  if (signal) init.signal = signal;
  const response = await fetch(`${window.location.origin}${link}`, init).catch(() => undefined);
  if (!response) throw new ApiError({ code: 'NETWORK', status: 0 });
  if (response.ok) return response.blob();
  const error = await errorOf(response);
  if (error.status === 401 && token) loseSession(token);
  throw error;
}
