import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { createDb, createPool, type Db } from '../db/client.ts';
import { openReplicas, type ReplicaRead } from '../db/replicas.ts';
import { ownerUrl } from '../db/embedded/ensure-database.ts';
import { placeData } from '../db/embedded/place-data.ts';
import { EmbeddedError, startEmbedded } from '../db/embedded/supervisor.ts';
import { runCommand } from './run-command.ts';

/** With or without a running server. Without statement timeout: verifying may take long. */
export async function withDatabase<T>(config: Config, work: (db: Db, read: ReplicaRead) => Promise<T>): Promise<T> {
  const { url, release } = await findDatabase(config);
  const db = createDb(createPool(url, { max: 1, statementTimeout: 0, applicationName: 'campanero verify' }));
  const replicas = openReplicas({
    url: config.databaseReadUrl,
    primary: db,
    log: pino({ level: 'silent' }),
    statementTimeout: 0,
  });
  try {
    return await work(db, replicas.read);
  } finally {
    await replicas.close();
    await db.destroy();
    await release();
  }
}

/** Uses the running embedded database, or starts it meanwhile. */
async function findDatabase({ databaseUrl, dataDir }: Config): Promise<{ url: string; release: () => Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, release: async () => {} };
  const folder = await realpath(dataDir).catch(() => {
    throw new EmbeddedError(`No hay datos en ${dataDir}: indique DATA_DIR o DATABASE_URL.`);
  });
  const { socketDir } = await placeData(folder);
  // As the owner: data of an older release has not granted the other role yet.
  const url = ownerUrl(socketDir);
  if (await canConnect(url)) return { url, release: async () => {} };
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  return { url: embedded.url, release: () => embedded.stop() };
}

export async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  const isUp = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => {});
  return isUp;
}

/** Exit codes: 0 all correct, 1 differences, 2 not verifiable. */
export const runVerification = (verify: () => Promise<boolean>): Promise<void> =>
  runCommand(async () => {
    process.exitCode = (await verify()) ? 0 : 1;
  }, 2);
