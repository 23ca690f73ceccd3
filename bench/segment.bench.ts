import pg from 'pg';
import { makeBigCampaign, type BigCampaign } from './lib/big-campaign.ts';
import { nextOf } from './lib/desk.ts';
import { waitFor } from './lib/latency.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct } from './lib/product.ts';
import { signInAll } from './lib/sessions.ts';
import { signIn } from './lib/sign-in.ts';
import { send } from './lib/steady.ts';

/** 100,000 among 100 takes seconds; the full size is BENCH_CALLS=1000000. At most 15,000 each. */
const CALLS = Number(process.env.BENCH_CALLS ?? 100_000);
const OPERATORS = 100;
/** Few of very many; the full size is BENCH_OF=4500000. */
const OF = Number(process.env.BENCH_OF ?? 1_000_000);
const FEW = Math.min(120_000, Math.floor(OF / 2));
const FEW_OPERATORS = 8;
/** How many times the bare statement's time Segmentar may take. */
const LIMIT = 1.5;
/** Seconds for few of very many, and for what somebody looks at before or asks for after. */
const LIMIT_SECONDS = 5;
const LIMIT_LOOK_SECONDS = 0.3;

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

/** More than a twentieth of all calls matches each. */
const FILTERS = {
  'six birth years': 'birthYearFrom=1950&birthYearTo=1955',
  'women, never called': 'gender=F&callsMax=0',
  'one state': 'stateId=1',
  'a tenth of the numbers': 'number=500',
  'one district': 'districtId=06',
};
/** Handed out through each filter. */
const SOME = Math.min(FEW, Math.floor(OF / 20));

/** With blocked and listed numbers, some of them of the campaign, whose calls do not say so yet; no table was analysed. */
async function measureFew(url: string, databaseUrl: string): Promise<void> {
  const ours = await makeBigCampaign(databaseUrl, {
    calls: OF,
    operators: FEW_OPERATORS,
    numbersFrom: 5_000_000_000,
    isUnanalysed: true,
  });
  await listAndBlock(databaseUrl, ours);
  console.log(`\n${FEW.toLocaleString('en')} among ${FEW_OPERATORS} operators of ${OF.toLocaleString('en')} calls`);
  const ask = asking(url, await signIn(url), ours);
  const over = (seconds: number, most: number) => (seconds > most ? `  !! over ${most} s` : '');
  const tell = (name: string, took: number, most = LIMIT_SECONDS) =>
    console.log(`  ${name.padEnd(38)} ${took.toFixed(2)} s${over(took, most)}`);
  const splits: [string, number, string][] = [
    ['Segmentar', FEW, ''],
    ...Object.entries(FILTERS).map(([name, query]): [string, number, string] => [name, SOME, query]),
  ];
  for (const [name, amount, query] of splits) {
    tell(`${name}: preview`, await seconds(() => ask('GET', `audience/segmentable?${query}`)), LIMIT_LOOK_SECONDS);
    const { segment, undo } = await measureSplit(url, ours, amount, `?${query}`);
    tell(`${name}: ${amount.toLocaleString('en')}`, segment);
    tell(`${name}: undo`, undo);
  }
  await measureOpen(databaseUrl, url, ours, tell);
  await measureSample(databaseUrl, tell, url);
}

/** Some of very many that were just loaded; the others change their mark, as a segmentation of them would. */
async function measureSample(
  databaseUrl: string,
  tell: (name: string, took: number, most?: number) => void,
  url: string,
): Promise<void> {
  const parts = { calls: OF, operators: FEW_OPERATORS, numbersFrom: 6_000_000_000, isUnanalysed: true };
  const drawn = await makeBigCampaign(databaseUrl, parts);
  const ask = asking(url, await signIn(url), drawn);
  const some = Math.round(OF / 1000);
  const body = { amount: some, bySection: true, seed: 1 };
  tell(`sample: draw ${some.toLocaleString('en')}`, await seconds(() => ask('POST', 'sample', body)), OF / 20_000);
  tell('sample: view', await seconds(() => ask('GET', 'sample')));
  await ask('PUT', 'audience', { operators: drawn.operators, amount: FEW_OPERATORS });
  tell('sample: next contact of a coordinator', await seconds(() => ask('GET', 'call/0/next')));
  tell(
    `sample: release ${some.toLocaleString('en')}`,
    await seconds(() => ask('POST', 'sample/release', { amount: some, version: 0 })),
    OF / 100_000,
  );
  tell('sample: remove', await seconds(() => ask('DELETE', 'sample')), OF / 20_000);
}

/** What is done with calls that are handed out: looked at, rebalanced, called. */
async function measureOpen(
  databaseUrl: string,
  url: string,
  ours: BigCampaign,
  tell: (name: string, took: number, most?: number) => void,
): Promise<void> {
  const ask = asking(url, await signIn(url), ours);
  await ask('PUT', 'audience', { operators: ours.operators, amount: FEW });
  tell('last segmentation: may it be undone', await seconds(() => ask('GET', 'segmentation/last')), LIMIT_LOOK_SECONDS);
  const from = ours.operators.slice(FEW_OPERATORS / 2);
  const to = ours.operators.slice(0, FEW_OPERATORS / 2);
  const counting = () => ask('GET', `rebalance?from=${from.join(',')}`);
  tell('Rebalancear: preview', await seconds(counting), LIMIT_LOOK_SECONDS);
  // One operator takes 15,000 at most.
  const giver = { from: from.slice(0, 2), to };
  tell('Rebalancear: a quarter of them', await seconds(() => ask('POST', 'rebalance', giver)));
  await measureNext(databaseUrl, url, { ...ours, operators: to }, tell);
}

/** Also where attempts are counted across campaigns, and each number is looked up in all of them. */
async function measureNext(
  databaseUrl: string,
  url: string,
  ours: BigCampaign,
  tell: (name: string, took: number, most?: number) => void,
): Promise<void> {
  const next = nextOf({ ...ours, tokens: await signInAll(databaseUrl, ours.operators), stateId: 0 });
  const takeNextCall = async () => {
    const status = await send(url, next());
    if (status !== 200) throw new Error(`next contact: ${status}`);
  };
  for (const across of [false, true]) {
    await runAlone(databaseUrl, `update calling_default set across_campaigns = ${across}`);
    const { first, p95 } = await waitFor('', takeNextCall);
    const name = `next contact${across ? ' across campaigns' : ''}`;
    tell(`${name}: first`, first / 1000, LIMIT_LOOK_SECONDS);
    tell(`${name}: p95`, p95 / 1000, LIMIT_LOOK_SECONDS);
  }
}

async function runAlone(databaseUrl: string, statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

function asking(url: string, token: string, { id }: BigCampaign) {
  const authorization = `Bearer ${token}`;
  return async (method: string, path: string, body?: object): Promise<void> => {
    const answer = await fetch(`${url}/api/campaign/${id}/${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
}

async function listAndBlock(databaseUrl: string, { id, idLo }: BigCampaign): Promise<void> {
  await runAlone(databaseUrl, 'update campaign set obeys_lists = true where id = $1', [id]);
  await runAlone(
    databaseUrl,
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
    [idLo, idLo + 2 ** 24],
  );
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
const updateBare = (databaseUrl: string, { id, idLo, operators }: BigCampaign): Promise<void> =>
  runAlone(
    databaseUrl,
    `update call set operator_id = ($4::int[])[1 + (id - $2) % cardinality($4::int[])] where campaign_id = $1 and id >= $2 and id < $3`,
    [id, idLo, idLo + 2 ** 24, operators],
  );

async function seconds(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}
