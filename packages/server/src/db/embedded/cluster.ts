import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ownName, runAs, shellAs } from './account.ts';
import { MAJOR } from './binaries.ts';
import { EmbeddedError } from './processes.ts';
import type { DataLocation } from './place-data.ts';
import { connectionMap, connectionRules, serverSettings, SOCKET_PORT } from './settings.ts';

export const SUPERUSER = 'postgres';

type ClusterOptions = { throwaway: boolean; biPort?: number | undefined };

/** initdb works in a temporary folder that is renamed when complete. Each start rewrites the settings. */
export async function prepareCluster(home: DataLocation, binaries: string, { throwaway, biPort }: ClusterOptions) {
  const { account, data, root, socketDir } = home;
  const version = await shellAs(account, 'cat "$1/PG_VERSION"', [data]);
  const isNew = version.code !== 0;
  if (isNew) await create(home, binaries, throwaway);
  else if (version.stdout.trim() !== MAJOR)
    throw new EmbeddedError(
      `Los datos de ${root} son de PostgreSQL ${version.stdout.trim()} y este servidor trae el ${MAJOR}: expórtelos con la versión anterior e impórtelos en una carpeta nueva.`,
    );
  await write(home, 'postgresql.conf', serverSettings({ socketDir, throwaway, biPort }));
  await write(home, 'pg_hba.conf', connectionRules(biPort));
  await write(home, 'pg_ident.conf', connectionMap(ownName()));
  if (biPort !== undefined) await linkSocket(home, biPort);
  return { isNew };
}

/** PostgreSQL names its socket after its port; everybody here looks for the usual one. Without BI_PORT it replaces the link. */
async function linkSocket({ account, socketDir }: DataLocation, port: number): Promise<void> {
  if (port === SOCKET_PORT) return;
  const script = 'ln -sfn ".s.PGSQL.$2" "$1/.s.PGSQL.$3"';
  const { code, stderr } = await shellAs(account, script, [socketDir, String(port), String(SOCKET_PORT)]);
  if (code !== 0) throw new EmbeddedError(`No se pudo preparar la carpeta ${socketDir}: ${lastLine(stderr)}`);
}

async function create({ account, root, data }: DataLocation, binaries: string, throwaway: boolean): Promise<void> {
  const found = await shellAs(account, 'test -e "$1" && { test -x "$1" && echo open || echo closed; }', [data]);
  if (found.stdout.trim() === 'closed')
    throw new EmbeddedError(
      `La carpeta ${data} no pertenece al usuario ${account.name}: restaure una copia con sus dueños (cp -a) o cámbielos con chown -R.`,
    );
  if (found.code === 0)
    throw new EmbeddedError(
      `La carpeta ${data} existe y no contiene una base de datos de PostgreSQL: muévala o bórrela.`,
    );
  // A random name: an initdb that outlived its killed server may still write to the previous one.
  const aside = join(root, `new-${randomBytes(4).toString('hex')}`);
  await shellAs(account, 'rm -rf "$1"/new-*', [root]);
  const made = await runAs(account, join(binaries, 'bin', 'initdb'), [
    `--pgdata=${aside}`,
    `--username=${SUPERUSER}`,
    '--auth=reject', // until pg_hba.conf is ours
    '--encoding=UTF8',
    // PostgreSQL's built-in C.UTF-8 is the same on every machine. Spanish order is requested by name (es-x-icu).
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(throwaway ? ['--no-sync'] : []),
  ]);
  const moved = made.code === 0 ? await shellAs(account, 'mv "$1" "$2"', [aside, data]) : made;
  if (moved.code !== 0) {
    await shellAs(account, 'rm -rf "$1"', [aside]);
    throw new EmbeddedError(`No se pudo crear la base de datos en ${root}: ${lastLine(moved.stderr)}`);
  }
}

async function write({ account, data }: DataLocation, name: string, content: string): Promise<void> {
  const script = 'umask 077; cat >"$1.new" && mv -f "$1.new" "$1"';
  const { code, stderr } = await shellAs(account, script, [join(data, name)], content);
  if (code !== 0) throw new EmbeddedError(`No se pudo escribir ${join(data, name)}: ${lastLine(stderr)}`);
}

function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  return lines.findLast((line) => /error|fatal|could not|cannot/i.test(line)) ?? lines.at(-1) ?? '';
}
