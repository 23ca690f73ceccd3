import pg from 'pg';
import { makeBigCampaign, type BigCampaign } from './lib/big-campaign.ts';
import { makeDesk, nextOf, registerOf, type Desk } from './lib/desk.ts';
import { tell, waitFor } from './lib/latency.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct } from './lib/product.ts';
import { signIn } from './lib/sign-in.ts';
import { atRate } from './lib/steady.ts';

/** Half a minute at 460,000; the full size is BENCH_CALLS=4600000. */
const CALLS = Number(process.env.BENCH_CALLS ?? 460_000);
/** The largest campaign for which every page must be fast (150 ms). */
const MIDDLING = 200_000;
const OPERATORS = 1_000;
const COORDINATORS = 10;
const PER_SECOND = 200;
const SECONDS = 10;
/** Reading the whole audience takes a second, so a few repetitions are enough. */
const FEW = 5;

type Query = Record<string, string | number>;
type Ask = (query: Query, path?: string) => Promise<unknown>;

/**
 * The audience's list, over HTTP against the bare statements that find the same rows: pages, filters, orders and counts
 * of a large campaign and of a middling one; then next contact and registering while ten coordinators filter.
 */
export async function run(): Promise<void> {
  const postgres = await startPostgres();
  try {
    const product = await startProduct(postgres.url);
    try {
      const parts = {
        operators: OPERATORS,
        assigned: Math.floor(MIDDLING * 0.65),
        called: Math.floor(MIDDLING * 0.11),
      };
      const middling = await makeBigCampaign(postgres.url, { calls: MIDDLING, ...parts });
      const big = await makeDesk(postgres.url, CALLS, OPERATORS);
      await measurePages(product.url, postgres.url, middling);
      await measurePages(product.url, postgres.url, big);
      await measureOthers(product.url, big);
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}

async function asking(url: string, { id }: BigCampaign): Promise<Ask> {
  const headers = { authorization: `Bearer ${await signIn(url)}` };
  return async (query, path = 'audience') => {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const answer = await fetch(`${url}/api/campaign/${id}/${path}?${search}`, { headers });
    if (!answer.ok) throw new Error(`${answer.status} for ${search}: ${await answer.text()}`);
    return answer.json();
  };
}

async function measurePages(url: string, databaseUrl: string, big: BigCampaign): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const ask = await asking(url, big);
  const rows = (name: string, query: Query, times?: number) =>
    waitFor(name, () => ask({ pageSize: 10, later: 1, ...query }), times);
  const bare = (where: string, rest: string, times?: number) =>
    waitFor(
      '',
      () =>
        pool.query(`${ROW} where call.campaign_id = $1 and call.id >= $2 and call.id < $3 ${where} ${rest}`, [
          big.id,
          big.idLo,
          big.idLo + 2 ** 24,
        ]),
      times,
    );
  const [operator = 0] = big.operators.slice(5);
  const last = Math.floor(big.calls / 10) - 1;
  const middle = Math.floor(last / 2);

  console.log(`\nAudience of ${big.calls.toLocaleString('en')} calls, pages of 10, one person waiting`);
  const range = (page: number) =>
    bare(`and call.id >= ${big.idLo + page * 10} and call.id < ${big.idLo + page * 10 + 10}`, 'order by call.id');
  tell(await rows('first page', {}), await range(0));
  tell(await rows('page in the middle', { pageNumber: middle }), await range(middle));
  tell(await rows('last page', { pageNumber: last }), await range(last));
  tell(
    await rows('one state, first page', { stateId: 1 }),
    await bare('and call.state_id = 1', 'order by call.id limit 10'),
  );
  tell(await rows('one state, page 1,000', { stateId: 1, pageNumber: 1_000 }));
  tell(await rows('one state, in the middle', { stateId: 1, pageNumber: Math.floor(big.calls * 0.04) }));
  tell(await rows('one operator', { operatorId: operator }));
  tell(await rows('operator and state', { operatorId: operator, stateId: 1 }));
  tell(await rows('free text: last four digits', { general: '4444' }));
  tell(await rows('free text: the whole number', { general: '3900048271' }));
  tell(await rows('free text: an operator’s name', { general: 'medida 0007' }));
  tell(
    await rows('birth years and gender, first page', BORN, FEW),
    await bare(IS_BORN, 'order by call.id + 0 limit 10', FEW),
  );
  tell(await rows('the same, row 20,000', { ...BORN, pageNumber: 2_000 }, FEW));
  tell(await rows('three states', { states: '2,3,4' }, FEW));
  tell(await rows('number begins with 39', { number: '39' }, FEW));
  tell(await rows('a combination that nobody has', NOBODY, FEW));
  for (const order of ORDERS)
    for (const [where, page] of [
      ['first page', 0],
      ['in the middle', middle],
      ['last page', last],
    ] as const)
      tell(await rows(`by ${order}, ${where}`, { orderbytitle: order, pageNumber: page }, FEW));
  tell(await rows('women, by last change, in the middle', { ...WOMEN, pageNumber: Math.floor(middle / 2) }, FEW));
  tell(
    await waitFor('exact count of an unusual combination', () => ask(BORN, 'audience/count'), FEW),
    await waitFor(
      '',
      () =>
        pool.query(`select count(*) from call where campaign_id = $1 and id >= $2 and id < $3 ${IS_BORN}`, [
          big.id,
          big.idLo,
          big.idLo + 2 ** 24,
        ]),
      FEW,
    ),
  );
  await pool.end();
}

/** Operators at work, first alone and then beside ten coordinators who filter without a pause. */
async function measureOthers(url: string, big: Desk): Promise<void> {
  const measure = async (beside: string) => {
    const next = await atRate('next', url, nextOf(big), PER_SECOND / 2, SECONDS);
    const register = await atRate('register', url, registerOf(big), PER_SECOND / 2, SECONDS);
    const both = await Promise.all([
      atRate('next', url, nextOf(big), PER_SECOND / 2, SECONDS),
      atRate('register', url, registerOf(big), PER_SECOND / 2, SECONDS),
    ]);
    console.log(
      `  ${beside.padEnd(40)} p99: next ${next.p99} ms, registering ${register.p99} ms; both at once ${both.map(({ p99 }) => p99).join(' and ')} ms`,
    );
  };
  console.log(`\nOperators at ${PER_SECOND} requests a second`);
  await measure('alone');
  const ask = await asking(url, big);
  const filtering = new AbortController();
  let looks = 0;
  const coordinator = async (turn: number) => {
    while (!filtering.signal.aborted) {
      await ask({ pageSize: 10, later: 1, ...BORN, birthYearFrom: 1940 + turn, pageNumber: turn });
      looks += 1;
    }
  };
  const start = performance.now();
  const coordinators = Promise.all(Array.from({ length: COORDINATORS }, (_, turn) => coordinator(turn)));
  await measure(`beside ${COORDINATORS} coordinators who filter`);
  filtering.abort();
  await coordinators;
  console.log(`  who each waited ${(((performance.now() - start) * COORDINATORS) / looks).toFixed(0)} ms for a page`);
}

const ORDERS = ['number', 'stateName', 'substateName', 'userName', 'callCounter', 'updatedAt'] as const;
const BORN = { birthYearFrom: 1950, birthYearTo: 1960, gender: 'F' };
const IS_BORN = `and call.birth_year between ${BORN.birthYearFrom} and ${BORN.birthYearTo} and call.gender = 'F'`;
const WOMEN = { gender: 'F', orderbytitle: 'updatedAt' };
const NOBODY = { birthYearFrom: 1950, birthYearTo: 1950, callsMin: 900 };

const ROW = `
  select call.id, call.number, call.state_id, state.name, state.color, substate.name, u.first_name || ' ' || u.last_name, call.call_count,
    call.blocked, person.first_name || ' ' || person.last_name, call.created_at, call.updated_at
  from call join state on state.id = call.state_id join person on person.id = call.person_id
  left join substate on substate.id = call.substate_id left join app_user u on u.id = call.operator_id`;
