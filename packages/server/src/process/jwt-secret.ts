import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../work/if-missing.ts';

const FILE = 'jwt-secret';
const MIN_LENGTH = 32;

/** Signing key of an installation without JWT_SECRET. Only one process uses a data folder, so there is no race. */
export async function readOrCreateJwtSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, FILE);
  const stored = await readFile(file, 'utf8').catch(ifMissing(''));
  if (stored.trim().length >= MIN_LENGTH) return stored.trim();
  const secret = randomBytes(48).toString('base64url');
  await mkdir(dataDir, { recursive: true });
  // Renamed atomically: a crash leaves the whole secret or none.
  await writeFile(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  await chmod(`${file}.new`, 0o600);
  await rename(`${file}.new`, file);
  return secret;
}
