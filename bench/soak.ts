import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { writeAudienceFile } from './lib/audience-file.ts';
import { makeBigCampaign, type BigCampaign } from './lib/big-campaign.ts';
import { makeDesk, nextOf, registerOf, type Desk } from './lib/desk.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct, type Product } from './lib/product.ts';
import { signIn } from './lib/sign-in.ts';
import { send } from './lib/steady.ts';
import { uploadAside } from './lib/upload.ts';

/** `npm run soak`: twenty minutes of a full call centre. SOAK_MINUTES, SOAK_RATE and SOAK_SOCKETS make it shorter or harder. */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 20);
const RATE = Number(process.env['SOAK_RATE'] ?? 200);
const SOCKETS = Number(process.env['SOAK_SOCKETS'] ?? 1_000);
const LOAD_ROWS = 200_000;
const SEGMENT_CALLS = 100_000;
const EVERY_MS = 10_000;
const PER_MINUTE = 60_000 / EVERY_MS;
/** The bars: what may be lost of memory an hour, and how long the event loop may be held up. */
const BARS = { slopeMbPerHour: 20, lagP99: 0.05 };
/** Until here caches fill and code is compiled: not part of the slope. */
const WARM_SHARE = 0.25;

interface Sample {
  minute: number;
  memoryMb: number;
  heapMb: number;
  lagP99: number;
}

const inWords = ({ minute, memoryMb, heapMb, lagP99 }: Sample) =>
  `minute ${minute.toFixed(0)}: ${memoryMb.toFixed(0)} MB, of them objects ${heapMb.toFixed(0)} MB, lag ${(lagP99 * 1000).toFixed(0)} ms`;

async function soak({ url }: Product, desk: Desk, other: BigCampaign): Promise<boolean> {
  const token = await signIn(url);
  const sockets = await connectAll(url, desk.tokens);
  const over = new AbortController();
  const asking = askSteadily(url, desk, over.signal);
  const samples: Sample[] = [];
  const begun = Date.now();
  const minute = () => (Date.now() - begun) / 60_000;
  const beside = workBeside(url, token, other);
  while (minute() < MINUTES) {
    await pause(EVERY_MS);
    const sample = { minute: minute(), ...(await readMetrics(url, token)) };
    samples.push(sample);
    if (samples.length % PER_MINUTE === 0) console.log(inWords(sample));
  }
  over.abort();
  const { waits, faults } = await asking;
  const work = await beside;
  const connected = sockets.filter((socket) => socket.connected).length;
  for (const socket of sockets) socket.close();
  return tell({ samples, waits, faults, work, connected });
}

async function connectAll(url: string, tokens: readonly string[]): Promise<Socket[]> {
  const sockets = tokens.slice(0, SOCKETS).map((token) => io(url, { transports: ['websocket'], auth: { token } }));
  for (const socket of sockets)
    if (!socket.connected) await new Promise<void>((resolve) => void socket.once('connect', () => resolve()));
  return sockets;
}

/** Next contact and registering in turn, at random moments, so many a second. */
async function askSteadily(url: string, desk: Desk, signal: AbortSignal) {
  const [next, register] = [nextOf(desk), registerOf(desk)];
  const waits: number[] = [];
  const faults = new Map<string, number>();
  const open = new Set<Promise<void>>();
  const ask = async (n: number) => {
    const began = performance.now();
    const status = await send(url, (n % 2 === 0 ? next : register)()).catch((error: Error) => error.message);
    if (status === 200) waits.push(performance.now() - began);
    else faults.set(String(status), (faults.get(String(status)) ?? 0) + 1);
  };
  let due = performance.now();
  for (let n = 0; !signal.aborted; n += 1) {
    due += (-Math.log(1 - Math.random()) * 1000) / RATE;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    const one = ask(n).finally(() => open.delete(one));
    open.add(one);
  }
  await Promise.all(open);
  return { waits, faults };
}

