import pg from 'pg';
import { asking, BORN, measureSplit, measureStart, middleOf, rareOf, type Query } from './lib/audience-cold.ts';
import { makeBigCampaign, type BigCampaign } from './lib/big-campaign.ts';
import { tell, waitFor } from './lib/latency.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct, type Product } from './lib/product.ts';

/** Half a minute at 460,000; the full size is BENCH_CALLS=4600000. */
const CALLS = Number(process.env.BENCH_CALLS ?? 460_000);

/**
 * The audience's list on a large campaign (UX-10): any page in load order, filters, free text, orders, and counts, over HTTP
 * against the bare statements that find the same rows.
 */
export async function run(): Promise<void> {
  const postgres = await startPostgres();
  try {
    const parts = {
      calls: CALLS,
      operators: 1000,
      assigned: Math.floor(CALLS * 0.65),
      called: Math.floor(CALLS * 0.11),
    };
    const big = await withProduct(postgres.url, () => makeBigCampaign(postgres.url, parts));
    // Started anew, with the campaign there: what its people find on a Monday morning.
    await withProduct(postgres.url, async (product) => {
      await measureStart(product.url, postgres.url, big);
      await measureAudience(product.url, postgres.url, big);
      await measureSplit(product.url, postgres.url, big);
    });
  } finally {
    await postgres.stop();
  }
}

async function withProduct<T>(databaseUrl: string, work: (product: Product) => Promise<T>): Promise<T> {
  const product = await startProduct(databaseUrl);
  try {
    return await work(product);
  } finally {
    await product.stop();
  }
}

export async function measureAudience(url: string, databaseUrl: string, big: BigCampaign): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const ask = await asking(url, big);
  const rows = (name: string, query: Query) => waitFor(name, () => ask({ pageSize: 10, later: 1, ...query }));
  const bare = (where: string, rest: string) =>
    waitFor('', () =>
      pool.query(`${ROW} where call.campaign_id = $1 and call.id >= $2 and call.id < $3 ${where} ${rest}`, [
        big.id,
        big.idLo,
        big.idLo + 2 ** 24,
      ]),
    );
  const [operator = 0] = big.operators.slice(5);
  const last = Math.floor(big.calls / 10) - 1;
  const deep = Math.min(100_000, last);
  const middle = middleOf(big);

  console.log(`\nAudience of ${big.calls.toLocaleString('en')} calls, pages of 10, one person waiting`);
  const range = (page: number) =>
    bare(`and call.id >= ${big.idLo + page * 10} and call.id < ${big.idLo + page * 10 + 10}`, 'order by call.id');
  const rare = await rareOf(pool);
  tell(await rows('first page', {}), await range(0));
  tell(await rows(`page ${deep.toLocaleString('en')}`, { pageNumber: deep }), await range(deep));
  tell(await rows('last page', { pageNumber: last }), await range(last));
  tell(
    await rows('one state, first page', { stateId: 1 }),
    await bare('and call.state_id = 1', 'order by call.id limit 10'),
  );
  tell(await rows('one state, in the middle', { stateId: 1, pageNumber: middle }));
  tell(
    await rows('one operator', { operatorId: operator }),
    await bare(`and call.operator_id = ${operator}`, 'order by call.id limit 10'),
  );
  tell(await rows('operator and state', { operatorId: operator, stateId: 1 }));
  tell(await rows('three states, first page', { states: '2,3,4' }));
  tell(await rows('three states, in the middle', { states: '2,3,4', pageNumber: Math.floor((big.calls * 0.01) / 10) }));
  tell(
    await rows('free text: last four digits', { general: '4444' }),
    await bare('and call.number % 10000 = 4444', 'order by call.id limit 10'),
  );
  tell(await rows('free text: the whole number', { general: '3900048271' }));
  tell(await rows('free text: an operator’s name', { general: 'medida 0007' }));
  tell(await rows('number begins with 3944', { number: '3944' }));
  tell(await rows('birth years and gender, first page', BORN));
  tell(await rows('birth years and gender, row 20,000', { ...BORN, pageNumber: 2_000 }));
  tell(await rows('a combination nobody has', { ...NOBODY }));
  tell(await rows('one in a hundred thousand', rare));
  tell(
    await waitFor(
      'the same by last change',
      () => ask({ pageSize: 10, later: 1, ...rare, orderbytitle: 'updatedAt', orderbytype: 'desc' }),
      3,
    ),
  );
  tell(await rows('by number, first page', { orderbytitle: 'number' }));
  tell(await rows('by number, in the middle', { orderbytitle: 'number', pageNumber: middle }));
  tell(await rows('by state, in the middle', { orderbytitle: 'stateName', pageNumber: middle }));
  tell(await rows('by operator, in the middle', { orderbytitle: 'userName', pageNumber: Math.floor(big.calls / 30) }));
  for (const [name, order] of ORDERS) {
    const [by, way = 'asc'] = order.split(' ');
    const sorted = { orderbytitle: by ?? '', orderbytype: way };
    tell(await rows(name, sorted));
    tell(await rows(`${name}, last page`, { ...sorted, pageNumber: last }));
    tell(
      await waitFor(`${name}, in the middle`, () => ask({ pageSize: 10, later: 1, ...sorted, pageNumber: middle }), 5),
    );
    tell(await rows(`${name}, one operator`, { ...sorted, operatorId: operator }));
    tell(await rows(`${name}, birth years and gender`, { ...sorted, ...BORN }));
    tell(await rows(`${name}, three states`, { ...sorted, states: '2,3,4' }));
    tell(await waitFor(`${name}, nobody`, () => ask({ pageSize: 10, later: 1, ...sorted, ...NOBODY }), 3));
  }
  for (const [name, query] of WORST) {
    const worst = typeof query === 'function' ? query(rare) : query;
    tell(await waitFor(name, () => ask({ pageSize: 10, later: 1, ...worst }), 5));
  }
  const changed = async (query: Query, change: string) => {
    await pool.query(`update call set ${change} where id = any($1::bigint[])`, [
      Array.from({ length: 50 }, () => big.idLo + Math.floor(Math.random() * big.calls)),
    ]);
    return ask({ pageSize: 10, later: 1, ...query });
  };
  const born = { ...BORN, orderbytitle: 'updatedAt', pageNumber: 2_000 };
  tell(
    await waitFor('birth years and gender, by last change, 50 calls changed each time', () =>
      changed(born, 'updated_at = now()'),
    ),
  );
  const isBorn = `and birth_year between ${BORN.birthYearFrom} and ${BORN.birthYearTo} and gender = 'F' and call_count >= 1`;
  const counted = await waitFor(
    '',
    () =>
      pool.query(`select count(*) from call where campaign_id = $1 and id >= $2 and id < $3 ${isBorn}`, [
        big.id,
        big.idLo,
        big.idLo + 2 ** 24,
      ]),
    5,
  );
  tell(
    await waitFor('exact count of an unusual combination', () => ask({ ...BORN, callsMin: 1 }, 'audience/count')),
    counted,
  );
  tell(await waitFor('the same, never registered', () => ask({ ...BORN, callsMax: 0 }, 'audience/count')));
  // As after a large load: everything is read anew.
  await pool.query('select note_all_calls($1)', [big.id]);
  tell(await waitFor('the first page after everything has changed', () => ask({ pageSize: 10, later: 1 }), 3));
  tell(await waitFor('an exact count at once after it', () => ask({ ...BORN, callsMax: 1 }, 'audience/count'), 3));
  await pool.end();
}

