import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examine } from '../../src/doctor/examine.ts';

/** What `npm run doctor` finds about one thing with these settings: `state: what it says`. */
export async function doctorSays(about: string, env: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'campanero-doctor-'));
  const found: string[] = [];
  for await (const finding of examine({ DATA_DIR: folder, PORT: '0', ...env }))
    if (finding.about.startsWith(about)) found.push(`${finding.state}: ${finding.says}`);
  await rm(folder, { recursive: true, force: true });
  return found;
}