/** A load, an export and a segmentation, one after the other, spread over the time. */
async function workBeside(url: string, token: string, other: BigCampaign): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const share = (MINUTES * 60_000) / 5;
  const done: string[] = [];
  const timed = async (name: string, work: () => Promise<void>) => {
    await pause(share);
    const began = performance.now();
    await work().then(
      () => done.push(`${name} ${((performance.now() - began) / 1000).toFixed(1)} s`),
      (error: Error) => done.push(`!! ${name}: ${error.message}`),
    );
  };
  await timed(`load of ${LOAD_ROWS} rows`, async () => {
    const path = join(files, 'audiencia.csv');
    await writeAudienceFile(path, { seed: 1, rows: LOAD_ROWS });
    const id = await pendingCampaign();
    const { status } = await uploadAside({ url: `${url}/api/campaign/${id}/audience`, token, path });
    if (status !== 202) throw new Error(String(status));
    for (;;) {
      const campaign = (await (await fetch(`${url}/api/campaign/${id}`, { headers })).json()) as { status: string };
      if (campaign.status === 'AUDIENCIA PROCESADA') return;
      if (campaign.status !== 'CARGANDO AUDIENCIA') throw new Error(campaign.status);
      await pause(500);
    }
  });
  await timed(`segmentation of ${SEGMENT_CALLS} calls`, async () => {
    const body = JSON.stringify({ operators: other.operators });
    const json = { ...headers, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/campaign/${other.id}/audience`, { method: 'PUT', headers: json, body });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  });
  await timed('export of them', async () => {
    const asked = await fetch(`${url}/api/campaign/${other.id}/export/audience`, { headers });
    const { id } = (await asked.json()) as { id: string };
    for (;;) {
      const { status } = (await (await fetch(`${url}/api/export/${id}/status`, { headers })).json()) as {
        status: string;
      };
      if (status === 'COMPLETED') return;
      if (!['PENDING', 'RUNNING'].includes(status)) throw new Error(status);
      await pause(500);
    }
  });
  return done;
}

/** Made past the product: its form is not what is tried here. */
async function pendingCampaign(): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ id: number }>(`
    insert into campaign (name, description, objective_id, coordinated_by, external, start_date, end_date, status)
    select 'Campaña cargada', 'De la prueba larga', (select min(id) from objective),
      (select min(user_id) from user_role where role_id = 4), false, now(), now() + interval '60 days', 'PENDIENTE'
    returning id`);
  await client.end();
  return rows.at(0)?.id ?? 0;
}

async function readMetrics(url: string, token: string): Promise<Omit<Sample, 'minute'>> {
  const text = await (await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  return {
    memoryMb: value('campanero_resident_memory_bytes') / 1e6,
    heapMb: value('campanero_heap_used_bytes') / 1e6,
    lagP99: value('campanero_event_loop_lag_seconds{quantile="0.99"}'),
  };
}

interface Result {
  samples: Sample[];
  waits: number[];
  faults: Map<string, number>;
  work: string[];
  connected: number;
}

function tell({ samples, waits, faults, work, connected }: Result): boolean {
  const settled = samples.filter(({ minute }) => minute > MINUTES * WARM_SHARE);
  const slope = slopeOf(lowest(settled)) * 60;
  const lag = atShare(
    samples.map(({ lagP99 }) => lagP99),
    0.99,
  );
  const ms = (share: number) => `${atShare(waits, share).toFixed(0)} ms`;
  console.log(
    `\n${waits.length} answers in ${MINUTES} min (${(waits.length / MINUTES / 60).toFixed(0)}/s): half within ${ms(0.5)}, 99 % within ${ms(0.99)}`,
  );
  console.log(
    `errors: ${faults.size === 0 ? 'none' : JSON.stringify(Object.fromEntries(faults))}; sockets at the end: ${connected} of ${SOCKETS}`,
  );
  console.log(
    `memory: ${samples[0]?.memoryMb.toFixed(0)} to ${samples.at(-1)?.memoryMb.toFixed(0)} MB; objects that outlive a collection ${slope.toFixed(1)} MB/h (at most ${BARS.slopeMbPerHour})`,
  );
  console.log(
    `event loop held up, p99 of each ten seconds, worst but one percent: ${(lag * 1000).toFixed(0)} ms (at most ${BARS.lagP99 * 1000})`,
  );
  for (const line of work) console.log(line);
  return (
    faults.size === 0 &&
    connected === SOCKETS &&
    slope <= BARS.slopeMbPerHour &&
    lag <= BARS.lagP99 &&
    !work.some((line) => line.startsWith('!!'))
  );
}

const atShare = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/**
 * The one of every two minutes with the fewest objects, right after a collection: what a leak would raise. Resident memory says
 * little in twenty minutes, for the engine takes and gives back a hundred megabytes at a time.
 */
function lowest(samples: readonly Sample[]): Sample[] {
  const parts = Object.values(Object.groupBy(samples, ({ minute }) => Math.floor(minute / 2)));
  return parts.map((part = []) => part.reduce((low, one) => (one.heapMb < low.heapMb ? one : low)));
}

/** Megabytes a minute, by least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (pick: (sample: Sample) => number) => samples.reduce((sum, one) => sum + pick(one), 0) / samples.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ heapMb }) => heapMb)];
  const along = samples.reduce((sum, one) => sum + (one.minute - x) * (one.heapMb - y), 0);
  return along / samples.reduce((sum, one) => sum + (one.minute - x) ** 2, 0);
}

const files = mkdtempSync(join(tmpdir(), 'campanero-soak-'));
const postgres = await startPostgres();
const product = await startProduct(postgres.url);
let isGood = false;
try {
  const desk = await makeDesk(postgres.url, SOCKETS * 400, SOCKETS);
  const other = await makeBigCampaign(postgres.url, { calls: SEGMENT_CALLS, operators: 50 });
  isGood = await soak(product, desk, other);
} finally {
  await product.stop();
  await postgres.stop();
  rmSync(files, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);
