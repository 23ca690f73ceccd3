import pg from 'pg';
import { makeBigCampaign, type BigCampaign } from './lib/big-campaign.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct } from './lib/product.ts';
import { signIn } from './lib/sign-in.ts';

/** 100,000 among 100 takes seconds; the full size is BENCH_CALLS=1000000. At most 15,000 each. */
const CALLS = Number(process.env.BENCH_CALLS ?? 100_000);
const OPERATORS = 100;
/** How many times the bare statement's time Segmentar may take. */
const LIMIT = 1.5;

/**
 * Segmentar and its undo over HTTP, against the bare statement that only writes the operator, on two campaigns alike. Both
 * leave half of the leaf's rows dead, so each campaign is measured once.
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
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}

async function compare(url: string, databaseUrl: string, plain: BigCampaign, ours: BigCampaign): Promise<void> {
  const headers = { authorization: `Bearer ${await signIn(url)}`, 'content-type': 'application/json' };
  const bare = await seconds(() => updateBare(databaseUrl, plain));
  let segmentationId = 0;
  const segment = await seconds(async () => {
    const body = JSON.stringify({ operators: ours.operators });
    const answer = await fetch(`${url}/api/campaign/${ours.id}/audience`, { method: 'PUT', headers, body });
    const reply = (await answer.json()) as { segmentationId: number; total: number };
    if (!answer.ok || reply.total !== CALLS) throw new Error(`${answer.status}: ${JSON.stringify(reply)}`);
    segmentationId = reply.segmentationId;
  });
  const undo = await seconds(async () => {
    const address = `${url}/api/campaign/${ours.id}/segmentation/${segmentationId}`;
    const answer = await fetch(address, { method: 'DELETE', headers: { authorization: headers.authorization } });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  });
  console.log(`\n${CALLS.toLocaleString('en')} calls among ${OPERATORS} operators`);
  console.log(`  bare UPDATE of the operator     ${bare.toFixed(1)} s`);
  console.log(
    `  Segmentar                       ${segment.toFixed(1)} s → ${(segment / bare).toFixed(2)}x of it (at most ${LIMIT})`,
  );
  console.log(`  undo                            ${undo.toFixed(1)} s → ${(undo / bare).toFixed(2)}x of it`);
  if (segment / bare > LIMIT) console.log('  !! over its limit');
}

/** The same split without rules, counters, audit records or triggers. */
async function updateBare(databaseUrl: string, { id, idLo, operators }: BigCampaign): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('alter table call disable trigger call_changed');
    const values = [id, idLo, idLo + 2 ** 24, operators];
    await client.query(
      `update call set operator_id = ($4::int[])[1 + (id - $2) % cardinality($4::int[])] where campaign_id = $1 and id >= $2 and id < $3`,
      values,
    );
    await client.query('alter table call enable trigger call_changed');
  } finally {
    await client.end();
  }
}

async function seconds(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}