const ORDERS: readonly (readonly [string, string])[] = [
  ['by last change, newest first', 'updatedAt desc'],
  ['by last change, oldest first', 'updatedAt asc'],
  ['by registrations, most first', 'callCounter desc'],
  ['by registrations, fewest first', 'callCounter asc'],
  ['by substate', 'substateName asc'],
  ['by state', 'stateName asc'],
  ['by operator', 'userName asc'],
];
/** The worst of filters alone, in pairs and in triples, in all orders: matches that are all at the other end, or nearly none. */
const WORST: readonly (readonly [string, Query | ((rare: Query) => Query)])[] = [
  ['never registered, load order', { callsMax: 0 }],
  ['never registered, by state', { callsMax: 0, orderbytitle: 'stateName' }],
  ['pending women, load order', { stateId: 1, gender: 'F' }],
  ['pending women, last changed first', { stateId: 1, gender: 'F', orderbytitle: 'updatedAt', orderbytype: 'desc' }],
  ['pending, most registrations first', { stateId: 1, orderbytitle: 'callCounter', orderbytype: 'desc' }],
  ['pending, by substate', { stateId: 1, orderbytitle: 'substateName' }],
  ['pending and registered (nobody), by number', { stateId: 1, callsMin: 1, orderbytitle: 'number' }],
  ['registered, changed longest ago first', { callsMin: 1, orderbytitle: 'updatedAt' }],
  ['eleven states, changed longest ago first', { states: '2,3,4,5,6,7,8,9,10,11,12', orderbytitle: 'updatedAt' }],
  ['hardly anybody, by number', (rare) => ({ ...rare, orderbytitle: 'number' })],
  ['hardly anybody, by operator', (rare) => ({ ...rare, orderbytitle: 'userName' })],
  ['women, by registrations, row 700,000', { gender: 'F', orderbytitle: 'callCounter', pageNumber: 70_000 }],
  ['women, by last change, row 700,000', { gender: 'F', orderbytitle: 'updatedAt', pageNumber: 70_000 }],
  ['women, by number, row 700,000', { gender: 'F', orderbytitle: 'number', pageNumber: 70_000 }],
  ['women, by operator, row 700,000', { gender: 'F', orderbytitle: 'userName', pageNumber: 70_000 }],
  ['women, by substate, row 700,000', { gender: 'F', orderbytitle: 'substateName', pageNumber: 70_000 }],
  ['women never registered, newest first', { gender: 'F', callsMax: 0, orderbytitle: 'id', orderbytype: 'desc' }],
  ['number begins with 39, women, row 700,000', { number: '39', gender: 'F', pageNumber: 70_000 }],
  ['number ends with 44444, last changed first', { number: '44444', orderbytitle: 'updatedAt', orderbytype: 'desc' }],
  ['free text: digits, years, by registrations', { general: '394', birthYearFrom: 1980, orderbytitle: 'callCounter' }],
];
const NOBODY = { birthYearFrom: 1950, birthYearTo: 1950, callsMin: 900 };

const ROW = `
  select call.id, call.number, call.state_id, state.name, state.color, substate.name, u.first_name || ' ' || u.last_name, call.call_count,
    call.blocked, person.first_name || ' ' || person.last_name, call.created_at, call.updated_at
  from call join state on state.id = call.state_id join person on person.id = call.person_id
  left join substate on substate.id = call.substate_id left join app_user u on u.id = call.operator_id`;
