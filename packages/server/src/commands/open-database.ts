import { realpath } from 'node:fs/promises';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { createDb, createPool, type Db } from '../db/client.ts';
import { withConnection } from '../db/with-connection.ts';
import { openReplicas, type ReplicaRead } from '../db/replicas.ts';
import { ownerUrl } from '../db/embedded/ensure-database.ts';
import { placeData } from '../db/embedded/place-data.ts';
import { EmbeddedError, startEmbedded } from '../db/embedded/supervisor.ts';
import { runCommand } from './run-command.ts';

/** With or without a running server. Without statement timeout: verifying may take long. */
export async function withDatabase<T>(config: Config, work: (db: Db, read: ReplicaRead) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) return workWith(databaseUrl, config, work);
  const folder = await realpath(dataDir).catch(() => {
    throw new EmbeddedError(`No hay datos en ${dataDir}: indique DATA_DIR o DATABASE_URL.`);
  });
  const { socketDir } = await placeData(folder);
  // As the owner: data of an older release has not granted the other role yet.
  const url = ownerUrl(socketDir);
  return withEmbedded(dataDir, url, () => workWith(url, config, work));
}

async function workWith<T>(url: string, { databaseReadUrl }: Config, work: (db: Db, read: ReplicaRead) => Promise<T>) {
  await using db = createDb(createPool(url, { max: 1, statementTimeout: 0, applicationName: 'campanero verify' }));
  const log = pino({ level: 'silent' });
  const replicas = openReplicas({ url: databaseReadUrl, primary: db, log, statementTimeout: 0 });
  try {
    return await work(db, replicas.read);
  } finally {
    await replicas.close();
  }
}

/** Uses the running embedded database, or starts it meanwhile. */
export async function withEmbedded<T>(dataDir: string, url: string, use: () => Promise<T>): Promise<T> {
  const isRunning = await withConnection(url, async () => true).catch(() => false);
  if (isRunning) return use();
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  try {
    return await use();
  } finally {
    await embedded.stop();
  }
}

/** Exit codes: 0 all correct, 1 differences, 2 not verifiable. */
export const runVerification = (verify: (config: Config) => Promise<boolean>): Promise<void> =>
  runCommand(async (config) => {
    process.exitCode = (await verify(config)) ? 0 : 1;
  }, 2);
