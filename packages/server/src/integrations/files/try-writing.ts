import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FileStore } from './port.ts';
import { makeFolder } from './spool.ts';

const SAMPLE = 'Campanero comprueba que puede guardar y leer.';

/** Writes and removes a small file; creates the folder if needed. */
export async function tryFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const probe = join(folder, `.probe-${process.pid}`);
  await writeFile(probe, SAMPLE);
  await rm(probe, { force: true });
}

export async function tryStorage(store: FileStore): Promise<void> {
  const { key } = await store.put(Readable.from([SAMPLE]), { maxBytes: 1_000 });
  const read = await text(await store.get(key));
  await store.remove(key);
  if (read !== SAMPLE) throw new Error('lo leído no es lo guardado');
}
