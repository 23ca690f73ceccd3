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

/**
 * Opens the database of an installation for a command, beside a running server or with it stopped. No statement has a time limit:
 * verifying may take longer than any request.
 */
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

/** The embedded database may be serving at this moment; otherwise it is started for as long as this takes. */
async function findDatabase({ databaseUrl, dataDir }: Config): Promise<{ url: string; release: () => Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, release: async () => {} };
  const folder = await realpath(dataDir).catch(() => {
    throw new EmbeddedError(`No hay datos en ${dataDir}: indique DATA_DIR o DATABASE_URL.`);
  });
  const { socketDir } = await placeData(folder);
  // As the owner: data of a release with one role has given the other no rights yet.
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

/** Runs a verification and sets the exit code: 0 all is right, 1 something is not, 2 it could not be verified. */
export const runVerification = (verify: () => Promise<boolean>): Promise<void> =>
  runCommand(async () => {
    process.exitCode = (await verify()) ? 0 : 1;
  }, 2);
