import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { bad, type Finding, runCheck } from './finding.ts';
import { checkCertificates } from './check-certificates.ts';
import { checkDatabase, checkPool } from './check-database.ts';
import { checkDemo } from './check-demo.ts';
import { checkDataFolder, checkPort, checkProgram, checkPublicUrl } from './check-machine.ts';
import { checkDirectory } from './check-directory.ts';
import { checkNodes } from './check-nodes.ts';
import { checkMail, checkRemotes, checkScanner, checkStorage } from './check-neighbours.ts';

const CHECKS = [
  ['Carpeta de datos', checkDataFolder],
  ['PUBLIC_URL', checkPublicUrl],
  ['Base de datos', checkDatabase],
  ['Datos de demostración', checkDemo],
  ['Archivos', checkStorage],
  ['Correo', checkMail],
  ['Antivirus', checkScanner],
  ['Otros sistemas', checkRemotes],
  ['Ingreso de la ciudad', checkDirectory],
  ['Certificados', checkCertificates],
] as const;
/** Longer than any check's own timeout. */
const CHECK_TIMEOUT_MS = 20_000;

/** Checks of a running node, in parallel, so that a hanging system delays nothing else. */
export const checkEnvironment = async (config: Config): Promise<Finding[]> =>
  (await Promise.all(CHECKS.map(([about, check]) => runCheck(about, () => check(config), CHECK_TIMEOUT_MS)))).flat();

/** All checks, without starting the server; also next to a running one. */
export async function* examine(env: Record<string, string | undefined>): AsyncGenerator<Finding> {
  yield checkProgram();
  let config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults)
      yield bad('Ajustes', fault, 'El README explica cada ajuste; .env.example los muestra.');
    return;
  }
  // The first start must create the folder with its own permissions.
  const isNewFolder = !existsSync(config.dataDir);
  for (const [about, check] of [['Puerto', checkPort] as const, ...CHECKS, ['PgBouncer', checkPool] as const])
    yield* await runCheck(about, () => check(config), CHECK_TIMEOUT_MS);
  yield* await runCheck('Nodos en marcha', () => checkNodes(config), CHECK_TIMEOUT_MS);
  if (isNewFolder && existsSync(config.dataDir)) await rm(config.dataDir, { recursive: true });
}
