import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { TYPICAL_CALLS, type TypicalCall } from '../packages/server/src/call-store/sql/typical-calls.ts';
import { createDb } from '../packages/server/src/db/client.ts';
import { layOut } from './layout-sql.ts';

/** Writes the call store's composed statements for reading. `--check` fails on a difference. Needs no database. */
const FOLDER = fileURLToPath(new URL('../packages/server/src/call-store/sql/', import.meta.url));

/** The statements of one call, each text once. */
async function statementsOf({ run, rows = [] }: TypicalCall): Promise<string[]> {
  const texts: string[] = [];
  const answers = [...rows];
  const query = (asked: string | { text: string }) => {
    const text = typeof asked === 'string' ? asked : asked.text;
    const isFrame = /^\s*(?:begin|commit|rollback|start transaction|set |select (?:before, )?set_config)/.test(text);
    if (!isFrame) texts.push(text);
    const answer = isFrame ? [{ before: 'on' }] : (answers.shift() ?? []);
    const events = { on: (event: string, run_: () => void) => (event === 'end' ? setImmediate(run_) : undefined) };
    return Object.assign(Promise.resolve({ command: 'SELECT', rowCount: answer.length, rows: answer }), events, {
      async *[Symbol.asyncIterator]() {},
    });
  };
  const client = { query, release() {} } as unknown as pg.Client;
  const db = createDb({ connect: async () => client, end: async () => {} } as unknown as pg.Pool);
  await db.transaction().execute((trx) => run(trx, { client, db }));
  return [...new Set(texts)];
}

const kept = await readdir(FOLDER).catch(() => []);
const made = new Map<string, string>();
for (const [name, call] of Object.entries(TYPICAL_CALLS)) {
  const texts = await statementsOf(call).catch((error: unknown) => {
    throw new Error(`${name}: ${String(error)}`, { cause: error });
  });
  made.set(`${name}.sql`, `${texts.map(layOut).join(';\n\n')};\n`);
}
const isKept = async (name: string) => (await readFile(FOLDER + name, 'utf8').catch(() => '')) === made.get(name);
const isStale = (name: string) => name.endsWith('.sql') && !made.has(name);
if (process.argv.includes('--check')) {
  const wrong = kept.filter(isStale);
  for (const name of made.keys()) if (!(await isKept(name))) wrong.push(name);
  if (wrong.length > 0) {
    process.stderr.write(
      `packages/server/src/call-store/sql no corresponde al código (${wrong.join(', ')}): ejecute npm run gen\n`,
    );
    process.exitCode = 1;
  }
} else {
  await mkdir(FOLDER, { recursive: true });
  for (const name of kept.filter(isStale)) await rm(FOLDER + name);
  for (const [name, text] of made) await writeFile(FOLDER + name, text);
}
