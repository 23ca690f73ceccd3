import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { ERRORS } from '@campanero/contract/errors';
import { otherSpreadsheet } from '@campanero/contract/loads/xlsx/other-spreadsheet';
import { FILE_KINDS, kindByName, type FileRules } from '@campanero/contract/shared/files';
import type { StoredFile, UploadedFile } from '../integrations/files/port.ts';
import { isInfected } from '../integrations/scanner/clamd.ts';
import { AppError } from '../work/app-error.ts';
import { userAudit } from '../work/audit.ts';
import { isDiskFull } from '../work/disk-full.ts';
import { discardOrphan, putOrphan } from '../work/orphan-files.ts';
import { uploadedBytes } from '../work/metrics.ts';
import { transact } from '../work/transact.ts';
import { createInspector, type ContentFault } from './file-content/detect.ts';
import { workbookFault } from './file-content/workbook.ts';
import { cleanFileName, hasHiddenExtension } from './send-file.ts';
import { isSafeInput, validationError } from './validation.ts';

/** `content` is for the idempotency fingerprint; `discard` deletes the files of a request that was refused or replayed. */
type ReceivedForm = { fields: unknown; files: UploadedFile[]; content: unknown; discard: () => Promise<void> };

const FIELDS_MAX = 40;
/** The longest declared field is 5,000 characters of four bytes, or 20,000 digits. */
const FIELD_BYTES = 40_960;
const NO_FILES: FileRules = { field: 'files[]', maxFiles: 0, maxBytes: 0, kinds: [] };

/** Endpoints that declare no form refuse it as the wrong content type. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
  app.addHook('preValidation', async (request) => {
    const { multipart: takesFiles, formIgnored } = request.routeOptions.config.spec ?? {};
    if (request.isMultipart() && !takesFiles && !formIgnored) throw new AppError('UNSUPPORTED_TYPE');
  });
}

/** Uploads leave this free: the database stops on a full disk. */
export const DISK_RESERVE = 268_435_456;

/** Refuses an upload by its headers: wrong type, too large, or not enough disk space. */
export async function checkFormHeaders(spec: EndpointSpec, request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_TYPE');
  const { maxFiles, maxBytes } = spec.files ?? NO_FILES;
  const most = maxFiles * maxBytes + FIELDS_MAX * FIELD_BYTES;
  const declared = Number(request.headers['content-length'] ?? most);
  if (declared > most) throw new AppError('FILE_TOO_LARGE');
  if (maxFiles > 0 && (await request.ctx.files.freeBytes()) < declared + DISK_RESERVE) throw new AppError('NO_SPACE');
}

/** Fields are validated at the end, as parts come in any order. If one fails, no file remains. */
export async function receiveForm(spec: EndpointSpec, request: FastifyRequest): Promise<ReceivedForm> {
  const files: UploadedFile[] = [];
  const discard = async () => {
    await Promise.allSettled(files.splice(0).map(({ key }) => discardOrphan(request.ctx, key)));
  };
  try {
    const sent = await readParts(spec.files ?? NO_FILES, request, files);
    const content = { fields: sent, files: files.map(({ originalName, sha256 }) => [originalName, sha256]) };
    return { fields: validate(spec, sent), files, content, discard };
  } catch (error) {
    await discard();
    // Discard the rest; refuseEarly() of connections.ts closes the connection after the answer.
    request.raw.unpipe();
    request.raw.resume();
    throw error;
  }
}

async function readParts(rules: FileRules, request: FastifyRequest, files: UploadedFile[]) {
  const fields: Record<string, unknown> = {};
  const parts = request.parts({
    // One more than allowed, so that we refuse it instead of the parser.
    limits: {
      files: rules.maxFiles + 1,
      fileSize: rules.maxBytes + 1,
      fields: FIELDS_MAX,
      fieldSize: FIELD_BYTES,
      fieldNameSize: 100,
      parts: FIELDS_MAX + rules.maxFiles + 1,
      headerPairs: 20,
    },
  });
  for (;;) {
    const { value: part, done } = await parts.next().catch((error: unknown) => {
      throw new AppError('BAD_REQUEST', { cause: error });
    });
    if (done) return fields;
    if (part.type === 'file') files.push(await receiveFile(rules, request, part, files.length));
    else addField(fields, part);
  }
}

