import { urlOf } from '@campanero/contract/client';
import type { EndpointSpec, Reply } from '@campanero/contract/endpoint';
import { API_ROOT, headersOf, loseSession } from './api.ts';
import { ApiError, errorOf } from './api-error.ts';
import { getSession } from './session.ts';

/** A transfer is given up when nothing moves for this long, however long it takes as a whole. */
const STALL_MS = 60_000;

interface UploadOptions {
  params?: Record<string, string | number>;
  form: FormData;
  idempotencyKey: string;
  /** How much of the body has left, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Sends a form with files. fetch cannot tell how far an upload has come, XMLHttpRequest can. */
export function upload<E extends EndpointSpec>(spec: E, options: UploadOptions): Promise<Reply<E>> {
  const { params, form, idempotencyKey, onProgress } = options;
  const url = urlOf(spec, params ? { params } : {});
  const token = getSession()?.token;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALL_MS);
    };
    const fail = (code: 'NETWORK' | 'TIMEOUT') => {
      clearTimeout(stalled);
      reject(new ApiError({ code, status: 0 }));
    };
    request.open(spec.method, `${window.location.origin}${API_ROOT}${url}`);
    headersOf({ method: spec.method, url, body: form, idempotencyKey }, token).forEach((value, name) =>
      request.setRequestHeader(name, value),
    );
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      watch();
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    });
    request.addEventListener('error', () => fail('NETWORK'));
    request.addEventListener('abort', () => fail('TIMEOUT'));
    request.addEventListener('load', () => {
      clearTimeout(stalled);
      answerOf(spec, request, token).then(resolve, reject);
    });
    watch();
    request.send(form);
  });
}

async function answerOf<E extends EndpointSpec>(spec: E, request: XMLHttpRequest, token: string | undefined) {
  if (request.status >= 200 && request.status < 300)
    return spec.response.parse(JSON.parse(request.responseText)) as Reply<E>;
  const retryAfter = request.getResponseHeader('retry-after');
  const error = await errorOf(
    new Response(request.responseText, {
      status: request.status,
      headers: retryAfter ? { 'retry-after': retryAfter } : {},
    }),
  );
  if (error.status === 401 && token) loseSession(token);
  throw error;
}
