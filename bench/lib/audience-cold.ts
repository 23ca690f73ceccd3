import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { BigCampaign } from './big-campaign.ts';
import { signIn } from './sign-in.ts';

export const BORN = { birthYearFrom: 1950, birthYearTo: 1960, gender: 'F' };
const RARE = { birthYearFrom: 1950, birthYearTo: 1950, gender: 'F' };

export type Query = Record<string, string | number>;

type Ask = (query: Query, path?: string) => Promise<unknown>;
export async function asking(url: string, { id }: BigCampaign): Promise<Ask> {
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

export const rareOf = async (pool: pg.Pool): Promise<Query> => {
  const { rows } = await pool.query<{ id: string }>('select id from location_subsection order by id limit 1');
  return { ...RARE, subsectionId: rows[0]?.id ?? '' };
};
export const middleOf = ({ calls }: BigCampaign) => Math.floor((calls * 0.89) / 20);
const once = async (name: string, work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  console.log(`  ${name.padEnd(58)} once  ${(performance.now() - start).toFixed(0).padStart(5)} ms`);
};

/** Before columns are there: the server has answered its first request, and reads them of its own accord. */
export async function measureStart(url: string, databaseUrl: string, big: BigCampaign): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const start = performance.now();
  const ask = await asking(url, big);
  const rare = await rareOf(pool);
  console.log(`\nAudience of ${big.calls.toLocaleString('en')} calls, the server just started`);
  await once('first page, as it is opened', () => ask({ pageSize: 10, later: 1 }));
  await once('one in a hundred thousand, at once after opening', () => ask({ pageSize: 10, later: 1, ...rare }));
  await once('one state, far down, at once after that', () =>
    ask({ pageSize: 10, later: 1, stateId: 1, pageNumber: middleOf(big) }),
  );
  await once('exact count of an unusual combination, at once after that', () =>
    ask({ ...BORN, callsMax: 1 }, 'audience/count'),
  );
  for (let took = Number.POSITIVE_INFINITY; took > 250;) {
    await pause(2_000);
    const asked = performance.now();
    await ask({ pageSize: 10, later: 1, ...rare });
    took = performance.now() - asked;
  }
  console.log(`  the same within 250 ms ${((performance.now() - start) / 1000).toFixed(1)} s after the start`);
  await pool.end();
}

/** Right after very many calls have changed at once. */
export async function measureSplit(url: string, databaseUrl: string, big: BigCampaign): Promise<void> {
  const headers = { authorization: `Bearer ${await signIn(url)}`, 'content-type': 'application/json' };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const ask = await asking(url, big);
  const rare = await rareOf(pool);
  const split = Math.min(1_000_000, Math.floor(big.calls * 0.3));
  await pool.query(`update campaign set status = 'EN CURSO' where id = $1`, [big.id]);
  const look = async (after: string) => {
    await once(`one in a hundred thousand, at once after ${after}`, () => ask({ pageSize: 10, later: 1, ...rare }));
    await once('one state, far down, at once after that', () =>
      ask({ pageSize: 10, later: 1, stateId: 1, pageNumber: middleOf(big) }),
    );
    await once('exact count of an unusual combination', () => ask({ ...BORN, callsMin: 2 }, 'audience/count'));
  };
  const change = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${url}/api/campaign/${big.id}/${path}`, { headers, ...init });
    const reply = (await answer.json()) as { segmentationId: number; total: number };
    if (!answer.ok || reply.total !== split) throw new Error(`${answer.status}: ${JSON.stringify(reply)}`);
    return reply.segmentationId;
  };
  console.log(`\n${split.toLocaleString('en')} of them handed out`);
  const body = JSON.stringify({ operators: big.operators, amount: split });
  const segmentationId = await change('audience', { method: 'PUT', body });
  await look('Segmentar');
  const { 'content-type': _none, ...bare } = headers;
  await change(`segmentation/${segmentationId}`, { method: 'DELETE', headers: bare });
  await look('undoing it');
  await pool.end();
}