function addField(
  fields: Record<string, unknown>,
  part: { fieldname: string; value: unknown; valueTruncated: boolean },
) {
  const { fieldname: field, value, valueTruncated } = part;
  const fault = (message: string) => new AppError('VALIDATION', { fields: [{ field: field.slice(0, 100), message }] });
  if (Object.hasOwn(fields, field)) throw fault('El campo está repetido.');
  if (valueTruncated) throw fault('El texto es demasiado largo.');
  fields[field] = value;
}

function validate(spec: EndpointSpec, sent: Record<string, unknown>): unknown {
  if (!isSafeInput(sent)) throw new AppError('BAD_REQUEST');
  const result = spec.body?.safeParse(sent);
  if (result && !result.success) throw validationError(result.error);
  return result?.data;
}

type FilePart = { fieldname: string; filename: string | undefined; file: Readable };

async function receiveFile(rules: FileRules, request: FastifyRequest, part: FilePart, before: number) {
  const refuse = (error: ContentFault | 'FILE_TOO_LARGE' | 'TOO_MANY_FILES', message: string, cause?: unknown) =>
    new AppError(error, { fields: [{ field: rules.field, message }], cause });
  if (part.fieldname !== rules.field) throw refuse('FILE_TYPE', 'No se espera un archivo en este campo.');
  if (before >= rules.maxFiles) throw refuse('TOO_MANY_FILES', `Como mucho ${rules.maxFiles} archivos.`);
  const originalName = cleanFileName(part.filename ?? '');
  const kind = kindByName(rules, originalName);
  const faulty = (fault: ContentFault) => refuse(fault, faultMessage(fault, originalName, rules));
  if (!kind || hasHiddenExtension(originalName)) throw faulty(otherSpreadsheet(rules, originalName) ?? 'FILE_TYPE');

  const inspector = createInspector(kind);
  async function* inspected() {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      const fault = await inspector.faultIn(chunk);
      if (fault) throw faulty(fault);
      yield chunk;
      // Let other requests run between the chunks of a fast upload.
      await turn();
    }
    // Thrown before the end of the stream, so the store keeps nothing.
    const fault = await inspector.faultAtEnd();
    if (fault) throw faulty(fault);
  }
  const { ctx } = request;
  const stored = await putOrphan(ctx, Readable.from(inspected()), rules.maxBytes).catch((error: unknown) => {
    if (error instanceof AppError && error.error === 'TOO_LARGE')
      throw refuse('FILE_TOO_LARGE', `«${originalName}» supera los ${rules.maxBytes / 1_048_576} MB.`, error);
    throw receivingError(error);
  });
  try {
    await scan(request, stored, originalName);
    const fault = kind === 'xlsx' ? await workbookFault(ctx.files, stored) : null;
    if (fault) throw faulty(fault);
  } catch (error) {
    await discardOrphan(ctx, stored.key).catch(() => {});
    throw receivingError(error);
  }
  uploadedBytes.inc(stored.bytes);
  return { ...stored, originalName, contentType: FILE_KINDS[kind].type };
}

const faultMessage = (fault: ContentFault, name: string, rules: FileRules) =>
  fault === 'FILE_TYPE' ? `«${name}» no es un archivo ${allowedEndings(rules)}.` : `«${name}»: ${ERRORS[fault].es}`;
const allowedEndings = ({ kinds }: FileRules) => kinds.flatMap((kind) => FILE_KINDS[kind].endings).join(', ');

/** An aborted or truncated upload is the client's error; a full disk is ours, and temporary. */
function receivingError(error: unknown): unknown {
  if (isDiskFull(error)) return new AppError('NO_SPACE', { cause: error });
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const isSender = code === 'FST_MP_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
  const isBroken = typeof message === 'string' && /terminated early|end of multipart|aborted/i.test(message);
  return isSender || isBroken ? new AppError('BAD_REQUEST', { cause: error }) : error;
}

/** Only with CLAMAV_URL. An infected file is audited. */
async function scan({ ctx }: FastifyRequest, { key }: StoredFile, name: string): Promise<void> {
  const { clamavUrl } = ctx.config;
  if (!clamavUrl || !(await isInfected(clamavUrl, await ctx.files.get(key)))) return;
  const after = { Acción: 'Archivo infectado rechazado', Archivo: name };
  await transact(ctx, (work) => work.audit(userAudit(ctx.actor?.id ?? null, 'ACCIÓN'), { after }));
  throw new AppError('FILE_INFECTED');
}
