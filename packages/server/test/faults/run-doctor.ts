import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examine } from '../../src/doctor/examine.ts';

/** Findings of `npm run doctor` about one topic: `state: text`. */
export async function runDoctor(about: string, env: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'campanero-doctor-'));
  const found: string[] = [];
  for await (const finding of examine({ DATA_DIR: folder, PORT: '0', ...env }))
    if (finding.about.startsWith(about)) found.push(`${finding.state}: ${finding.says}`);
  await rm(folder, { recursive: true, force: true });
  return found;
}
