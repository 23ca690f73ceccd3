import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { ensureDataDir, lockData, unwritable } from './data-lock.ts';
import { applicationUrl, ensureDatabase, ownerUrl, superuserUrl } from './ensure-database.ts';
import { keepRunning, type Log } from './keep-running.ts';
import { openLogFile, type LogFile } from './log-file.ts';
import { placeData } from './place-data.ts';
import { clearLeftovers, EmbeddedError } from './processes.ts';

export { EmbeddedError };

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbedded>>;
/** `throwaway`: no fsync, for one test run. `biPort`: on this machine the login of the city's reports may connect to it. */
type EmbeddedOptions = { dataDir: string; log: Log; throwaway?: boolean; biPort?: number | undefined };

/** Rejects with an EmbeddedError (one Spanish sentence) if the data are in use, the folder is not writable or there are no binaries. */
export async function startEmbedded({ dataDir, log, throwaway = false, biPort }: EmbeddedOptions) {
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
    if (biPort !== undefined) await assertFree(biPort);
    const { isNew } = await prepareCluster(home, binaries, { throwaway, biPort });
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

/** PostgreSQL would not start, and say so in English in its log. */
async function assertFree(port: number): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    throw new EmbeddedError(`El puerto ${port} (BI_PORT) está ocupado por otro programa: elija otro.`);
  } finally {
    server.close();
  }
}

function openLogIn(folder: string): LogFile {
  try {
    return openLogFile(join(folder, 'postgres.log'));
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}
