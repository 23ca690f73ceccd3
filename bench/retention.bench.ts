import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createDb, createPool } from '../packages/server/src/db/client.ts';
import { writeAudit } from '../packages/server/src/work/audit.ts';
import { makeBigCampaign, type BigCampaign } from './lib/big-campaign.ts';
import { makeDesk, probe, registerOf } from './lib/desk.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct, type Product } from './lib/product.ts';
import { signIn } from './lib/sign-in.ts';

/** BENCH_PERSONS=1000000 takes an hour and a half, of which two thirds are rest; BENCH_MINUTES stops it before, as an administrator does. */
const PERSONS = Number(process.env['BENCH_PERSONS'] ?? 20_000);
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? Infinity);
const OTHER_CALLS = 46_000;
const OTHER_OPERATORS = 200;
/** Of the persons: called once, with observations and a record of the audit. */
const CALLED_SHARE = 0.1;
const RECORDS_AT_ONCE = 1_000;
const WARM_MS = 3_000;
const ALONE_MS = 20_000;
const P99_BAR_MS = 100;

/** Persons of a campaign whose period is over are anonymised while operators of another one register 50 outcomes a second. */
export async function run(): Promise<void> {
  const postgres = await startPostgres();
  try {
    const product = await startProduct(postgres.url);
    try {
      const desk = await makeDesk(postgres.url, OTHER_CALLS, OTHER_OPERATORS);
      const old = await makeOld(postgres.url);
      const others = () => probe(product.url, desk, [registerOf(desk)]);
      const alone = others();
      // First requests open connections and compile code, which is not to be measured.
      await pause(WARM_MS);
      alone.forget();
      await pause(ALONE_MS);
      tell('nobody anonymised', await alone.stop());
      const meanwhile = others();
      const began = performance.now();
      const { persons, outcome } = await anonymise(product, old.id);
      const seconds = (performance.now() - began) / 1000;
      if (outcome === 'DONE' && persons !== PERSONS) throw new Error(`${persons} persons instead of ${PERSONS}`);
      const latency = await meanwhile.stop();
      console.log(
        `  ${persons} of ${PERSONS} persons in ${seconds.toFixed(0)} s, ${(persons / seconds).toFixed(0)} a second`,
      );
      tell('meanwhile', latency);
      if (latency.p99 > P99_BAR_MS) console.log(`    OVER: p99 over ${P99_BAR_MS} ms`);
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}

const tell = (when: string, { p50, p99, asked }: { p50: number; p99: number; asked: number }) =>
  console.log(`  ${when.padEnd(20)} ${asked} registered, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);

/** As it would have been left: numbers of their own, outcomes with words, their records, and finished three years ago. */
async function makeOld(url: string): Promise<BigCampaign> {
  const called = Math.floor(PERSONS * CALLED_SHARE);
  const old = await makeBigCampaign(url, {
    calls: PERSONS,
    operators: 20,
    assigned: PERSONS,
    called,
    numbersFrom: 4_200_000_000,
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into person_phone (number, person_id, mobile) select number, person_id, true from call where campaign_id = $1`,
    [old.id],
  );
  await client.query(
    `insert into call_history (call_id, campaign_id, user_id, state_id, observations, again, created_at)
     select id, campaign_id, operator_id, state_id, 'Pide que se la llame de tarde', false, now() from call
     where campaign_id = $1 and call_count > 0`,
    [old.id],
  );
  await client.query(
    `update campaign set status = 'FINALIZADA', finished_at = now() - interval '3 years' where id = $1`,
    [old.id],
  );
  for (const table of ['person', 'person_phone', 'call_history']) await client.query(`vacuum analyze ${table}`);
  await client.end();
  await writeRecords(url, old, called);
  return old;
}

async function writeRecords(url: string, { idLo, operators }: BigCampaign, called: number): Promise<void> {
  const db = createDb(createPool(url, { max: 1 }));
  const origin = { userId: operators[0] ?? null, at: new Date(), requestId: null };
  for (let first = 0; first < called; first += RECORDS_AT_ONCE)
    await db.transaction().execute(async (trx) => {
      for (let n = first; n < Math.min(called, first + RECORDS_AT_ONCE); n += 1)
        await writeAudit(
          trx,
          {
            action: 'CONTACTO',
            subaction: 'ACTUALIZAR',
            object: { type: 'call', id: idLo + n },
            after: { Persona: `Ana Gómez ${n}`, Estado: 'No contesta', Observaciones: 'Pide que se la llame de tarde' },
          },
          origin,
        );
    });
  await db.destroy();
}

interface Run {
  campaign: { id: number };
  persons: number;
  outcome: string | null;
}

/** Lets it go on, as an administrator does, and waits for its end, or stops it. */
async function anonymise({ url }: Product, campaignId: number): Promise<Run> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await signIn(url)}` };
  const set = async (isPaused: boolean) => {
    const body = JSON.stringify({ months: 24, isPaused });
    const answer = await fetch(`${url}/api/retention`, { method: 'PUT', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  };
  await set(false);
  const until = Date.now() + MINUTES * 60_000;
  for (let isStopped = false; ; await pause(1_000)) {
    const { runs } = (await (await fetch(`${url}/api/retention`, { headers })).json()) as { runs: Run[] };
    const run = runs.find(({ campaign, outcome }) => campaign.id === campaignId && outcome !== null);
    if (run) return run;
    if (Date.now() < until || isStopped) continue;
    await set(true);
    isStopped = true;
  }
}
