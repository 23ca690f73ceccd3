import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { bad, type Finding, lookAt } from './finding.ts';
import { lookAtCertificates } from './look-at-certificates.ts';
import { lookAtDatabase, lookAtPool } from './look-at-database.ts';
import { lookAtDemo } from './look-at-demo.ts';
import { lookAtDataFolder, lookAtPort, lookAtProgram, lookAtPublicUrl } from './look-at-machine.ts';
import { lookAtNodes } from './look-at-nodes.ts';
import { lookAtMail, lookAtRemotes, lookAtScanner, lookAtStorage } from './look-at-neighbours.ts';

const PARTS = [
  ['Carpeta de datos', lookAtDataFolder],
  ['PUBLIC_URL', lookAtPublicUrl],
  ['Base de datos', lookAtDatabase],
  ['Datos de demostración', lookAtDemo],
  ['Archivos', lookAtStorage],
  ['Correo', lookAtMail],
  ['Antivirus', lookAtScanner],
  ['Otros sistemas', lookAtRemotes],
  ['Certificados', lookAtCertificates],
] as const;
/** Longer than any part waits by itself. */
const PATIENCE_MS = 20_000;

/** What a running node sees around it: everything side by side, so that one neighbour that hangs holds up nothing else. */
export const lookAround = async (config: Config): Promise<Finding[]> =>
  (await Promise.all(PARTS.map(([about, look]) => lookAt(about, () => look(config), PATIENCE_MS)))).flat();

/** Everything that Campanero needs around it, looked at without starting it: before the first day as well as beside a running one. */
export async function* examine(env: Record<string, string | undefined>): AsyncGenerator<Finding> {
  yield* lookAtProgram();
  let config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults)
      yield bad('Ajustes', fault, 'El README explica cada ajuste; .env.example los muestra.');
    return;
  }
  // A folder that is not there yet is the first start's to make, with its own rights.
  const isNewFolder = !existsSync(config.dataDir);
  for (const [about, look] of [['Puerto', lookAtPort] as const, ...PARTS, ['PgBouncer', lookAtPool] as const])
    yield* await lookAt(about, () => look(config), PATIENCE_MS);
  yield* await lookAt('Nodos en marcha', () => lookAtNodes(config), PATIENCE_MS);
  if (isNewFolder && existsSync(config.dataDir)) await rm(config.dataDir, { recursive: true });
}
