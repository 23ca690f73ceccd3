import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { writeAudienceFile, type Mix } from './lib/audience-file.ts';
import { makeDesk, probe, type Desk } from './lib/desk.ts';
import { watchMemory } from './lib/memory.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct, type Product } from './lib/product.ts';
import { uploadAside } from './lib/upload.ts';
import { writeWorkbook } from './lib/workbook-file.ts';

/** BENCH_ROWS=4600000 are files of 500 MB, BENCH_ROWS=460000 takes some minutes; BENCH_MIXES names some of the mixes. */
const ROWS = Number(process.env['BENCH_ROWS'] ?? 2_000_000);
const JSON_TYPE = { 'content-type': 'application/json' };
const OTHER_CALLS = 46_000;
const OTHER_OPERATORS = 200;
/** Below the header. */
const SHEET_ROWS = 1_000_000;
const WARM_MS = 3_000;

interface MixedFile extends Omit<Mix, 'rows'> {
  name: string;
  /** Sent as a workbook of Excel; a sheet has 1,048,576 rows at most. */
  isWorkbook?: boolean;
  /** The planner's statistics of all tables are removed before. */
  isUnanalysed?: boolean;
}

/** In this order, all into one database. Only people who are all new have the narrower bar. */
const MIXES: readonly MixedFile[] = [
  { name: 'new people', seed: 1 },
  { name: 'second campaign, all known', seed: 1 },
  { name: 'third campaign, all known', seed: 1 },
  { name: '5 % known', seed: 2, knownPercent: 5 },
  { name: '50 % known', seed: 3, knownPercent: 50 },
  { name: 'known numbers, other people', seed: 4, hasKnownNumbers: true },
  { name: 'households of three', seed: 5, household: 3 },
  { name: 'a tenth of bad rows', seed: 6, badEvery: 10 },
  { name: 'a workbook of new people', seed: 8, isWorkbook: true },
  { name: 'never analysed, 50 % known', seed: 7, knownPercent: 50, isUnanalysed: true },
];
const BARS = { new: { ratio: 7, rowsPerSecond: 60_000 }, mixed: { ratio: 10, rowsPerSecond: 40_000 } };
const MEMORY_BAR_MB = 400;
const P99_BAR_MS = 100;

/**
 * Audience files through the real product, each from the first byte sent until AUDIENCIA PROCESADA, against a plain COPY of the
 * same file into a plain logged table of the same database.
 */
export async function run(): Promise<void> {
  const files = mkdtempSync(join(tmpdir(), 'campanero-bench-csv-'));
  const postgres = await startPostgres();
  const wanted = process.env['BENCH_MIXES']?.split(',');
  try {
    const product = await startProduct(postgres.url);
    try {
      const desk = await signIn(product, postgres.url);
      for (const mix of MIXES) {
        if (wanted && !wanted.some((name) => mix.name.startsWith(name))) continue;
        const path = join(files, 'audiencia.csv');
        const file = await writeAudienceFile(path, {
          ...mix,
          rows: mix.isWorkbook ? Math.min(ROWS, SHEET_ROWS) : ROWS,
        });
        const sent = mix.isWorkbook ? join(files, 'audiencia.xlsx') : path;
        if (mix.isWorkbook) await writeWorkbook(path, sent);
        if (mix.isUnanalysed) await forgetStatistics(postgres.url);
        const copySeconds = await plainCopy(postgres.url, path);
        tell(mix, await load(product, desk, sent, file.distinct), copySeconds);
      }
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(files, { recursive: true, force: true });
  }
}

/** As if the database had just been restored, and autovacuum had not run yet. */
async function forgetStatistics(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select pg_clear_relation_stats('public', relname::text) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`);
  await client.query(`select pg_clear_attribute_stats('public', tablename::text, attname::text, inherited) from pg_stats
    where schemaname = 'public'`);
  await client.end();
}

async function plainCopy(url: string, path: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create table plain_copy (telefono text, nombre text, apellido text, documento text, nacimiento text,
    genero text, email text, distrito text, seccion text)`);
  const began = performance.now();
  await pipeline(
    createReadStream(path, { highWaterMark: 256 * 1024 }),
    client.query(copyFrom(`copy plain_copy from stdin with (format csv, header, delimiter ';')`)),
  );
  const seconds = (performance.now() - began) / 1000;
  await client.query('drop table plain_copy');
  await client.end();
  return seconds;
}

interface Loader {
  headers: Record<string, string>;
  token: string;
  template: Record<'objectiveId' | 'coordinatedBy' | 'operators', string>;
  /** Another campaign in which operators work meanwhile. */
  others: Desk;
}

