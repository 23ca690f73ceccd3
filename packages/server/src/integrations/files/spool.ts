import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../work/app-error.ts';
import { makeFolder } from './make-folder.ts';
import type { StoredFile } from './port.ts';

/** A file that is being received is written to all the time; one that waits for S3 to take it is open, and stays readable. */
const ABANDONED_AFTER_MS = 3 * 3_600_000;

interface Spooled extends Omit<StoredFile, 'key'> {
  path: string;
}

/**
 * Receives a stream into a file of its own, counting and hashing on the way, and makes it durable. Whatever goes wrong, a
 * byte too many or a sender who hangs up, leaves no file. The caller moves or removes what it gets.
 */
export async function spool(folder: string, source: Readable, maxBytes: number): Promise<Spooled> {
  await makeFolder(folder);
  const path = join(folder, `${randomUUID()}.part`);
  const file = await open(path, 'wx', 0o600);
  try {
    const received = await receive(file, source, maxBytes);
    await file.sync();
    await file.close();
    return { path, ...received };
  } catch (error) {
    source.destroy();
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

/** Bytes per write. Each write runs in another thread; large ones keep their number low. */
const PIECE_BYTES = 1 << 20;
/** Flushed this often, because flushing half a gigabyte at the end would delay every commit of the database meanwhile. */
const FLUSH_BYTES = 16 << 20;

async function receive(file: FileHandle, source: Readable, maxBytes: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  let piece: Buffer[] = [];
  let held = 0;
  let unflushed = 0;
  let writing = Promise.resolve();
  const write = async () => {
    const whole = Buffer.concat(piece);
    piece = [];
    held = 0;
    unflushed += whole.length;
    const isFull = unflushed >= FLUSH_BYTES;
    if (isFull) unflushed = 0;
    await writing;
    writing = file.appendFile(whole).then(() => (isFull ? file.datasync() : undefined));
    // The failure is thrown by the next await of this promise.
    writing.catch(() => {});
  };
  try {
    for await (const chunk of source as AsyncIterable<Buffer | string>) {
      const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      bytes += part.length;
      if (bytes > maxBytes) throw new AppError('TOO_LARGE');
      hash.update(part);
      piece.push(part);
      held += part.length;
      if (held >= PIECE_BYTES) await write();
    }
    await write();
  } finally {
    // The file is closed after this, whatever went wrong.
    await writing;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Bytes that this process may still write to the folder's disk. */
export async function freeBytesOf(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Deletes the half-received files of killed processes. */
export async function sweepSpool(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.part'))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}
