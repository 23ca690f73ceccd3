import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A name that a package exports means one thing: two files of the same package do not export the same name. */

const DECLARED = /^export (?:default )?(?:async )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm;
const SKIPPED = /\.(test|faults|gen)\.tsx?$|\/test\//;

/** The files that declare each exported name, by `package: name`. Re-exports do not count. */
export function findExporters(files: readonly string[], read = (file: string) => readFileSync(file, 'utf8')) {
  const exporters = new Map<string, Set<string>>();
  for (const file of files) {
    if (!/^packages\/.*\.tsx?$/.test(file) || SKIPPED.test(file)) continue;
    const [, name] = file.split('/');
    for (const [, exported] of read(file).matchAll(DECLARED)) {
      const key = `${name}: ${exported}`;
      exporters.set(key, (exporters.get(key) ?? new Set()).add(file));
    }
  }
  return exporters;
}

export const listDoubled = (exporters: ReadonlyMap<string, ReadonlySet<string>>) =>
  [...exporters].filter(([, files]) => files.size > 1);

if (import.meta.main) {
  const doubled = listDoubled(
    findExporters(execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')),
  );
  for (const [name, files] of doubled) console.log(`${name} is exported by ${[...files].join(' and ')}`);
  if (doubled.length > 0) process.exitCode = 1;
}
