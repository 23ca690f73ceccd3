import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { StartupError } from '../packages/server/src/process/startup-error.ts';
import type { RunStep } from '../packages/server/src/terminal/terminal.ts';
import { ROOT, runQuietly } from './run.ts';

const WEB = join(ROOT, 'packages', 'web');
const DIST = join(WEB, 'dist');
/** Built in a side folder and renamed, so that a server or build that runs at the same time never sees half an app. */
const ASIDE = join(WEB, 'node_modules', `.build-${process.pid}`);
const STAMP = '.sources';
/** What the built app depends on; the lockfile stands for the libraries. */
const SOURCES = ['packages/web', 'packages/contract/src', 'docs/manual', 'package-lock.json'];
const LEFT_OUT = new Set(['dist', 'node_modules']);
const TEST = /\.test\.tsx?$/;
const COMPRESSIBLE = new Set(['.js', '.mjs', '.css', '.svg', '.txt', '.webmanifest']);
/** A file smaller than a network packet is not worth compressing. */
const WORTH_BYTES = 1_024;

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (!entries) return [path];
  const kept = entries.filter(({ name }) => !LEFT_OUT.has(name) && !TEST.test(name));
  return (await Promise.all(kept.map((entry) => listFiles(join(path, entry.name))))).flat();
}

/** One hash over names and contents, because a checkout changes the dates of files. */
async function hashSources(): Promise<string> {
  const files = (await Promise.all(SOURCES.map((source) => listFiles(join(ROOT, source))))).flat().toSorted();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(await readFile(file))
      .update('\0');
  return hash.digest('hex');
}

/** Compressed beside each asset, so that the server never compresses during a request. */
async function compressAssets(): Promise<void> {
  const brotli = promisify(brotliCompress);
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  for (const file of await listFiles(ASIDE)) {
    if (!COMPRESSIBLE.has(extname(file))) continue;
    const content = await readFile(file);
    if (content.length < WORTH_BYTES) continue;
    const [small, smaller] = await Promise.all([promisify(gzip)(content, { level: 9 }), brotli(content, options)]);
    await Promise.all([writeFile(`${file}.gz`, small), writeFile(`${file}.br`, smaller)]);
  }
}

async function build(wanted: string): Promise<void> {
  const args = ['build', 'packages/web', '--outDir', ASIDE, '--emptyOutDir', '--logLevel', 'error'];
  const { code, said } = await runQuietly({ command: 'vite', args });
  if (code !== 0) throw new StartupError(`La aplicación web no se pudo construir:\n${said}`);
  await compressAssets();
  await writeFile(join(ASIDE, STAMP), wanted);
  await rm(DIST, { recursive: true, force: true });
  await rename(ASIDE, DIST);
}

/** Builds the web app when there is none or its sources have changed since. */
export async function buildWebIfStale(runStep: RunStep): Promise<void> {
  const wanted = await hashSources();
  const built = await readFile(join(DIST, STAMP), 'utf8').catch(() => '');
  const isBuilt = built === wanted;
  await runStep(
    'Construyendo la aplicación web (solo la primera vez o cuando cambia)',
    async () => {
      if (isBuilt) return;
      await build(wanted).finally(() => rm(ASIDE, { recursive: true, force: true }));
    },
    () => (isBuilt ? 'Aplicación web al día' : 'Aplicación web construida'),
  );
}
