import autocannon from 'autocannon';
import pg from 'pg';
import { makeDesk, nextOf, registerOf, someone, type Desk, type Maker } from './lib/desk.ts';
import { inLanes, report, type Rate } from './lib/measure.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct } from './lib/product.ts';
import { atRate } from './lib/steady.ts';

const CALLS = Number(process.env.BENCH_CALLS ?? 4_600_000);
const OPERATORS = Number(process.env.BENCH_OPERATORS ?? 1_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CONNECTIONS = 50;
const STEADY_RATE = 200;

/**
 * The operator's day at full size: registering an outcome and asking for the next contact, over HTTP by a thousand signed-in
 * operators, against the necessary statements through a bare driver, and against the same on a campaign a hundredth of the size.
 * A thousand who register once a minute need some 17 a second of each, three times that in bursts.
 */
export async function run(): Promise<void> {
  const postgres = await startPostgres();
  try {
    const product = await startProduct(postgres.url);
    try {
      // Never so small that an operator runs out of calls during the measurement.
      const small = await makeDesk(postgres.url, Math.max(OPERATORS * 20, Math.round(CALLS / 100)), OPERATORS);
      const big = await makeDesk(postgres.url, CALLS, OPERATORS);
      await measure(product.url, postgres.url, big, small);
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}

async function measure(url: string, databaseUrl: string, big: Desk, small: Desk): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  console.log(`\n${big.calls} calls, ${OPERATORS} operators, ${CONNECTIONS} connections`);
  report([
    await overHttp('next contact', url, nextOf(big)),
    await overHttp(`the same on ${small.calls} calls`, url, nextOf(small)),
    await inLanes('its statements by a bare driver', CONNECTIONS, bareNext(pool, big)),
  ]);
  report([
    await overHttp('registering', url, registerOf(big)),
    await overHttp(`the same on ${small.calls} calls`, url, registerOf(small)),
    await inLanes('its statements by a bare driver', CONNECTIONS, bareRegister(pool, big)),
  ]);
  await pool.end();
  const next = await atRate('next', url, nextOf(big), STEADY_RATE, SECONDS);
  const register = await atRate('register', url, registerOf(big), STEADY_RATE, SECONDS);
  const steady = ({ name, perSecond, p99 }: Rate) => `${name} ${perSecond.toFixed(0)}/s with p99 ${p99} ms`;
  console.log(`\nAsked for ${STEADY_RATE} a second: ${steady(next)}, ${steady(register)}`);
}

async function overHttp(name: string, url: string, make: Maker): Promise<Rate> {
  const requests = [{ setupRequest: (request: object) => ({ ...request, ...make() }) }];
  const options = { url, connections: CONNECTIONS, requests };
  await autocannon({ ...options, duration: 2 });
  const result = await autocannon({ ...options, duration: SECONDS });
  if (result.non2xx + result.errors > 0) throw new Error(`${name}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { name, perSecond: result.requests.average, p99: result.latency.p99 };
}

const range = (desk: Desk) => [desk.id, desk.idLo, desk.idLo + 2 ** 24];

function bareNext(pool: pg.Pool, desk: Desk) {
  return () =>
    inTransaction(pool, async (client) => {
      const operator = desk.operators[someone(desk)];
      await client.query('select pg_advisory_xact_lock_shared(7262, $1)', [desk.id]);
      await client.query('select status, start_date, end_date, id_lo, id_hi from campaign where id = $1', [desk.id]);
      await client.query(NEXT, [...range(desk), operator, new Date()]);
    });
}

function bareRegister(pool: pg.Pool, desk: Desk) {
  const left = registerOf(desk);
  return () =>
    inTransaction(pool, async (client) => {
      const callId = Number(left().path.split('/').at(-1));
      const operator = desk.operators[(callId - desk.idLo) % desk.operators.length];
      const now = new Date();
      const day = now.toISOString().slice(0, 10);
      await client.query('select pg_advisory_xact_lock_shared(7262, $1)', [desk.id]);
      await client.query('select status, start_date, end_date, id_lo, id_hi from campaign where id = $1', [desk.id]);
      const { rows } = await client.query<{ state_id: number }>(
        'select * from call where campaign_id = $1 and id >= $2 and id < $3 and id = $4 for update',
        [...range(desk), callId],
      );
      await client.query(
        `insert into call_history (call_id, campaign_id, user_id, state_id, affinity, observations, again, created_at)
        values ($1, $2, $3, $4, 1, 'No atendió nadie', false, $5)`,
        [callId, desk.id, operator, desk.stateId, now],
      );
      await client.query(
        `update call set state_id = $2, affinity = 1, call_count = call_count + 1, last_at = $3, day = $4, day_count = 1,
        version = version + 1, updated_at = $3 where id = $1 and id >= $5 and id < $6`,
        [callId, desk.stateId, now, day, desk.idLo, desk.idLo + 2 ** 24],
      );
      await client.query(
        `select move_call_totals(array[$1, $1]::int[], array[$2, $2]::int[], array[$3, $4]::int[], array[-1, 1]),
        move_call_figures(array[$1]::int[], array[$2]::int[], array['called'], array[1]),
        move_outcome_counts($1, $2, $5, array[$4]::int[], array[1], array[1], array[0], array[0], $6)`,
        [desk.id, operator, rows.at(0)?.state_id, desk.stateId, day, now],
      );
      await client.query(
        `insert into audit (at, user_id, action, subaction, info, object_type, object_id, hash)
        values ($1, $2, 'CONTACTO', 'ACTUALIZAR', '{"entries": [], "modifications": [{"label": "Estado", "value": "No contesta"}]}', 'call', $3, '')`,
        [now, operator, String(callId)],
      );
    });
}

async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Never-called ones of one operator: the part of next-contact that nearly every request ends with. */
const NEXT = `
  with fresh as (
    select id from call
    where campaign_id = $1 and id >= $2 and id < $3 and operator_id = $4 and state_id = 1 and released_at is null and not blocked
      and (hold_until is null or hold_until <= $5) and not exists (select from blocked_number b where b.number = call.number)
    order by id limit 1 for update skip locked)
  update call set hold_by = $4, hold_until = $5::timestamptz + interval '10 minutes', hold_for = 0
  where id = (select id from fresh) and id >= $2 and id < $3 returning id, number`;
