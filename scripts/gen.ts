import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { migrate } from '../packages/server/src/db/migrate.ts';

// Writes db/schema.gen.ts from a freshly migrated database: GEN_DATABASE_URL (migrated in place), else a temporary one on
// TEST_DATABASE_URL, else on an embedded server. `--check` only compares and fails on a difference.
const TARGET = new URL('../packages/server/src/db/schema.gen.ts', import.meta.url);
const binary = (name: string) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));
const CODEGEN = binary('kysely-codegen');
const FORMATTER = binary('oxfmt');
// The generator's own --custom-imports does not look inside Generated<…>.
const STATUS_IMPORT = "import type { CampaignStatus } from '@campanero/contract/campaigns/status';";
const STATUS = { columns: { 'campaign.status': 'Generated<CampaignStatus>' } };

const generated = await withDatabase(async (url) => {
  await migrate(url);
  return generate(url);
});
if (process.argv.includes('--check')) {
  const present = await readFile(TARGET, 'utf8').catch(() => '');
  if (present !== generated) {
    process.stderr.write(
      'packages/server/src/db/schema.gen.ts no corresponde a las migraciones: ejecute npm run gen\n',
    );
    process.exitCode = 1;
  }
} else {
  await writeFile(TARGET, generated);
}

async function generate(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'campanero-gen-'));
  const file = join(folder, 'schema.gen.ts');
  try {
    const options = {
      url,
      dialect: 'postgres',
      'out-file': file,
      'log-level': 'error',
      // db/client.ts parses int8 to number and leaves days as text.
      'date-parser': 'string',
      'type-mapping': JSON.stringify({ int8: 'number' }),
      overrides: JSON.stringify(STATUS),
      // The views of `bi` are for other programs.
      'exclude-pattern': '{public.schema_migration,bi.*}',
    };
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    await promisify(execFile)(CODEGEN, ['--camel-case', ...args]);
    const source = await readFile(file, 'utf8');
    return await format(source.replace('import type', `${STATUS_IMPORT}\nimport type`).replaceAll('}\n\n', '}\n'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As `npm run format` would leave it: the two must not undo each other. */
async function format(source: string): Promise<string> {
  const running = promisify(execFile)(FORMATTER, [`--stdin-filepath=${fileURLToPath(TARGET)}`]);
  running.child.stdin!.end(source);
  return (await running).stdout;
}

async function withDatabase<T>(run: (url: string) => Promise<T>): Promise<T> {
  const { GEN_DATABASE_URL, TEST_DATABASE_URL } = process.env;
  if (GEN_DATABASE_URL) return run(GEN_DATABASE_URL);
  if (TEST_DATABASE_URL) return withTemporary(TEST_DATABASE_URL, run);
  const { startEmbedded } = await import('../packages/server/src/db/embedded/supervisor.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'campanero-gen-db-'));
  await chmod(dataDir, 0o711); // as root, PostgreSQL's own user must get in
  const server = await startEmbedded({ dataDir, log: () => {}, throwaway: true });
  try {
    return await run(server.url);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function withTemporary<T>(serverUrl: string, run: (url: string) => Promise<T>): Promise<T> {
  const name = `campanero_gen_${process.pid}_${Date.now()}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return await run(url.toString());
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}
