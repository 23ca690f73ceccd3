import pg from 'pg';
import { makeBigCampaign, type BigCampaign } from './lib/big-campaign.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct } from './lib/product.ts';
import { signIn } from './lib/sign-in.ts';

/** 100,000 among 100 takes seconds; the full size is BENCH_CALLS=1000000. At most 15,000 each. */
const CALLS = Number(process.env.BENCH_CALLS ?? 100_000);
const OPERATORS = 100;
/** Few of very many; the full size is BENCH_OF=4500000. */
const OF = Number(process.env.BENCH_OF ?? 1_000_000);
const FEW = Math.min(120_000, Math.floor(OF / 2));
const FEW_OPERATORS = 8;
/** How many times the bare statement's time Segmentar may take. */
const LIMIT = 1.5;
/** Seconds for few of very many. */
const LIMIT_SECONDS = 5;

/**
 * Segmentar and its undo over HTTP, against the bare statement that only writes the operator, on two campaigns alike. Both
 * leave half of the leaf's rows dead, so each campaign is measured once. Then few of very many calls right after they were loaded.
 */
export async function run(): Promise<void> {
  const postgres = await startPostgres();
  try {
    const product = await startProduct(postgres.url);
    try {
      const parts = { calls: CALLS, operators: OPERATORS };
      await compare(
        product.url,
        postgres.url,
        await makeBigCampaign(postgres.url, parts),
        await makeBigCampaign(postgres.url, parts),
      );
      await measureFew(product.url, postgres.url);
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}

async function compare(url: string, databaseUrl: string, plain: BigCampaign, ours: BigCampaign): Promise<void> {
  const bare = await seconds(() => updateBare(databaseUrl, plain));
  const { segment, undo } = await measureSplit(url, ours, CALLS);
  console.log(`\n${CALLS.toLocaleString('en')} calls among ${OPERATORS} operators`);
  console.log(`  bare UPDATE of the operator     ${bare.toFixed(1)} s`);
  console.log(
    `  Segmentar                       ${segment.toFixed(1)} s → ${(segment / bare).toFixed(2)}x of it (at most ${LIMIT})`,
  );
  console.log(`  undo                            ${undo.toFixed(1)} s → ${(undo / bare).toFixed(2)}x of it`);
  if (segment / bare > LIMIT) console.log('  !! over its limit');
}

/** With blocked and listed numbers, some of them of the campaign, whose calls do not say so yet; no table was analysed. */
async function measureFew(url: string, databaseUrl: string): Promise<void> {
  const numbersFrom = 5_000_000_000;
  const ours = await makeBigCampaign(databaseUrl, {
    calls: OF,
    operators: FEW_OPERATORS,
    numbersFrom,
    isUnanalysed: true,
  });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('update campaign set obeys_lists = true where id = $1', [ours.id]);
  await client.query(
    `with list as (
      insert into block_list (name, kind, origin, dated, created_by)
      select 'No Llame', 'NO_LLAME', 'Registro', now(), min(id) from app_user returning id
    ), blocked as (
      insert into blocked_number (number, reason)
      select number, 'DEAD' from call where id >= $1 and id < $2 and id % 100 = 50 on conflict do nothing
    )
    insert into listed_number (number, list_id, load_id)
    select number, list.id, 1 from call, list where call.id >= $1 and call.id < $2 and call.id % 100 = 0
    union all select 2210000000 + n, list.id, 1 from generate_series(1, 1000000) n, list`,
    [ours.idLo, ours.idLo + 2 ** 24],
  );
  await client.end();
  const plain = await measureSplit(url, ours, FEW);
  const filtered = await measureSplit(url, ours, FEW / 10, '?birthYearFrom=1950&birthYearTo=1955');
  console.log(`\n${FEW.toLocaleString('en')} among ${FEW_OPERATORS} operators of ${OF.toLocaleString('en')} calls`);
  const tell = (name: string, { segment, undo }: { segment: number; undo: number }) =>
    console.log(
      `  ${name.padEnd(31)} ${segment.toFixed(1)} s, undo ${undo.toFixed(1)} s${segment > LIMIT_SECONDS ? `  !! over ${LIMIT_SECONDS} s` : ''}`,
    );
  tell('Segmentar', plain);
  tell('a tenth of it, six birth years', filtered);
}

async function measureSplit(url: string, { id, operators }: BigCampaign, amount: number, query = '') {
  const headers = { authorization: `Bearer ${await signIn(url)}`, 'content-type': 'application/json' };
  let segmentationId = 0;
  const segment = await seconds(async () => {
    const body = JSON.stringify({ operators, amount });
    const answer = await fetch(`${url}/api/campaign/${id}/audience${query}`, { method: 'PUT', headers, body });
    const reply = (await answer.json()) as { segmentationId: number; total: number };
    if (!answer.ok || reply.total !== amount) throw new Error(`${answer.status}: ${JSON.stringify(reply)}`);
    segmentationId = reply.segmentationId;
  });
  const undo = await seconds(async () => {
    const address = `${url}/api/campaign/${id}/segmentation/${segmentationId}`;
    const answer = await fetch(address, { method: 'DELETE', headers: { authorization: headers.authorization } });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  });
  return { segment, undo };
}

/** The same split without rules, counters or audit records. */
async function updateBare(databaseUrl: string, { id, idLo, operators }: BigCampaign): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `update call set operator_id = ($4::int[])[1 + (id - $2) % cardinality($4::int[])] where campaign_id = $1 and id >= $2 and id < $3`,
      [id, idLo, idLo + 2 ** 24, operators],
    );
  } finally {
    await client.end();
  }
}

async function seconds(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}
