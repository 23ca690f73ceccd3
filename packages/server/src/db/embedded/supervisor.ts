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

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbedded>>;
/** `throwaway`: no fsync, for one test run. */
type EmbeddedOptions = { dataDir: string; log: Log; throwaway?: boolean };

/** Rejects with an EmbeddedError (one Spanish sentence) if the data are in use, the folder is not writable or there are no binaries. */
export async function startEmbedded({ dataDir, log, throwaway = false }: EmbeddedOptions) {
  await ensureDataDir(dataDir);
  const folder = await realpath(dataDir);
  const locks = [await lockData(folder)];
  const release = () => Promise.all(locks.map((lock) => lock.release()));
  let logFile: LogFile | undefined;
  try {
    const home = await placeData(folder);
    // A copied DATA_DIR may point to the same files, so they have their own lock.
    locks.push(await lockData(home.root));
    const binaries = await findBinaries(home.account, folder);
    await clearLeftovers(home.data);
    const { isNew } = await prepareCluster(home, binaries, throwaway);
    log({ data: home.data, user: home.account.name, isNew }, 'starting PostgreSQL');
    const opened = (logFile = openLogIn(folder));
    const running = await keepRunning(home, binaries, opened, log);
    let stopped: Promise<void> | undefined;
    const stop = () =>
      (stopped ??= (async () => {
        await running.stop();
        opened.close();
        await release();
      })());
    await ensureDatabase(home.socketDir).catch(async (error: unknown) => {
      await running.stop();
      throw error;
    });
    const { socketDir } = home;
    return {
      ...running,
      /** As the owner, no superuser. The addresses do not change during restarts. */
      url: ownerUrl(socketDir),
      appUrl: applicationUrl(socketDir),
      /** As superuser, for tests and maintenance. */
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