async function signIn({ url }: Product, databaseUrl: string): Promise<Loader> {
  const body = JSON.stringify({ email: 'admin@demo.gob.ar', password: 'campanero-demo' });
  const { token } = (await (await fetch(`${url}/api/login`, { method: 'POST', headers: JSON_TYPE, body })).json()) as {
    token: string;
  };
  const headers = { authorization: `Bearer ${token}` };
  const get = async <T>(path: string) => (await (await fetch(`${url}/api${path}`, { headers })).json()) as T;
  const objectives = await get<{ id: number }[]>('/objective');
  const supervisors = await get<{ internals: { id: number }[] }>('/supervisor');
  const operators = await get<{ internals: { id: number }[] }>('/operator');
  const template = {
    objectiveId: String(objectives[0]?.id),
    coordinatedBy: String(supervisors.internals[0]?.id),
    operators: String(operators.internals[0]?.id),
  };
  return { token, headers, template, others: await makeDesk(databaseUrl, OTHER_CALLS, OTHER_OPERATORS) };
}

async function aCampaign({ url }: Product, { headers, template }: Loader): Promise<number> {
  const form = new FormData();
  const fields = { name: 'Campaña medida', description: 'De un banco de pruebas', external: '0', ...template };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('startDate', new Date(Date.now() - 3_600_000).toISOString());
  form.set('endDate', new Date(Date.now() + 86_400_000).toISOString());
  const answer = await fetch(`${url}/api/campaign`, { method: 'POST', headers, body: form });
  const { data } = (await answer.json()) as { data: { id: number } };
  return data.id;
}

interface Measured {
  seconds: number;
  uploadSeconds: number;
  rows: number;
  memoryMb: number;
  p99: number;
}

async function load(product: Product, desk: Loader, path: string, distinct: number): Promise<Measured> {
  const id = await aCampaign(product, desk);
  const memory = watchMemory(product.pid);
  const idle = memory.now();
  const others = probe(product.url, desk.others);
  // The operators begin before the load: first requests open connections and compile code, which is not to be measured.
  await pause(WARM_MS);
  others.forget();
  const began = performance.now();
  const url = `${product.url}/api/campaign/${id}/audience`;
  const { status, body } = await uploadAside({ url, token: desk.token, path });
  if (status !== 202) throw new Error(`refused: ${JSON.stringify(body)}`);
  const uploadSeconds = (performance.now() - began) / 1000;
  const report = await untilDone(product, desk, id);
  const seconds = (performance.now() - began) / 1000;
  // A repeated row on a blocked number is skipped like the first, and may be among them.
  const repeated = report.loaded + report.skipped - distinct;
  if (report.status !== 'COMPLETED' || repeated < 0 || repeated > report.skipped)
    throw new Error(`not as expected: ${JSON.stringify(report)}`);
  return { seconds, uploadSeconds, rows: report.read, memoryMb: memory.stop() - idle, p99: (await others.stop()).p99 };
}

interface Report {
  status: string;
  read: number;
  loaded: number;
  /** Numbers that the demo's own people have blocked. */
  skipped: number;
}

async function untilDone({ url }: Product, { headers }: Loader, id: number): Promise<Report> {
  for (;;) {
    const report = (await (await fetch(`${url}/api/campaign/${id}/audience/load`, { headers })).json()) as Report;
    if (report.status !== 'RUNNING') return report;
    await pause(250);
  }
}

function tell(mix: MixedFile, { seconds, uploadSeconds, rows, memoryMb, p99 }: Measured, copySeconds: number): void {
  const bar = mix.seed === 1 && mix.name === MIXES[0]?.name ? BARS.new : BARS.mixed;
  const ratio = seconds / copySeconds;
  const rowsPerSecond = rows / seconds;
  const missed = [
    ratio > bar.ratio && `more than ${bar.ratio} x`,
    rowsPerSecond < bar.rowsPerSecond && `fewer than ${bar.rowsPerSecond} rows/s`,
    memoryMb > MEMORY_BAR_MB && `more than ${MEMORY_BAR_MB} MiB`,
    p99 > P99_BAR_MS && `p99 over ${P99_BAR_MS} ms`,
  ].filter((each) => each !== false);
  console.log(
    `  ${mix.name.padEnd(30)} ${rows} rows in ${seconds.toFixed(1)} s → ${ratio.toFixed(2)} x the COPY (${copySeconds.toFixed(1)} s), ${rowsPerSecond.toFixed(0)} rows/s`,
  );
  console.log(
    `    upload ${uploadSeconds.toFixed(1)} s, ${memoryMb.toFixed(0)} MiB above idle, next and registering elsewhere p99 ${p99.toFixed(0)} ms${missed.length > 0 ? ` · OVER: ${missed.join(', ')}` : ''}`,
  );
}
