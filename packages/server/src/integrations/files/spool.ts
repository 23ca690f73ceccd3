import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../work/app-error.ts';
import type { PutLimits, StoredFile } from './port.ts';

/** Longer than any upload to S3 takes; files being received are written continuously. */
const ABANDONED_AFTER_MS = 3 * 3_600_000;

/** Another process may create it concurrently. */
async function makeOne(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  });
}

/** With parents. Node's recursive mkdir reports ENOENT on a read-only disk, and never returns under /proc. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await makeOne(folder);
  }
}

/** Spools the whole file, then `save` moves or sends it. On any error no file is left. */
export async function storeSpooled(
  folder: string,
  source: Readable,
  { maxBytes, onKey }: PutLimits,
  save: (path: string, key: string, bytes: number) => Promise<unknown>,
): Promise<StoredFile> {
  const { path, bytes, sha256 } = await spool(folder, source, maxBytes);
  const key = randomUUID();
  try {
    await onKey?.(key);
    await save(path, key, bytes);
  } finally {
    await rm(path, { force: true });
  }
  return { key, bytes, sha256 };
}

/** Writes a durable temporary file. */
async function spool(folder: string, source: Readable, maxBytes: number) {
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

/** Bytes per write, which is a thread-pool task. */
const WRITE_BYTES = 1 << 20;
/** Flushed regularly, because flushing half a gigabyte at the end would delay database commits. */
const FLUSH_BYTES = 16 << 20;

async function receive(file: FileHandle, source: Readable, maxBytes: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  let chunks: Buffer[] = [];
  let pendingBytes = 0;
  let unflushed = 0;
  let writing = Promise.resolve();
  const write = async () => {
    const whole = Buffer.concat(chunks);
    chunks = [];
    pendingBytes = 0;
    unflushed += whole.length;
    const isFull = unflushed >= FLUSH_BYTES;
    if (isFull) unflushed = 0;
    await writing;
    writing = file.appendFile(whole).then(() => (isFull ? file.datasync() : undefined));
    // The next await of this promise throws the failure.
    writing.catch(() => {});
  };
  try {
    for await (const chunk of source as AsyncIterable<Buffer | string>) {
      const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      bytes += part.length;
      if (bytes > maxBytes) throw new AppError('TOO_LARGE');
      hash.update(part);
      chunks.push(part);
      pendingBytes += part.length;
      if (pendingBytes >= WRITE_BYTES) await write();
    }
    await write();
  } finally {
    // The caller closes the file, also after a failure.
    await writing;
  }
  return { bytes, sha256: hash.digest('hex') };
}

export async function freeBytesOf(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Deletes partial files of killed processes. */
export async function sweepSpool(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.part'))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}
