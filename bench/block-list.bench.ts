import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { productDay } from '@campanero/contract/shared/dates';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { makeDesk, probe, type Desk } from './lib/desk.ts';
import { watchMemory } from './lib/memory.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct, type Product } from './lib/product.ts';
import { signIn } from './lib/sign-in.ts';
import { uploadAside } from './lib/upload.ts';

/** BENCH_NUMBERS=100000 takes a minute. The lines of letters are twice as many. */
const NUMBERS = Number(process.env['BENCH_NUMBERS'] ?? 1_000_000);
/** For a million lines; a bar below ten seconds would measure the queue and the start of the process. */
const BAR_SECONDS = Math.max(10, (60 * NUMBERS) / 1_000_000);
const MEMORY_BAR_MB = 300;
const P99_BAR_MS = 100;
const WARM_MS = 3_000;

/** Multiplying by a number without factors in common with the modulus deals every number once, in no visible order. */
const digitsOf = (n: number) => String((n * 48_271) % 90_000_000).padStart(8, '0');
const written = (n: number) => {
  const digits = digitsOf(n);
  const [a, b] = [digits.slice(0, 4), digits.slice(4)];
  return [`11${digits}`, `011 ${a}-${b}`, `+54 9 11 ${a} ${b}`, `(011) 15-${a}-${b}`, `11 ${a} ${b}`][n % 5];
};
const numbers = (from: number) => Array.from({ length: NUMBERS }, (_, n) => written(from + n));

interface Kind {
  name: string;
  lines: () => unknown[];
  fields: Record<string, string>;
  added: number;
  rejected: number;
}
const NEW = { kind: 'NO_LLAME', name: 'Registro medido' };

/**
 * Block lists through the real product, each from the first byte sent until it is in force, while operators of another campaign
 * register and take contacts; against a plain COPY of as many numbers into a table with the same key.
 */
export async function run(): Promise<void> {
  const files = mkdtempSync(join(tmpdir(), 'campanero-bench-list-'));
  const postgres = await startPostgres();
  try {
    const product = await startProduct(postgres.url);
    try {
      const token = await signIn(product.url);
      const desk = await makeDesk(postgres.url, 46_000, 100);
      const copySeconds = await plainCopy(postgres.url, join(files, 'plain.csv'));
      let listId = '';
      const kinds: (() => Kind)[] = [
        () => ({ name: 'a new list', lines: () => numbers(0), fields: NEW, added: NUMBERS, rejected: 0 }),
        () => ({
          name: 'replaced, half of it new',
          lines: () => numbers(NUMBERS / 2),
          fields: { listId, replaces: '1' },
          added: NUMBERS / 2,
          rejected: 0,
        }),
        () => ({
          name: 'lines of letters',
          lines: () => ['1155551234', ...Array.from({ length: 2 * NUMBERS }, (_, n) => `línea ${n} sin número`)],
          fields: { ...NEW, name: 'Letras' },
          added: 1,
          rejected: 2 * NUMBERS,
        }),
      ];
      for (const make of kinds) {
        const kind = make();
        const path = join(files, 'lista.csv');
        writeFileSync(path, kind.lines().join('\r\n'));
        const measured = await load(product, token, desk, path, kind);
        listId ||= String(measured.listId);
        tell(kind, measured, copySeconds);
      }
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(files, { recursive: true, force: true });
  }
}

async function plainCopy(url: string, path: string): Promise<number> {
  writeFileSync(path, Array.from({ length: NUMBERS }, (_, n) => `11${digitsOf(n)}\n`).join(''));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table plain_copy (number bigint primary key)');
  const began = performance.now();
  await pipeline(createReadStream(path), client.query(copyFrom('copy plain_copy from stdin')));
  const seconds = (performance.now() - began) / 1000;
  await client.query('drop table plain_copy');
  await client.end();
  return seconds;
}

interface Report {
  id: number;
  lastLoad: { status: string; read: number; added: number; rejected: number };
}
interface Measured {
  listId: number;
  seconds: number;
  lines: number;
  memoryMb: number;
  p99: number;
}

async function load(product: Product, token: string, desk: Desk, path: string, kind: Kind): Promise<Measured> {
  const memory = watchMemory(product.pid);
  const idle = memory.now();
  const others = probe(product.url, desk);
  await pause(WARM_MS);
  others.forget();
  const began = performance.now();
  const url = `${product.url}/api/block-list`;
  const fields = { origin: 'Banco de pruebas', dated: productDay(new Date()), ...kind.fields };
  const { status, body } = await uploadAside({ url, token, path, field: 'list[]', fields });
  if (status !== 202) throw new Error(`refused: ${JSON.stringify(body)}`);
  const { id: listId } = body as Report;
  const { lastLoad } = await untilDone(url, token, listId);
  const seconds = (performance.now() - began) / 1000;
  if (lastLoad.status !== 'COMPLETED' || lastLoad.added !== kind.added || lastLoad.rejected !== kind.rejected)
    throw new Error(`not as expected: ${JSON.stringify(lastLoad)}`);
  return { listId, seconds, lines: lastLoad.read, memoryMb: memory.stop() - idle, p99: (await others.stop()).p99 };
}

async function untilDone(url: string, token: string, listId: number): Promise<Report> {
  for (;;) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const list = ((await answer.json()) as { lists: Report[] }).lists.find(({ id }) => id === listId);
    if (list && list.lastLoad.status !== 'RUNNING') return list;
    await pause(250);
  }
}

function tell({ name }: Kind, { seconds, lines, memoryMb, p99 }: Measured, copySeconds: number): void {
  const missed = [
    seconds > BAR_SECONDS && `more than ${BAR_SECONDS} s`,
    memoryMb > MEMORY_BAR_MB && `more than ${MEMORY_BAR_MB} MiB`,
    p99 > P99_BAR_MS && `p99 over ${P99_BAR_MS} ms`,
  ].filter((each) => each !== false);
  console.log(
    `  ${name.padEnd(26)} ${lines} lines in ${seconds.toFixed(1)} s → ${(seconds / copySeconds).toFixed(2)} x the COPY (${copySeconds.toFixed(1)} s), ${(lines / seconds).toFixed(0)} lines/s`,
  );
  console.log(
    `    ${memoryMb.toFixed(0)} MiB above idle, next and registering elsewhere p99 ${p99.toFixed(0)} ms${missed.length > 0 ? ` · OVER: ${missed.join(', ')}` : ''}`,
  );
}
