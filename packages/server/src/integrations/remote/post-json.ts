import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { numericHostOf, isPublicAddress, PrivateAddress, publicLookup } from './public-address.ts';

interface Post {
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Also to addresses that are not public. */
  allowPrivate: boolean;
  /** Until the whole response is there. */
  timeoutMs: number;
  /** Characters of the response's body that are returned; the rest is not read. */
  answerMax: number;
  signal?: AbortSignal;
  /** Given by tests. */
  lookup?: LookupFunction;
}

export type PostResult = { status: number; answer: string } | { failure: string };

class TimeUp extends Error {}

/** Follows no redirect and uses each connection once. A response counts from its status on: the end of its body does not matter. */
export function postJson(url: URL, post: Post): Promise<PostResult> {
  const address = numericHostOf(url);
  if (!post.allowPrivate && address !== undefined && !isPublicAddress(address))
    return Promise.resolve({ failure: describeFailure(new PrivateAddress(address)) });
  return new Promise((resolve) => {
    const body = Buffer.from(post.body);
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent: false,
      headers: {
        ...post.headers,
        'content-type': 'application/json',
        'content-length': body.length,
        'accept-encoding': 'identity',
        'user-agent': 'Campanero',
      },
      ...(!post.allowPrivate && { lookup: post.lookup ?? publicLookup() }),
      ...(post.signal && { signal: post.signal }),
    });
    let response: IncomingMessage | undefined;
    const chunks: Buffer[] = [];
    const end = (result: PostResult) => {
      clearTimeout(timer);
      resolve(result);
      request.destroy();
    };
    const answered = ({ statusCode = 0 }: IncomingMessage) =>
      end({ status: statusCode, answer: readable(Buffer.concat(chunks), post.answerMax) });
    const failed = (error: unknown) => (response ? answered(response) : end({ failure: describeFailure(error) }));
    const timer = setTimeout(() => failed(new TimeUp()), post.timeoutMs);
    request.on('error', failed);
    request.on('response', (started: IncomingMessage) => {
      response = started;
      // A character has at most four bytes.
      let room = 4 * post.answerMax;
      started.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        room -= chunk.length;
        if (room <= 0) answered(started);
      });
      started.on('end', () => answered(started));
      started.on('error', () => answered(started));
    });
    request.end(body);
  });
}

/** Without control characters, which PostgreSQL or a screen could not show, and never half a character. */
const readable = (bytes: Buffer, max: number) =>
  Array.from(bytes.toString('utf8').replace(/[^\P{Cc}\n\t]|\p{Cf}|\p{Cs}/gu, ''))
    .slice(0, max)
    .join('')
    .trim();

const FAILURES: Readonly<Record<string, string>> = {
  PRIVATE_ADDRESS: 'La dirección es de una red privada.',
  ENOTFOUND: 'No existe ese servidor.',
  EAI_AGAIN: 'No se pudo averiguar la dirección del servidor.',
  ECONNREFUSED: 'El servidor no acepta conexiones.',
  ECONNRESET: 'El servidor cortó la conexión.',
  EHOSTUNREACH: 'No se llega al servidor.',
  ENETUNREACH: 'No se llega al servidor.',
  ETIMEDOUT: 'No se llega al servidor.',
};
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/;

function describeFailure(error: unknown): string {
  if (error instanceof TimeUp) return 'No respondió a tiempo.';
  const code = codeOf(error);
  if (CERTIFICATE.test(code)) return `El certificado del servidor no es válido (${code}).`;
  return FAILURES[code] ?? `No se pudo enviar${code ? ` (${code})` : ''}.`;
}

/** A host with several addresses fails with an error for each. */
function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: unknown; errors?: { code?: unknown }[] };
  const found = code ?? errors?.[0]?.code;
  return typeof found === 'string' ? found.slice(0, 60) : '';
}
