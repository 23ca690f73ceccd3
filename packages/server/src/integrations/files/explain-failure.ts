import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import { isDiskFull } from '../../work/disk-full.ts';

type Explained = { says: string; advice: string };

/** S3 errors are wrapped, sometimes twice; with several addresses the first reason counts. */
function rootOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error;
}

export function explainFolder(folder: string, setting: 'DATA_DIR' | 'STORAGE_URL', error: unknown): Explained {
  const root = rootOf(error);
  const { code, message } = root as NodeJS.ErrnoException;
  if (isDiskFull(root))
    return {
      says: `no queda espacio en el disco de ${folder}`,
      advice: 'Libere espacio o amplíe el disco (o la cuota).',
    };
  if (code === 'EROFS')
    return {
      says: `el disco de ${folder} es solo de lectura`,
      advice: `Móntelo para escribir, o elija otra carpeta con ${setting}.`,
    };
  if (code === 'EACCES' || code === 'EPERM')
    return {
      says: `no hay permiso para escribir en ${folder}`,
      advice: 'Déle permiso al usuario del servicio (en systemd, también ReadWritePaths=).',
    };
  return {
    says: `no se puede escribir en ${folder}: ${message ?? String(root)}`,
    advice: `Corrija ${setting}: debe ser una carpeta que se pueda crear y escribir.`,
  };
}

/** Error names for a full bucket or account: AWS, Ceph, MinIO, OpenStack Swift. */
const FULL = /QuotaExceeded|StorageFull|InsufficientStorage|EntityTooLarge|TooManyBytes/i;
const INSUFFICIENT_STORAGE = 507;

type ServiceError = NodeJS.ErrnoException & { Code?: string; $metadata?: { httpStatusCode?: number } };

const ADVICE: { when: RegExp; advice: string }[] = [
  { when: /ENOTFOUND|EAI_AGAIN/, advice: 'No se encuentra esa máquina: revise el nombre en STORAGE_URL y el DNS.' },
  {
    when: /ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ETIMEDOUT|TimeoutError|no respondió/,
    advice:
      'No responde: revise el puerto en STORAGE_URL, que el servicio esté en marcha y que el cortafuegos deje pasar.',
  },
  { when: /NoSuchBucket/, advice: 'Ese bucket no existe: créelo o corrija su nombre en STORAGE_URL.' },
  {
    when: /InvalidAccessKeyId|SignatureDoesNotMatch/,
    advice: 'Corrija la clave y el secreto en STORAGE_URL (los signos se escriben %3A y similares).',
  },
  { when: /AccessDenied|Forbidden/, advice: 'Dé a esa clave permiso para escribir, leer y borrar en el bucket.' },
];

export function explainStorage({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>, error: unknown) {
  const root = rootOf(error) as ServiceError;
  if (!storageUrl) return explainFolder(dataDir, 'DATA_DIR', error);
  if (storageUrl.startsWith('file:')) return explainFolder(fileURLToPath(storageUrl), 'STORAGE_URL', error);
  // Files are spooled in the data folder first.
  if (isDiskFull(root) || root.path !== undefined) return explainFolder(dataDir, 'DATA_DIR', error);
  const { host } = new URL(storageUrl);
  const details = [root.code, root.Code, root.name, root.message].filter(Boolean).join(' ');
  const status = root.$metadata?.httpStatusCode;
  if (status === INSUFFICIENT_STORAGE || FULL.test(details))
    return {
      says: `${host}: no queda espacio en el bucket (${details})`,
      advice: 'Libere espacio allí, o pida que amplíen su cuota.',
    };
  return {
    says: `${host}: ${root.message || details}`,
    advice:
      ADVICE.find(({ when }) => when.test(details))?.advice ??
      'Revise STORAGE_URL: la dirección, la clave, el nombre del bucket y sus permisos.',
  };
}
