import type { AddressInfo } from 'node:net';
import { ROLES } from '@campanero/contract/roles';
import type { Config } from '../config.ts';
import type { SeedResult } from '../db/seed/seed.ts';

const DEMO_PASSWORD = 'campanero-demo';
const DEMO_SIGN_INS = ['admin', 'coordinador', 'coordinador.externo', 'operador', 'operador.externo'];

const hostInWords = (host: string) => (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host);

/** What the person at the terminal wants to know once everything is up. */
export function announcement(config: Config, address: AddressInfo, seed: SeedResult): string {
  const lines = ['', `Campanero está listo en http://${hostInWords(config.host)}:${address.port}`];
  if (seed.kind === 'demo') {
    lines.push('', `Ingresos de demostración, todos con la contraseña ${DEMO_PASSWORD}:`);
    ROLES.forEach(({ name }, n) => lines.push(`  ${`${DEMO_SIGN_INS[n]}@demo.gob.ar`.padEnd(34)} ${name}`));
  }
  if (seed.oneTimePassword !== undefined)
    lines.push(
      '',
      `Primer administrador: ${config.adminEmail}, contraseña ${seed.oneTimePassword} (se muestra una sola vez).`,
    );
  return `${lines.join('\n')}\n`;
}
