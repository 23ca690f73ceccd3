import type { DegradedPart } from '@campanero/contract/system/endpoints';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { explainFolder, explainStorage } from '../integrations/files/explain-failure.ts';
import type { FileStore } from '../integrations/files/port.ts';
import { tryFolder, tryStorage } from '../integrations/files/try-writing.ts';
import { isDiskFull } from '../work/disk-full.ts';
import { withTimeout } from '../work/with-timeout.ts';
import { StartupError } from './startup-error.ts';

const START_MS = 15_000;

/** Refuses a data folder without permission, reports a full disk or unreachable storage: calling works without files. */
export async function checkFilesAtStart(config: Config, files: FileStore, log: Logger): Promise<DegradedPart[]> {
  const { dataDir } = config;
  const degraded: DegradedPart[] = [];
  await withTimeout(START_MS, tryFolder(dataDir)).catch((error: unknown) => {
    const { says, advice } = explainFolder(dataDir, 'DATA_DIR', error);
    if (!isDiskFull(error)) throw new StartupError(`Carpeta de datos (DATA_DIR): ${says}. ${advice}`);
    log.warn({ reason: says, advice }, 'the disk of DATA_DIR is full: files cannot be stored');
    degraded.push('data-folder');
  });
  await withTimeout(START_MS, tryStorage(files)).catch((error: unknown) => {
    const { says, advice } = explainStorage(config, error);
    log.warn({ reason: says, advice }, 'the storage is away: files cannot be stored or read');
    degraded.push('storage');
  });
  return degraded;
}

/** Results are cached, since probes may come every second from several sources. */
const GOOD_MS = 15_000;
const BAD_MS = 5_000;
const PROBE_MS = 1_500;

/** For readiness and metrics: whether folder and storage can be written. Never rejects. */
export function createFilesCheck({ dataDir }: Config, files: FileStore): () => Promise<DegradedPart[]> {
  let validUntil = 0;
  let result = Promise.resolve<DegradedPart[]>([]);
  const probe = (part: DegradedPart, attempt: Promise<void>): Promise<DegradedPart[]> =>
    withTimeout(PROBE_MS, attempt).then(
      () => [],
      () => [part],
    );
  async function check(): Promise<DegradedPart[]> {
    const parts = await Promise.all([probe('storage', tryStorage(files)), probe('data-folder', tryFolder(dataDir))]);
    const degraded = parts.flat();
    validUntil = performance.now() + (degraded.length === 0 ? GOOD_MS : BAD_MS);
    return degraded;
  }
  return () => {
    if (performance.now() < validUntil) return result;
    // Probes that come meanwhile share this check.
    validUntil = Number.POSITIVE_INFINITY;
    return (result = check());
  };
}
