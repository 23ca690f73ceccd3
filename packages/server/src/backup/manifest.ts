import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { EmbeddedError } from '../db/embedded/embedded-error.ts';

/** What a backup consists of; written last, so that a folder without it is no backup. */
const manifest = z.object({
  product: z.literal('campanero'),
  takenAt: z.iso.datetime(),
  /** Checksums of everything in it, by name. */
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
