import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import {
  BI_ROLE,
  findOtherRights,
  grantStatements,
  readSite,
  revokeStatements,
  runStatements,
  scramVerifier,
} from '../db/bi-role.ts';
import { createDb, createPool } from '../db/client.ts';
import { addressesOf, connectionTo } from '../db/connection.ts';
import { EmbeddedError } from '../db/embedded/processes.ts';
import { embeddedSuperuserUrl } from '../db/embedded/superuser-url.ts';
import { withConnection } from '../db/with-connection.ts';
import { auditAbout, writeAudit } from '../work/audit.ts';
import { withEmbedded } from './open-database.ts';
import { print, runCommand } from './run-command.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const REVOKE = 'quitar';

/** `npm run bi:role`: makes the login of the city's reports, or gives it a new password; `-- quitar` ends it. */
await runCommand(async (config) => {
  const [argument] = process.argv.slice(2);
  if (argument !== undefined && argument !== REVOKE)
    throw new EmbeddedError(`Uso: npm run bi:role, o npm run bi:role -- ${REVOKE}`);
  const change = (url: string) => changeRole(config, url, argument === REVOKE);
  // A role belongs to the whole cluster: made on the primary, its replicas have it too.
  if (config.databaseUrl) return change(config.databaseOwnerUrl ?? config.databaseUrl);
  const url = await embeddedSuperuserUrl(config);
  return withEmbedded(config.dataDir, url, () => change(url));
});

async function changeRole(config: Config, url: string, isEnd: boolean): Promise<void> {
  await withConnection(connectionTo(url), async (client) => {
    const site = await readSite(client, BI_ROLE);
    if (!site)
      throw new EmbeddedError(
        'Faltan las vistas de BI: inicie una vez el servidor de esta versión y repita el comando.',
      );
    if (isEnd && site.isNew) throw new EmbeddedError(`El usuario ${BI_ROLE} no existe: no hay nada que quitar.`);
    const password = randomBytes(24).toString('base64url');
    const statements = isEnd ? revokeStatements(site) : grantStatements(site, scramVerifier(password), site.isNew);
    try {
      await runStatements(client, statements);
    } catch (error) {
      if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
      print('El rol dueño de la base no puede crear usuarios. Ejecute esto con un superusuario de PostgreSQL:\n');
      print(`begin;\n${statements.join(';\n')};\ncommit;\n`);
      if (!isEnd) print(describeAccess(config, site.database, password));
      return;
    }
    const after = { Acción: isEnd ? 'Acceso quitado' : site.isNew ? 'Acceso creado' : 'Contraseña nueva' };
    await recordChange(url, { ...after, Usuario: BI_ROLE });
    if (isEnd) return print(`${BI_ROLE} ya no puede ingresar ni leer nada.`);
    print(describeAccess(config, site.database, password));
    const others = await findOtherRights(client, BI_ROLE);
    if (others.length > 0)
      print(
        `\nATENCIÓN: ${BI_ROLE} puede además, por permisos que no dio este comando: ${others.join(', ')}.\nQuíteselos (docs/operations/bi.md).`,
      );
  });
}

async function recordChange(url: string, after: Record<string, string>): Promise<void> {
  await using db = createDb(createPool(url, { max: 1, statementTimeout: 0, applicationName: 'campanero bi' }));
  const origin = { userId: null, at: new Date(), requestId: null };
  await db
    .transaction()
    .execute((trx) => writeAudit(trx, { ...auditAbout('ESTADÍSTICA', 'bi')(null, 'ACCIÓN'), after }, origin));
}

function describeAccess({ databaseUrl, databaseReadUrl, biPort }: Config, database: string, password: string): string {
  const servers = databaseUrl ? serversOf(databaseReadUrl ?? databaseUrl) : [`127.0.0.1:${biPort ?? 5433}`];
  const where = databaseReadUrl ? ' (réplica: no le quita nada a quienes llaman)' : '';
  const lines = [
    'Datos de la conexión. La contraseña no se vuelve a mostrar; el comando, repetido, da otra.',
    '',
    `  Servidor:    ${servers.join(' o ')}${where}`,
    `  Base:        ${database}`,
    `  Usuario:     ${BI_ROLE}`,
    `  Contraseña:  ${password}`,
    '  Esquema:     bi',
    '',
    'Metabase: Administración → Bases de datos → Agregar → PostgreSQL, con esos datos y Esquemas: solo "bi".',
    'Excel: Datos → Obtener datos → De otras fuentes → ODBC, con el controlador PostgreSQL Unicode(x64).',
    'Paso a paso, con un ejemplo de cada uno: docs/operations/bi.md',
  ];
  if (databaseUrl)
    return [
      ...lines,
      '',
      `En pg_hba.conf de cada servidor debe haber una línea como:  hostssl ${database} ${BI_ROLE} <red>/24 scram-sha-256`,
    ].join('\n');
  const tunnel = `  ssh -N -L ${biPort ?? 5433}:127.0.0.1:${biPort ?? 5433} usuario@este-servidor`;
  const closed =
    'TODAVÍA NO SE PUEDE CONECTAR: el PostgreSQL incluido no escucha en la red. Agregue BI_PORT=5433 a los ajustes y reinicie.';
  return [
    ...lines,
    '',
    ...(biPort === undefined ? [closed] : []),
    'Solo se conecta desde esta máquina. Desde otra, primero abra un túnel y déjelo abierto:',
    tunnel,
  ].join('\n');
}

function serversOf(url: string): string[] {
  return addressesOf(url).map((address) => {
    const { hostname, port } = new URL(address);
    return `${hostname}:${port || 5432}`;
  });
}
