import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { EmbeddedError } from '../db/embedded/processes.ts';
import { CLEAN_ENVIRONMENT, type SystemAccount } from '../db/embedded/account.ts';

/** Written last: a folder without it is no complete backup. */
const manifest = z.object({
  product: z.literal('campanero'),
  takenAt: z.iso.datetime(),
  sha256: z.record(z.string(), z.string()),
});
type Manifest = z.infer<typeof manifest>;

const NAME = 'campanero.json';

export const writeManifest = (folder: string, content: Manifest) =>
  writeFile(join(folder, NAME), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => undefined);
  const parsed = text === undefined ? undefined : manifest.safeParse(JSON.parse(text));
  if (!parsed?.success) throw new EmbeddedError(`${folder} no contiene un respaldo completo de Campanero.`);
  return parsed.data;
}

/** 1: a file changed while it was read, which a base backup allows. */
const SUCCESS: ReadonlySet<number | null> = new Set([0, 1]);

/** As the database's user: only that user may read its folder, and root must not follow links in it. */
function tar(account: SystemAccount, args: string[], input: number | 'ignore', output: 'pipe' | 'ignore') {
  const stdio = [input, output, 'pipe'] as const;
  const child = spawn('tar', args, { ...account.identity, cwd: '/', env: CLEAN_ENVIRONMENT, stdio: [...stdio] });
  let words = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (words += text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', () =>
      reject(new EmbeddedError('No se encontró el programa tar, que hace falta para los respaldos.')),
    );
    child.on('close', resolve);
  });
  // Handled where `ended` is awaited; avoids an unhandled rejection until then.
  ended.catch(() => {});
  return { child, ended, words: () => words.trim() };
}

const failure = (words: string) => new EmbeddedError(`tar no pudo terminar: ${words}`);

export async function pack(account: SystemAccount, folder: string, args: string[], target: string): Promise<string> {
  const { child, ended, words } = tar(account, ['-C', folder, '-cf', '-', ...args], 'ignore', 'pipe');
  const hash = createHash('sha256');
  const tapped = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await Promise.all([pipeline(child.stdout!, tapped, createWriteStream(target, { mode: 0o600 })), ended]);
  if (!SUCCESS.has(await ended)) throw failure(words());
  return hash.digest('hex');
}

export async function unpack(account: SystemAccount, source: string, folder: string): Promise<void> {
  // Passed as a file descriptor: with a pipe, tar may exit before the last chunk is written.
  await using file = await open(source);
  const { ended, words } = tar(account, ['-C', folder, '-xf', '-'], file.fd, 'ignore');
  if ((await ended) !== 0) throw failure(words());
}

export async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256');
  const stream = createReadStream(path);
  stream.on('data', (chunk) => hash.update(chunk));
  await finished(stream);
  return hash.digest('hex');
}
