import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { AppError } from '../work/app-error.ts';

interface SentFile {
  originalName: string;
  contentType: string;
  bytes: number;
  content: Readable;
}

/** An uploaded file, sent so that browsers save it instead of showing it, with its detected type and no rights to run. */
export const sendFile = (reply: FastifyReply, { bytes, ...file }: SentFile): FastifyReply =>
  sendStream(reply.header('content-length', String(bytes)), file);

/** The same for a file that is created while it is sent. */
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

const NAME_MAX = 255;
/** A program's ending inside the name (`foto.exe.png`) is a disguise. `guion.v2.pdf` and `acta 15.11.pdf` are none. */
const DISGUISES = new Set(
  'asp aspx bat cgi cmd com dll exe hta htm html jar js jse jsp lnk mht mhtml mjs msi php php5 phtml pif pl ps1 py scr sh svg svgz swf vb vbs wsf xht xhtml xml'.split(
    ' ',
  ),
);

/** The file name as sent, without folders and without characters that could deceive on a screen. */
export function cleanFileName(given: string): string {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  // Browsers write a quotation mark in a form's file name as %22, and nothing else that way. Out go control characters
  // and the marks that make text run backwards: `gnp.exe` must not look like `exe.png`.
  const visible = base.replaceAll('%22', '"').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '');
  const name = visible.toWellFormed().normalize('NFC').trim();
  if (name === '' || name === '.' || name === '..') throw new AppError('FILE_TYPE');
  return shorten(name);
}

/** By code points, as the database counts, keeping the ending. */
function shorten(name: string): string {
  const points = Array.from(name);
  if (points.length <= NAME_MAX) return name;
  const ending = Array.from(/\.[^.]{1,10}$/.exec(name)?.[0] ?? '');
  return [...points.slice(0, NAME_MAX - ending.length), ...ending].join('');
}

export const isDisguised = (name: string): boolean =>
  name
    .toLowerCase()
    .split('.')
    .slice(1, -1)
    .some((part) => DISGUISES.has(part.trim()));

/** RFC 6266: the plain name for old readers, the true one beside it; neither can end the header or name a folder. */
function attachmentHeader(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%/]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
