import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify, hash } from '@node-rs/argon2';
import pg from 'pg';
import { inLanes, overHttp, report } from './lib/measure.ts';
import { startPostgres } from './lib/postgres.ts';
import { freePort, startProduct, startProgram } from './lib/product.ts';

const CONNECTIONS = 20;
const SIGN_INS = 4;
const CREDENTIALS = JSON.stringify({ email: 'admin@demo.gob.ar', password: 'campanero-demo' });
const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * The campaign list and signing in, against a bare Fastify route that answers the same bytes and against their own
 * unavoidable work by itself: the list's SQL through a bare driver, the password's hash.
 */
export async function run(): Promise<void> {
  const postgres = await startPostgres();
  try {
    const product = await startProduct(postgres.url);
    try {
      await measureList(product.url, postgres.url);
      await measureSignIn(product.url);
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}

async function measureList(url: string, databaseUrl: string): Promise<void> {
  const login = await fetch(`${url}/api/login`, { method: 'POST', headers: JSON_TYPE, body: CREDENTIALS });
  const { token } = (await login.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const address = `${url}/api/campaign?pageNumber=0&pageSize=10`;
  const bytes = Buffer.from(await (await fetch(address, { headers })).arrayBuffer());

  const list = await overHttp('campaign list', { url: address, headers, connections: CONNECTIONS });
  const bare = await againstBare(bytes, 'GET');
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  const rows = await inLanes('its SQL by itself (page and count)', CONNECTIONS, () =>
    Promise.all([pool.query(PAGE_SQL), pool.query('select count(*) from campaign')]),
  );
  await pool.end();
  console.log(`\nCampaign list (${bytes.length} bytes, ${CONNECTIONS} connections)`);
  report([list, bare, rows]);
}

async function measureSignIn(url: string): Promise<void> {
  const options = {
    url: `${url}/api/login`,
    method: 'POST',
    headers: JSON_TYPE,
    body: CREDENTIALS,
    connections: SIGN_INS,
  };
  const signIn = await overHttp('sign-in', options);
  const bare = await againstBare(Buffer.from('{"token":"…"}'), 'POST');
  const stored = await hash('campanero-demo', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const hashing = await inLanes('its password hash by itself', SIGN_INS, () => verify(stored, 'campanero-demo'));
  console.log(`\nSign-in (${SIGN_INS} connections)`);
  report([signIn, bare, hashing]);
}

async function againstBare(bytes: Buffer, method: 'GET' | 'POST') {
  const folder = mkdtempSync(join(tmpdir(), 'campanero-bare-'));
  const file = join(folder, 'bytes');
  writeFileSync(file, bytes);
  const port = freePort();
  const program = await startProgram('bare-server.ts', { BARE_BYTES: file, BARE_PORT: String(port) });
  try {
    return await overHttp('a bare route with the same bytes', {
      url: `http://127.0.0.1:${port}/`,
      method,
      connections: CONNECTIONS,
    });
  } finally {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the list's first page asks of the database for an administrator. */
const PAGE_SQL = `
  select c.id, c.name, c.description, c.external_id, c.objective_id, o.name, c.coordinated_by, u.first_name || ' ' || u.last_name,
    c.external, c.start_date, c.end_date, c.created_at, c.status, c.paused,
    not exists (select from call where call.campaign_id = c.id and call.id >= c.id_lo and call.id < c.id_hi
      and call.operator_id is null and not call.blocked) as assigned
  from campaign c join objective o on o.id = c.objective_id join app_user u on u.id = c.coordinated_by
  order by c.id desc limit 10`;
