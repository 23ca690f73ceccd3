import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

// Limits in gzip (rule reliability/budgets) of the first route, and of what each lazy route or later part of a page adds.
// Run after `vite build packages/web`; exits 1 with the list of what is too heavy.
const FIRST_ROUTE_MAX = 250_000;
const LAZY_ROUTE_MAX = 100_000;
const DIST = fileURLToPath(new URL('../packages/web/dist', import.meta.url));
const PDF_VIEWER = 'src/components/pdf/open-pdf.ts';

interface Chunk {
  file: string;
  name?: string;
  src?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

const gzipped = (file: string) => gzipSync(readFileSync(join(DIST, file))).length;
const kB = (bytes: number) => (bytes === Infinity ? 'any' : `${(bytes / 1000).toFixed(1)} kB`);

function closure(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the manifest`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) closure(imported, seen);
  return seen;
}
const weigh = (files: Iterable<string>) =>
  [...files].filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + gzipped(file), 0);

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (!entry) throw new Error('the manifest has no entry');
/** The list of campaigns, the first page of every user, is part of it (app/router.tsx). */
const first = closure(entry);
/** Fetched by every page once it is drawn (groups of vite.config.ts): no page after the first one waits for them. */
const afterDrawing = ['menu', 'bars'].map((name) => {
  const chunk = Object.keys(manifest).find((key) => manifest[key]?.name === name);
  if (!chunk) throw new Error(`${name} is no chunk of its own`);
  return chunk;
});

const faults: string[] = [];
const measure = (name: string, bytes: number, max: number) => {
  console.log(`${kB(bytes).padStart(10)}  (max ${kB(max)})  ${name}`);
  if (bytes > max) faults.push(`${name}: ${kB(bytes)} exceeds ${kB(max)}`);
};

/** What it loads that is not there yet: a route after the first one, a part of a page after the page that opens it. */
function addedBy(key: string): number {
  const openers = Object.keys(manifest).filter((other) => manifest[other]?.dynamicImports?.includes(key));
  const weights = openers.map((opener) => {
    const there = new Set(
      [first, ...afterDrawing.map((chunk) => closure(chunk)), closure(opener)].flatMap((files) => [...files]),
    );
    return weigh([...closure(key)].filter((file) => !there.has(file)));
  });
  return Math.max(...weights);
}

measure('first route: the app with the list of campaigns', weigh(first), FIRST_ROUTE_MAX);
const lazy = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry);
for (const key of lazy) measure(key, addedBy(key), key === PDF_VIEWER ? Infinity : LAZY_ROUTE_MAX);

if (!lazy.includes(PDF_VIEWER)) faults.push(`${PDF_VIEWER} is no lazy chunk of its own`);

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}
