import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { makeBigCampaign, type BigCampaign } from './lib/big-campaign.ts';
import { makeDesk, probe } from './lib/desk.ts';
import { watchMemory } from './lib/memory.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct, type Product } from './lib/product.ts';
import { signIn } from './lib/sign-in.ts';

/** 200,000 take a minute; the full size is BENCH_ROWS=4600000. */
const ROWS = Number(process.env['BENCH_ROWS'] ?? 200_000);
const BARS = { ratio: 3, memoryMb: 150, p99: 100 };
const OTHER_CALLS = 46_000;
const OTHER_OPERATORS = 200;
const WARM_MS = 3_000;

/** The audience's export through the real product, from asking to the finished file, against a bare COPY TO of the same columns. */
export async function run(): Promise<void> {
  const files = mkdtempSync(join(tmpdir(), 'campanero-bench-export-'));
  const postgres = await startPostgres();
  try {
    const product = await startProduct(postgres.url);
    try {
      const campaign = await makeBigCampaign(postgres.url, {
        calls: ROWS,
        operators: 100,
        assigned: Math.floor(ROWS / 10),
        called: Math.floor(ROWS / 20),
      });
      const others = await makeDesk(postgres.url, OTHER_CALLS, OTHER_OPERATORS);
      const token = await signIn(product.url);
      console.log(`\n${ROWS.toLocaleString('en')} calls`);
      const bare = await bareCopy(postgres.url, campaign, join(files, 'bare.csv'));
      for (const order of [{}, { orderbytitle: 'stateName' }, { gender: 'F' }] as Record<string, string>[]) {
        const working = probe(product.url, others);
        const memory = watchMemory(product.pid);
        await pause(WARM_MS);
        const idle = memory.now();
        working.forget();
        const { seconds, rows, bytes } = await exportOnce(product, token, campaign.id, order);
        tell(order, { seconds, rows, bytes, bare, memoryMb: memory.stop() - idle, p99: (await working.stop()).p99 });
      }
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(files, { recursive: true, force: true });
  }
}

/** The same columns in the same order, written by PostgreSQL as CSV of its own kind, without formula-safe cells. */
async function bareCopy(url: string, { id, idLo }: BigCampaign, path: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const day = (column: string) => `to_char(${column} at time zone interval '-03:00', 'DD-MM-YYYY HH24:MI')`;
  const began = performance.now();
  await pipeline(
    client.query(
      copyTo(`copy (
        select call.number, null, p.first_name, p.last_name, p.document, to_char(p.birthday, 'DD-MM-YYYY'), p.gender, p.email,
          p.nationality, p.channel, p.orion_id, d.display, s.display, b.display, p.business_name, p.interested, state.name,
          substate.name, call.affinity, u.first_name || ' ' || u.last_name, call.call_count, ${day('call.last_at')},
          ${day('call.callback_at')}, call.blocked, call.observations, ${day('call.created_at')}, ${day('call.updated_at')}, call.id
        from call join state on state.id = call.state_id left join substate on substate.id = call.substate_id
        left join app_user u on u.id = call.operator_id join person p on p.id = call.person_id
        left join location_district d on d.id = p.district_id left join location_section s on s.id = p.section_id
        left join location_subsection b on b.id = p.subsection_id
        where call.campaign_id = ${id} and call.id >= ${idLo} and call.id < ${idLo + 2 ** 24} order by call.id
      ) to stdout with (format csv, delimiter ';')`),
    ),
    createWriteStream(path),
  );
  await client.end();
  return (performance.now() - began) / 1000;
}

interface Detail {
  status: string;
  rows: number;
  bytes: number;
}

async function exportOnce({ url }: Product, token: string, campaignId: number, order: Record<string, string>) {
  const headers = { authorization: `Bearer ${token}` };
  const began = performance.now();
  const asked = await fetch(`${url}/api/campaign/${campaignId}/export/audience?${new URLSearchParams(order)}`, {
    headers,
  });
  if (asked.status !== 202) throw new Error(`refused: ${await asked.text()}`);
  const { id } = (await asked.json()) as { id: string };
  for (;;) {
    const detail = (await (await fetch(`${url}/api/export/${id}/status`, { headers })).json()) as Detail;
    if (detail.status === 'COMPLETED') return { ...detail, seconds: (performance.now() - began) / 1000 };
    if (!['PENDING', 'RUNNING'].includes(detail.status)) throw new Error(`not as expected: ${JSON.stringify(detail)}`);
    await pause(200);
  }
}

interface Measured extends Omit<Detail, 'status'> {
  seconds: number;
  bare: number;
  memoryMb: number;
  p99: number;
}

function tell(order: Record<string, string>, { seconds, rows, bytes, bare, memoryMb, p99 }: Measured): void {
  const name = Object.entries(order).flat().join(' ') || 'load order';
  const ratio = seconds / bare;
  const missed = [
    ratio > BARS.ratio && `more than ${BARS.ratio} x`,
    memoryMb > BARS.memoryMb && `more than ${BARS.memoryMb} MiB`,
    p99 > BARS.p99 && `p99 over ${BARS.p99} ms`,
  ].filter((each) => each !== false);
  console.log(
    `  ${name.padEnd(24)} ${rows} rows, ${(bytes / 2 ** 20).toFixed(0)} MiB in ${seconds.toFixed(1)} s → ${ratio.toFixed(2)} x the COPY (${bare.toFixed(1)} s)`,
  );
  console.log(
    `    ${memoryMb.toFixed(0)} MiB above idle, next and registering elsewhere p99 ${p99.toFixed(0)} ms${missed.length > 0 ? ` · OVER: ${missed.join(', ')}` : ''}`,
  );
}
