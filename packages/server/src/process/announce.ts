import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { ROLES } from '@campanero/contract/roles';
import type { Config } from '../config.ts';
import type { SeedResult } from '../db/seed/seed.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../demo/staff.ts';
import { VERSION } from '../version.ts';
import { createLogger } from '../http/logging.ts';
import { bold, dim, type Terminal } from '../terminal/terminal.ts';
import { firstPasswordFile } from '../work/first-password.ts';

type Started = { config: Config; address: AddressInfo; seed: SeedResult };

const displayHost = (host: string) => (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host);
const urlOf = ({ address }: Started) => `http://${displayHost(address.address)}:${address.port}`;
const demoSignIns = ROLES.map(({ name }, n) => ({ email: DEMO_SIGN_INS[n]!, role: name }));

/** Printed once the server is up, whatever LOG_LEVEL is. */
export function announce(terminal: Terminal | undefined, started: Started): void {
  if (terminal) for (const line of announcementLines(started)) terminal.print(line);
  else createLogger('info').info(announcementFields(started), `Campanero ${VERSION} está listo en ${urlOf(started)}`);
}

/** Logs are stored and read by others, so the password is written to a file. */
function writePasswordFile({ config, seed }: Started): string | undefined {
  if (seed.oneTimePassword === undefined) return undefined;
  const path = firstPasswordFile(config);
  writeFileSync(path, `${seed.oneTimePassword}\n`, { mode: 0o600 });
  return path;
}

function announcementLines(started: Started): string[] {
  const { config, seed } = started;
  const lines = ['', `  ${bold(`Campanero ${VERSION} está listo en ${urlOf(started)}`)}`, ''];
  if (seed.kind === 'demo') {
    lines.push(`  Ingresos de demostración, todos con la contraseña ${bold(DEMO_PASSWORD)}:`);
    lines.push(...demoSignIns.map(({ email, role }) => `    ${email.padEnd(34)} ${role}`), '');
  }
  if (seed.oneTimePassword !== undefined)
    lines.push(
      `  Primer administrador: ${config.adminEmail}, contraseña ${bold(seed.oneTimePassword)} (se muestra una sola vez).`,
      '',
    );
  const kept = config.databaseUrl ? '' : ` Los datos quedan en ${config.dataDir}.`;
  return [...lines, `  ${dim(`Para detenerlo: Ctrl+C.${kept}`)}`, ''];
}

const announcementFields = (started: Started) => ({
  url: urlOf(started),
  ...(started.seed.kind === 'demo' && { demoPassword: DEMO_PASSWORD, demoSignIns }),
  ...(started.seed.oneTimePassword !== undefined && {
    firstAdministrator: started.config.adminEmail,
    oneTimePasswordIn: writePasswordFile(started),
  }),
});
