import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { ensureDataDir, lockData, unwritable } from './data-lock.ts';
import { applicationUrl, ensureDatabase, ownerUrl, superuserUrl } from './ensure-database.ts';
import { keepRunning, type Log } from './keep-running.ts';
import { openLogFile, type LogFile } from './log-file.ts';
import { placeData } from './place-data.ts';
import { clearLeftovers } from './processes.ts';

export { EmbeddedError } from './processes.ts';

export interface EmbeddedPostgres {
  /** As the owner of the product's database, no superuser. The same for the whole life of the server, restarts included. */
  url: string;
  /** As the role under which the product works on that database once it is migrated. */
  appUrl: string;
  /** As the cluster's superuser, for tests and maintenance. */
  adminUrl: string;
  /** Shuts it down in order. May be called again. */
  stop(): Promise<void>;
  /** It ended unexpectedly; it is being started again. */
  onDown(callback: (reason: string) => void): void;
  /** It serves again. */
  onUp(callback: () => void): void;
  pid(): number | undefined;
}

interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** For one test run: no fsync, so a crash loses data. Never for data that must be kept. */
  throwaway?: boolean;
}

/**
 * The PostgreSQL that comes with the product, on the data of `dataDir`, made on the first start. Rejects with an
 * EmbeddedError (one Spanish sentence) when it cannot be: data in use by another server, folder not writable, no binaries.
 */
export async function startEmbedded({ dataDir, log, throwaway = false }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await ensureDataDir(dataDir);
  const folder = await realpath(dataDir);
  const locks = [await lockData(folder)];
  const release = () => Promise.all(locks.map((lock) => lock.release()));
  let logFile: LogFile | undefined;
  try {
    const home = await placeData(folder);
    // Two folders (a copied DATA_DIR) may point to the same files elsewhere: those have their own lock.
    locks.push(await lockData(home.root));
    const binaries = await findBinaries(home.account, folder);
    await clearLeftovers(home.data);
    const { isNew } = await prepareCluster(home, binaries, throwaway);
    log({ data: home.data, user: home.account.name, isNew }, 'starting PostgreSQL');
    const opened = (logFile = openLogIn(folder));
    const kept = await keepRunning(home, binaries, opened, log);
    let stopped: Promise<void> | undefined;
    const stop = () =>
      (stopped ??= (async () => {
        await kept.stop();
        opened.close();
        await release();
      })());
    await ensureDatabase(home.socketDir).catch(async (error: unknown) => {
      await kept.stop();
      throw error;
    });
    const { socketDir } = home;
    return {
      ...kept,
      url: ownerUrl(socketDir),
      appUrl: applicationUrl(socketDir),
      adminUrl: superuserUrl(socketDir),
      stop,
    };
  } catch (error) {
    logFile?.close();
    await release();
    throw error;
  }
}

function openLogIn(folder: string): LogFile {
  try {
    return openLogFile(join(folder, 'postgres.log'));
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}
