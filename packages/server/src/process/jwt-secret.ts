import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'jwt-secret';
const MIN_LENGTH = 32;

/**
 * The signing key of an installation without JWT_SECRET: created on the first start and kept beside its data, readable only by
 * the server's user, so that sessions outlive a restart. Only one process works on a data folder, so there is no race.
 */
export async function readOrCreateJwtSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, FILE);
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (kept.trim().length >= MIN_LENGTH) return kept.trim();
  const secret = randomBytes(48).toString('base64url');
  await mkdir(dataDir, { recursive: true });
  // Renamed into place: a crash leaves the whole secret or none.
  await writeFile(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  await chmod(`${file}.new`, 0o600);
  await rename(`${file}.new`, file);
  return secret;
}
