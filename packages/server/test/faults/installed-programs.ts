import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's folders outside PATH. */
const FOLDERS = [
  ...(process.env['PATH'] ?? '').split(':'),
  '/usr/sbin',
  ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
];

/** Undefined if not installed. */
export const findProgram = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** Prints the missing programs for which tests are skipped. */
export function missingPrograms(names: readonly string[]): string[] {
  const missing = names.filter((name) => findProgram(name) === undefined);
  if (missing.length > 0) process.stderr.write(`skipped: ${missing.join(', ')} not installed\n`);
  return missing;
}
