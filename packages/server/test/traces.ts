import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fold } from '@campanero/contract/shared/text';
import { unzipSync } from 'fflate';
import { findProgram } from './faults/installed-programs.ts';
import { ask } from './faults/postgres-holder.ts';

/** A person with unique words. */
export const TAGGED = {
  number: '1147110909',
  first: 'Xyloquazan',
  last: 'Brumbleth',
  document: '47111222',
  email: 'xyloquazan@brumbleth.example',
};
const TAGS = ['xyloquaz', 'brumbleth', '47111222', '47.111.222', '1147110909', '11 4711 0909'];

/** Lines that contain one of the words. */
export const traces = (text: string, tags: readonly string[] = TAGS): string[] =>
  text
    .split('\n')
    .filter((line) => tags.some((tag) => fold(line).includes(tag)))
    .map((line) => line.slice(0, 300));

/** Every row of every table of our schemas, prefixed with the table's name. */
export async function everyRow(url: string): Promise<string> {
  const tables = await ask<{ name: string }>(
    url,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname !~ '^(pg_|information_schema)' order by 1`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await ask<{ line: string }>(url, `select t::text as line from ${name} t`);
    parts.push(...rows.map(({ line }) => `${name} ${line.replaceAll('\n', ' ')}`));
  }
  return parts.join('\n');
}

/** With pg_dump; undefined if none is installed or it is older than the server. */
export async function pgDump(url: string): Promise<string | undefined> {
  const program = findProgram('pg_dump');
  if (!program) return undefined;
  const [server] = await ask<{ major: number }>(
    url,
    `select current_setting('server_version_num')::int / 10000 as major`,
  );
  const own = Number(/(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))![1]);
  if (own < server!.major) return undefined;
  return execFileSync(program, ['--dbname', url], { encoding: 'utf8', maxBuffer: 2 ** 30 });
}

/** Every file of an installation except the database's, with workbooks and archives unpacked. */
export async function everyFile(dataDir: string): Promise<string> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const parts: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    if (entry.parentPath.startsWith(join(dataDir, 'postgres'))) continue;
    const content = await readFile(join(entry.parentPath, entry.name));
    const isPacked = content.subarray(0, 2).toString('latin1') === 'PK';
    const texts = isPacked
      ? Object.values(unzipSync(content)).map((part) => Buffer.from(part).toString())
      : [content.toString()];
    parts.push(entry.name, ...texts);
  }
  return parts.join('\n');
}

/** A number as stored in rows and indexes. */
function numberBytes(number: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(number));
  return bytes;
}

/** Files of a folder that contain one of the words or numbers, including table pages and WAL segments. */
export async function filesWithBytes(
  folder: string,
  words: readonly string[],
  numbers: readonly string[],
): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // Removed meanwhile.
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    const text = content.toString('latin1').toLowerCase();
    if (words.some((word) => text.includes(word)) || numbers.some((number) => content.includes(numberBytes(number))))
      found.push(path.slice(folder.length));
  }
  return found;
}
