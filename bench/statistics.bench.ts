import pg from 'pg';
import { waitFor } from './lib/latency.ts';
import { beginPast, endPast, makeOperators, makePastCampaign, type PastCampaign } from './lib/past-calls.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct } from './lib/product.ts';
import { signInAll } from './lib/sessions.ts';
import { signIn } from './lib/sign-in.ts';

/** Registrations in all; the full size is BENCH_ENTRIES=10000000. The baseline has a hundredth of them. */
const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 500_000);
const BASELINE = Math.floor(ENTRIES / 100);
/** Half of the history belongs to campaigns like this one, which are as large at both times: only their number grows. */
const USUAL = Math.min(20_000, Math.floor(BASELINE / 2));
const USUAL_OPERATORS = 20;
const USUAL_DAYS = 60;
/** A city hall has a thousand operators at most, and goes on with the campaigns of the last weeks only. */
const OPERATORS = 800;
const RUNNING = 20;
/** The other half to one campaign that grows with the whole. */
const BIG_OPERATORS = 200;
const DAYS = 240;

interface Sizes {
  usual: PastCampaign;
  big: PastCampaign;
}
interface Asked {
  name: string;
  path: string;
  /** As this operator instead of the administrator. */
  as?: number | undefined;
}

const dayAgo = (days: number, time: string) =>
  `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}T${time}.000Z`;
/** From the middle of one working day to the middle of another. */
const CUT = `fromdate=${dayAgo(40, '15:30:00')}&todate=${dayAgo(3, '16:10:00')}`;
const WHOLE = `fromdate=${dayAgo(40, '03:00:00')}&todate=${dayAgo(3, '03:00:00')}`;

const cardsOf = (name: string, { id, operators }: PastCampaign): Asked[] => [
  { name: `${name}: cards`, path: `/statistics/${id}` },
  { name: `${name}: cards, whole days`, path: `/statistics/${id}?${WHOLE}` },
  { name: `${name}: cards, days cut`, path: `/statistics/${id}?${CUT}` },
  { name: `${name}: days`, path: `/statistics/${id}/days` },
  { name: `${name}: an operator's cards, days cut`, path: `/statistics_operators/${id}?${CUT}`, as: operators.at(0) },
];

/** Every page of figures: what it asks the server. */
const questions = ({ usual, big }: Sizes): Asked[] => [
  ...cardsOf('usual campaign', usual),
  ...cardsOf('big campaign', big),
  { name: 'all campaigns', path: '/statistics' },
  { name: 'all campaigns: months', path: '/statistics/grouped' },
  { name: 'all campaigns: contactability and effectiveness', path: '/statistics/metrics' },
  { name: 'operators today', path: '/statistics/operator/day?external=0' },
  { name: 'one operator', path: `/statistics/operator/${usual.operators[0]}/detail` },
  { name: 'one operator, days cut', path: `/statistics/operator/${usual.operators[0]}/detail?${CUT}` },
  { name: 'one of the big campaign, days cut', path: `/statistics/operator/${big.operators[0]}/detail?${CUT}` },
  { name: 'live board', path: '/monitor/live' },
];

/**
 * The pages of figures over HTTP with a short history, and again with one a hundred times as long: how much slower a figure gets
 * as calls pile up.
 */
export async function run(): Promise<void> {
  const postgres = await startPostgres();
  try {
    const product = await startProduct(postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      await beginPast(client, DAYS);
      const operators = await makeOperators(client, OPERATORS);
      const before = await measure(product.url, postgres.url, await fill(client, operators, BASELINE));
      const after = await measure(product.url, postgres.url, await fill(client, operators, ENTRIES - BASELINE));
      report(before, after);
    } finally {
      await client.end();
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}

/** Adds so many entries: one big campaign, and usual ones for the rest. */
async function fill(client: pg.Client, operators: number[], entries: number): Promise<Sizes> {
  const start = performance.now();
  const big = await makePastCampaign(client, {
    entries: Math.floor(entries / 2),
    operators: await makeOperators(client, BIG_OPERATORS),
    days: DAYS,
  });
  let usual: PastCampaign | undefined;
  const count = Math.floor(entries / 2 / USUAL);
  for (let nth = 0; nth < count; nth += 1) {
    const first = (nth * USUAL_OPERATORS) % OPERATORS;
    usual = await makePastCampaign(client, {
      entries: USUAL,
      operators: operators.slice(first, first + USUAL_OPERATORS),
      days: USUAL_DAYS,
      isFinished: nth < count - RUNNING,
    });
  }
  await endPast(client);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`  ${entries.toLocaleString('en')} entries written in ${seconds} s`);
  return { big, usual: usual! };
}

type Measured = Awaited<ReturnType<typeof waitFor>>;

async function measure(url: string, databaseUrl: string, sizes: Sizes): Promise<Measured[]> {
  const manager = await signIn(url);
  const measured: Measured[] = [];
  for (const { name, path, as } of questions(sizes)) {
    const token = as === undefined ? manager : (await signInAll(databaseUrl, [as]))[0];
    const ask = async () => {
      const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new Error(`${answer.status} for ${path}: ${await answer.text()}`);
      await answer.arrayBuffer();
    };
    measured.push(await waitFor(name, ask));
  }
  return measured;
}

function report(before: readonly Measured[], after: readonly Measured[]): void {
  const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(9);
  const counts = [BASELINE, ENTRIES].map((count) => count.toLocaleString('en'));
  console.log(
    `\n  with ${counts[0]} entries of history, and with ${counts[1]}${' '.repeat(20)}p50${' '.repeat(16)}p95`,
  );
  for (const [place, { name, p50, p95 }] of after.entries()) {
    const small = before.at(place);
    if (!small) continue;
    console.log(
      `  ${name.padEnd(52)} ${ms(small.p50)} ${ms(p50)}  ${ms(small.p95)} ${ms(p95)}  → ${(p95 / small.p95).toFixed(2)}x`,
    );
  }
}
