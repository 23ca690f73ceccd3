import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

export type EncodedBody = { encoding: 'br' | 'gzip' | undefined; bytes: Buffer; etag: string };
/** A response in every available encoding, preferred first. */
export type PreparedAnswer = readonly EncodedBody[];

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Within a few per cent of the best compression at a tenth of its time: the first request waits for it. */
const BROTLI_QUALITY = 9;

export const encodedBody = (bytes: Buffer, encoding: EncodedBody['encoding']): EncodedBody => ({
  encoding,
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
});

/** Validates, serialises and compresses a response once, off the event loop, for all later requests. */
export const prepareAnswer = <S extends z.ZodType>(schema: S, answer: z.input<S>): Promise<PreparedAnswer> =>
  prepareText(JSON.stringify(schema.parse(answer)));

export async function prepareText(text: string): Promise<PreparedAnswer> {
  const plain = Buffer.from(text);
  const [brotli, gzipped] = await Promise.all([
    toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    toGzip(plain),
  ]);
  return [encodedBody(brotli, 'br'), encodedBody(gzipped, 'gzip'), encodedBody(plain, undefined)];
}

const isCached = (request: FastifyRequest, etag: string) =>
  (request.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

const acceptsEncoding = (request: FastifyRequest, encoding: string) =>
  (request.headers['accept-encoding'] ?? '').split(',').some((offer) => {
    const [name, quality] = offer.split(';').map((part) => part.trim());
    return name === encoding && !/^q=0(\.0*)?$/.test(quality ?? '');
  });

type SendOptions = { type: string; cacheControl: string; vary: readonly string[] };

/** Sends the first encoding that the client accepts, or 304. The last body must be the plain one. */
export function sendEncoded(
  bodies: readonly EncodedBody[],
  request: FastifyRequest,
  reply: FastifyReply,
  { type, cacheControl, vary }: SendOptions,
): FastifyReply {
  const body = bodies.find(({ encoding }) => encoding === undefined || acceptsEncoding(request, encoding))!;
  reply
    .header('cache-control', cacheControl)
    .header('etag', body.etag)
    .header('vary', [reply.getHeader('vary'), ...vary].filter(Boolean).join(', '))
    .type(type);
  if (isCached(request, body.etag)) return reply.status(304).send();
  if (body.encoding) reply.header('content-encoding', body.encoding);
  return reply.send(body.bytes);
}

/** Only a private cache may keep it, and must revalidate: the session may have ended. */
export const sendPrepared = (
  answer: PreparedAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  type = 'application/json; charset=utf-8',
): FastifyReply =>
  sendEncoded(answer, request, reply, {
    type,
    cacheControl: 'private, no-cache',
    vary: ['Accept-Encoding', 'Authorization'],
  });
