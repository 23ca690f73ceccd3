import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For the journeys' server. Readable by PostgreSQL's own user: otherwise root's database would be placed elsewhere and stay. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'campanero-e2e-'));
  await chmod(folder, 0o711);
  return folder;
}
