import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

/** `npm run bench` runs every benchmark, `npm run bench -- http` one of them. Each prints ratios against a baseline of the same run. */
const all = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark called ${unknown.join(', ')}. There are: ${all.join(', ')}`);
  process.exit(1);
}
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n# ${name}`);
  const { run } = (await import(pathToFileURL(join(import.meta.dirname, `${name}.bench.ts`)).href)) as {
    run: () => Promise<void>;
  };
  await run();
}
process.exit(0);
