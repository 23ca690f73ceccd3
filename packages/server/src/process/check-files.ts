import type { Config } from '../config.ts';
import { reasonOf } from '../doctor/finding.ts';
import type { FileStore } from '../integrations/files/port.ts';
import { tryFolder, tryStorage } from '../integrations/files/try-writing.ts';
import { AppError } from '../work/app-error.ts';
import { within } from '../work/within.ts';
import { StartupError } from './startup-error.ts';

const START_MS = 15_000;

/** At the start: a folder or a bucket that cannot be written would be noticed only by the first upload. */
export async function refuseUnwritable({ dataDir, storageUrl }: Config, files: FileStore): Promise<void> {
  await within(START_MS, tryFolder(dataDir)).catch((error: unknown) => {
    throw new StartupError(
      `No se puede escribir en la carpeta de datos ${dataDir}: ${reasonOf(error)}. Déle permiso al usuario del servicio o corrija DATA_DIR.`,
    );
  });
  await within(START_MS, tryStorage(files)).catch((error: unknown) => {
    const place = storageUrl?.startsWith('s3:') ? `en ${new URL(storageUrl).host}` : 'en disco';
    throw new StartupError(
      `No se pueden guardar archivos ${place}: ${reasonOf(error)}. Revise STORAGE_URL: la dirección, la clave, el nombre del bucket y sus permisos.`,
    );
  });
}

/** Probes may come every second from several sides: what they ask is tried at most this often. */
const GOOD_MS = 15_000;
const BAD_MS = 5_000;
const PROBE_MS = 1_500;

/** For readiness: whether folder and storage can be written, as of the last seconds. */
export function createFilesCheck({ dataDir }: Config, files: FileStore): () => Promise<void> {
  let last: { until: number; result: Promise<void> } | undefined;
  const attempt = async () => {
    const probe = { until: Number.POSITIVE_INFINITY, result: Promise.resolve() };
    last = probe;
    probe.result = within(PROBE_MS, Promise.all([tryFolder(dataDir), tryStorage(files)])).then(
      () => void (probe.until = performance.now() + GOOD_MS),
      (cause: unknown) => {
        probe.until = performance.now() + BAD_MS;
        throw cause instanceof AppError ? cause : new AppError('STORAGE_UNAVAILABLE', { cause });
      },
    );
    return probe.result;
  };
  return () => (last && performance.now() < last.until ? last.result : attempt());
}
