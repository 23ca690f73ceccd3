import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian puts what is not in the usual path. */
const FOLDERS = [
  ...(process.env['PATH'] ?? '').split(':'),
  '/usr/sbin',
  ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
];

/** The path of a program that packages of this machine brought; undefined where they are not installed. */
export const findProgram = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** Says which programs are missing, for a run that is skipped without them. */
export function missingPrograms(names: readonly string[]): string[] {
  const missing = names.filter((name) => findProgram(name) === undefined);
  if (missing.length > 0) process.stderr.write(`skipped: ${missing.join(', ')} not installed\n`);
  return missing;
}
