import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../packages/server/src/db/embedded/supervisor.ts';
import { startInstalledPostgres } from '../../packages/server/test/faults/installed-postgres.ts';

interface BenchPostgres {
  url: string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL for one benchmark: the embedded one with the settings of the product, removed at the end. With
 * BENCH_DATABASE=installed the server that packages of this machine brought, with its own defaults; with
 * BENCH_DATABASE=postgres://… a new database on that server, dropped at the end.
 */
export async function startPostgres(): Promise<BenchPostgres> {
  const wanted = process.env['BENCH_DATABASE'];
  if (wanted === 'installed') {
    const installed = await startInstalledPostgres();
    return { url: installed.url('campanero'), stop: () => installed.stop() };
  }
  return wanted ? createDatabaseOn(wanted) : startOwn();
}

async function startOwn(): Promise<BenchPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'campanero-bench-pg-'));
  // Readable by PostgreSQL's own user: otherwise its gigabytes would be placed elsewhere and stay there.
  chmodSync(folder, 0o711);
  const postgres = await startEmbedded({ dataDir: folder, log: () => {} });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabaseOn(adminUrl: string): Promise<BenchPostgres> {
  const name = `campanero_bench_${process.pid}`;
  const runAsAdmin = async (statement: string) => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await runAsAdmin(`create database ${name} template template0 encoding 'UTF8'`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, stop: () => runAsAdmin(`drop database ${name} with (force)`) };
}
