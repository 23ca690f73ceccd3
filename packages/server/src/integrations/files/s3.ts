import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Disk } from 'flydrive';
import { AppError, found } from '../../work/app-error.ts';
import { countFailure } from '../../work/metrics.ts';
import { withTimeout } from '../../work/with-timeout.ts';
import { isKey, pathOfKey, type FileStore } from './port.ts';
import { freeBytesOf, storeSpooled } from './spool.ts';

/** Timeout of an answer; uploads get more by size, downloads are not limited. */
const ANSWER_MS = 20_000;
const BYTES_PER_MS = 200;
/** Limit of a single S3 request. Uploads are smaller; a larger export fails with a message. */
const OBJECT_MAX_BYTES = 5 * 2 ** 30;

/** `s3://key:secret@host/bucket?region=…`; `&insecure=true` without TLS. Uploads are spooled: S3 needs their length. */
export function createS3Store(storageUrl: string, spoolFolder: string, answerMs = ANSWER_MS): FileStore {
  let opened: Promise<Disk> | undefined;
  let ranges: ReturnType<typeof openRanges> | undefined;
  // Loaded on first use: the S3 libraries slow down the start.
  const open = () => (opened ??= openDisk(storageUrl));
  /** Any failure of the service becomes STORAGE_UNAVAILABLE, with the reason as cause. */
  const callService = <T>(asked: Promise<T>, ms = answerMs): Promise<T> =>
    withTimeout(ms, asked).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      countFailure('storage');
      throw new AppError('STORAGE_UNAVAILABLE', { cause: error });
    });
  return {
    put(source, { maxBytes, onKey }) {
      const limits = { maxBytes: Math.min(maxBytes, OBJECT_MAX_BYTES), onKey };
      return storeSpooled(spoolFolder, source, limits, async (path, key, bytes) => {
        const disk = await open();
        const sent = disk.putStream(pathOfKey(key)!, createReadStream(path), { contentLength: bytes });
        await callService(sent, answerMs + bytes / BYTES_PER_MS);
      });
    },
    async get(key) {
      const place = pathOfKey(key);
      const disk = await open();
      if (!place || !(await callService(disk.exists(place)))) throw new AppError('NOT_FOUND');
      return callService(disk.getStream(place));
    },
    async getRange(key, start, length) {
      const place = found(pathOfKey(key));
      ranges ??= openRanges(storageUrl);
      return callService((await ranges)(place, `bytes=${start}-${start + length - 1}`));
    },
    async exists(key) {
      const place = pathOfKey(key);
      return place !== null && callService((await open()).exists(place));
    },
    async *list() {
      const disk = await open();
      for (let token: string | undefined; ;) {
        const after = token !== undefined && { paginationToken: token };
        const page = await callService(disk.listAll('', { recursive: true, ...after }));
        for (const object of page.objects) if (object.isFile && isKey(object.name)) yield object.name;
        token = page.paginationToken;
        if (token === undefined) return;
      }
    },
    freeBytes: () => freeBytesOf(spoolFolder),
    async remove(key) {
      const place = pathOfKey(key);
      if (place) await callService((await open()).delete(place));
    },
  };
}

async function openDisk(storageUrl: string): Promise<Disk> {
  const [{ Disk: FlyDisk }, { S3Driver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/s3')]);
  return new FlyDisk(new S3Driver(readLocation(storageUrl)));
}

/** Bypasses flydrive, which has no ranges. */
async function openRanges(storageUrl: string) {
  const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const { bucket, visibility: _, supportsACL: __, ...options } = readLocation(storageUrl);
  const client = new S3Client(options);
  return async (place: string, range: string): Promise<Readable> => {
    try {
      const { Body: body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: place, Range: range }));
      return body as Readable;
    } catch (error) {
      if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name))
        throw new AppError('NOT_FOUND', { cause: error });
      throw error;
    }
  };
}

function readLocation(storageUrl: string) {
  const url = new URL(storageUrl);
  const protocol = url.searchParams.get('insecure') === 'true' ? 'http' : 'https';
  return {
    credentials: { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
    endpoint: `${protocol}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket: url.pathname.replaceAll('/', ''),
    forcePathStyle: true,
    visibility: 'private' as const,
    supportsACL: false,
    // Requests whose caller timed out must end, too: they hold a connection.
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 15 * 60_000, throwOnRequestTimeout: true },
    // Many S3-compatible services do not support checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
  };
}
