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
export const sendFile = (reply: FastifyReply, { bytes, ...file }: SentFile): FastifyReply =>
  sendStream(reply.header('content-length', String(bytes)), file);

/** The same for one that is made while it is sent. */
export const sendStream = (
  reply: FastifyReply,
  { originalName, contentType, content }: Omit<SentFile, 'bytes'>,
): FastifyReply =>
  reply
    .headers({
      'content-type': contentType,
      'content-disposition': attachmentHeader(originalName),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .send(content);
