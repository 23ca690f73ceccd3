import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { AppError } from '../work/app-error.ts';

type SentFile = { originalName: string; contentType: string; bytes: number; content: Readable };

/** Sends an uploaded file as a download, with its detected type and a sandboxing CSP. */
export const sendFile = (reply: FastifyReply, { bytes, ...file }: SentFile): FastifyReply =>
  sendStream(reply.header('content-length', String(bytes)), file);

/** A table that is generated while it is sent. */
export const sendCsv = (reply: FastifyReply, { name, content }: { name: string; content: AsyncIterable<string> }) =>
  sendStream(reply, { originalName: name, contentType: 'text/csv; charset=utf-8', content: Readable.from(content) });

const sendStream = (reply: FastifyReply, { originalName, contentType, content }: Omit<SentFile, 'bytes'>) =>
  reply
    .headers({
      'content-type': contentType,
      'content-disposition': attachmentHeader(originalName),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .send(content);

const NAME_MAX = 255;
/** Executable extensions that may not stand inside a name (`foto.exe.png`). */
const HIDDEN_EXTENSION =
  /^(asp|aspx|bat|cgi|cmd|com|dll|exe|hta|htm|html|jar|js|jse|jsp|lnk|mht|mhtml|mjs|msi|php|php5|phtml|pif|pl|ps1|py|scr|sh|svg|svgz|swf|vb|vbs|wsf|xht|xhtml|xml)$/;

export function cleanFileName(given: string): string {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  // Browsers encode only the quotation mark in a form's file name. Bidi marks could make `gnp.exe` look like `exe.png`.
  const visible = base.replaceAll('%22', '"').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '');
  const name = visible.toWellFormed().normalize('NFC').trim();
  if (name === '' || name === '.' || name === '..') throw new AppError('FILE_TYPE');
  return shorten(name);
}

/** Truncates by code points, as the database counts, and keeps the extension. */
function shorten(name: string): string {
  const points = Array.from(name);
  if (points.length <= NAME_MAX) return name;
  const extension = Array.from(/\.[^.]{1,10}$/.exec(name)?.[0] ?? '');
  return [...points.slice(0, NAME_MAX - extension.length), ...extension].join('');
}

export const hasHiddenExtension = (name: string): boolean =>
  name
    .toLowerCase()
    .split('.')
    .slice(1, -1)
    .some((part) => HIDDEN_EXTENSION.test(part.trim()));

/** RFC 6266: an ASCII name for old clients and the exact one; both escaped for the header. */
function attachmentHeader(name: string): string {
  const ascii = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%/]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
