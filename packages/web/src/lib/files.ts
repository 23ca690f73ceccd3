import { urlOf } from '@campanero/contract/client';
import type { EndpointSpec, Reply } from '@campanero/contract/endpoint';
import { API_ROOT, headersOf, refusalOf } from './api.ts';
import { ApiError } from './errors.ts';
import { withIdentity } from './identity.ts';
import { getSession } from './session.ts';

/** A transfer without progress for this long is aborted. */
const STALL_MS = 60_000;

export type SentBytes = { sent: number; total: number };

export interface UploadOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  form: FormData;
  idempotencyKey?: string;
  /** As a share from 0 to 1, and in bytes. */
  onProgress?: (share: number, bytes: SentBytes) => void;
  signal?: AbortSignal;
}

/** Uploads by XMLHttpRequest, since fetch reports no progress. */
export const upload = <E extends EndpointSpec>(spec: E, options: UploadOptions): Promise<Reply<E>> =>
  withIdentity(() => uploadOnce(spec, options), options.signal);

function uploadOnce<E extends EndpointSpec>(spec: E, options: UploadOptions): Promise<Reply<E>> {
  const { params = {}, query = {}, form, idempotencyKey, onProgress, signal } = options;
  const url = urlOf(spec, { params, query });
  const token = getSession()?.token;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const abort = () => request.abort();
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(abort, STALL_MS);
    };
    request.open(spec.method, `${window.location.origin}${API_ROOT}${url}`);
    headersOf({ method: spec.method, url, body: form, idempotencyKey }, token).forEach((value, name) =>
      request.setRequestHeader(name, value),
    );
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      watch();
      if (lengthComputable && total > 0) onProgress?.(loaded / total, { sent: loaded, total });
    });
    request.addEventListener('error', () => reject(new ApiError({ code: 'NETWORK', status: 0 })));
    request.addEventListener('abort', () =>
      // Cancelled, or stalled, which is a failure.
      reject(signal?.aborted ? cancelled() : new ApiError({ code: 'TIMEOUT', status: 0 })),
    );
    request.addEventListener('load', () => void answerOf(spec, request, token).then(resolve, reject));
    request.addEventListener('loadend', () => {
      clearTimeout(stalled);
      signal?.removeEventListener('abort', abort);
    });
    if (signal?.aborted) return reject(cancelled());
    signal?.addEventListener('abort', abort);
    watch();
    request.send(form);
  });
}

const cancelled = () => new DOMException('request canceled', 'AbortError');

async function answerOf<E extends EndpointSpec>(spec: E, request: XMLHttpRequest, token: string | undefined) {
  if (request.status >= 200 && request.status < 300)
    return spec.response.parse(JSON.parse(request.responseText)) as Reply<E>;
  const retryAfter = request.getResponseHeader('retry-after');
  const headers = new Headers(retryAfter ? { 'retry-after': retryAfter } : {});
  throw await refusalOf(new Response(request.responseText, { status: request.status, headers }), token);
}

/** Downloads an API link with the token. */
export const download = (link: string, signal?: AbortSignal, cache: RequestCache = 'no-store'): Promise<Blob> =>
  withIdentity(() => downloadOnce(link, signal, cache), signal);

/** The bytes behind an endpoint: fetched, so that no URL contains a token. Browsers move large blobs to disk. */
export const downloadOf = (spec: EndpointSpec, input: Parameters<typeof urlOf>[1]): Promise<Blob> =>
  download(`${API_ROOT}${urlOf(spec, input)}`);

async function downloadOnce(link: string, signal: AbortSignal | undefined, cache: RequestCache): Promise<Blob> {
  if (!link.startsWith('/api/')) throw new ApiError({ code: 'NOT_FOUND', status: 404 });
  const token = getSession()?.token;
  const headers = headersOf({ method: 'GET', url: link }, token);
  const init: RequestInit = { credentials: 'omit', cache, headers, signal };
  const response = await fetch(`${window.location.origin}${link}`, init).catch(() => undefined);
  if (!response) throw new ApiError({ code: 'NETWORK', status: 0 });
  if (response.ok) return response.blob();
  throw await refusalOf(response, token);
}
