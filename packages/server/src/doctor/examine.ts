import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { bad, type Finding, runCheck } from './finding.ts';
import { checkCertificates } from './check-certificates.ts';
import { checkDatabase, checkPool } from './check-database.ts';
import { checkDemo } from './check-demo.ts';
import { checkDataFolder, checkPort, checkProgram, checkPublicUrl } from './check-machine.ts';
import { checkNodes } from './check-nodes.ts';
import { checkMail, checkRemotes, checkScanner, checkStorage } from './check-neighbours.ts';

const PARTS = [
  ['Carpeta de datos', checkDataFolder],
  ['PUBLIC_URL', checkPublicUrl],
  ['Base de datos', checkDatabase],
  ['Datos de demostración', checkDemo],
  ['Archivos', checkStorage],
  ['Correo', checkMail],
  ['Antivirus', checkScanner],
  ['Otros sistemas', checkRemotes],
  ['Certificados', checkCertificates],
] as const;
/** Longer than any part waits by itself. */
const PATIENCE_MS = 20_000;

/** What a running node sees around it: everything side by side, so that one neighbour that hangs holds up nothing else. */
export const checkSurroundings = async (config: Config): Promise<Finding[]> =>
  (await Promise.all(PARTS.map(([about, look]) => runCheck(about, () => look(config), PATIENCE_MS)))).flat();

/** Everything that Campanero needs around it, looked at without starting it: before the first day as well as beside a running one. */
export async function* examine(env: Record<string, string | undefined>): AsyncGenerator<Finding> {
  yield* checkProgram();
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
  for (const [about, look] of [['Puerto', checkPort] as const, ...PARTS, ['PgBouncer', checkPool] as const])
    yield* await runCheck(about, () => look(config), PATIENCE_MS);
  yield* await runCheck('Nodos en marcha', () => checkNodes(config), PATIENCE_MS);
  if (isNewFolder && existsSync(config.dataDir)) await rm(config.dataDir, { recursive: true });
}
