import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { attachmentHeader } from './file-name.ts';

interface SentFile {
  originalName: string;
  contentType: string;
  bytes: number;
  content: Readable;
}

/** A file that somebody once sent: saved rather than shown, read as the type it was found to be, and allowed nothing (SEC-45). */
export const sendFile = (reply: FastifyReply, { originalName, contentType, bytes, content }: SentFile): FastifyReply =>
  reply
    .headers({
      'content-type': contentType,
      'content-length': String(bytes),
      'content-disposition': attachmentHeader(originalName),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .send(content);
