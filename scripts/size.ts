import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { findExporters, listDoubled } from './lint/unique-exports.ts';

/** `npm run size`: how large the repository is, for comparing before and after a change. */

const GENERATED = [
  /\.gen\.ts$/,
  /^packages\/server\/openapi\.snapshot$/,
  /^packages\/server\/src\/call-store\/sql\/.*\.sql$/,
];
const DATA = [
  /^package-lock\.json$/,
  /\/seed\/data\//,
  /common-passwords\.txt$/,
  /^docs\//,
  /\.(md|svg|png|ico|woff2)$/,
];
const TESTS = [/\.(test|faults)\.tsx?$/, /\/test\//, /^e2e\//, /^bench\//];
const SOURCE = new Set(['.ts', '.tsx', '.js', '.sql', '.json', '.sh', '.html', '.css', '.snapshot']);
const LONG_FUNCTION = 60;

const isOneOf = (patterns: RegExp[], file: string) => patterns.some((pattern) => pattern.test(file));
function kindOf(file: string) {
  if (isOneOf(GENERATED, file)) return 'generated';
  if (isOneOf(DATA, file) || !SOURCE.has(extname(file))) return 'data';
  return isOneOf(TESTS, file) ? 'tests' : 'source';
}

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const { source = [], tests = [], generated = [] } = Object.groupBy(files, kindOf);
const countLines = (some: string[]) =>
  some.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);

function countLongFunctions(): number {
  const folder = mkdtempSync(join(tmpdir(), 'size-'));
  const config = join(folder, 'oxlintrc.json');
  const rule = ['error', { max: LONG_FUNCTION, skipBlankLines: false, skipComments: false }];
  writeFileSync(
    config,
    JSON.stringify({
      categories: { correctness: 'off' },
      rules: { 'max-lines-per-function': rule },
      ignorePatterns: ['**/*.test.*', '**/test/**'],
    }),
  );
  const { stdout } = spawnSync('oxlint', ['-c', config, '--format=json', 'packages', 'scripts'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  rmSync(folder, { recursive: true });
  return (JSON.parse(stdout) as { diagnostics: unknown[] }).diagnostics.length;
}

const exporters = findExporters(files);
const doubled = listDoubled(exporters);
console.table({
  'lines of source': countLines(source),
  'files of source': source.length,
  'lines of tests': countLines(tests),
  'files of tests': tests.length,
  'generated lines': countLines(generated),
  'exported names': exporters.size,
  'names exported from several files': doubled.length,
  [`functions over ${LONG_FUNCTION} lines`]: countLongFunctions(),
});
