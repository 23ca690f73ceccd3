import { createHash, randomBytes } from 'node:crypto';
import { access, chown, lstat, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseAccount, shellAs, type SystemAccount } from './account.ts';
import { unwritable } from './data-lock.ts';
import { EmbeddedError } from './processes.ts';

/** `root` is a private folder of the account and contains `data`, PostgreSQL's folder, which may not exist yet. */
export type DataLocation = { account: SystemAccount; root: string; data: string; socketDir: string };

/** sockaddr_un holds 107 bytes. */
const LONGEST_SOCKET_DIR = 107 - '/.s.PGSQL.5432'.length;
const ELSEWHERE = '/var/lib/campanero';

/** DATA_DIR/postgres; if root's PostgreSQL user cannot reach it, a random folder elsewhere, noted in DATA_DIR/postgres.location. */
export async function placeData(dataDir: string): Promise<DataLocation> {
  const stored = await readLocation(dataDir);
  const inside = join(dataDir, 'postgres');
  const known = stored ?? ((await exists(inside)) ? inside : undefined);
  const account = await chooseAccount(known);

  const root = known ?? ((await canReach(account, dataDir)) ? inside : await placeElsewhere(dataDir));
  await makePrivate(root, account);
  if (!(await canReach(account, root)))
    throw new EmbeddedError(
      `El usuario ${account.name} no puede abrir los datos de ${root}: pertenecen a otro usuario o se cambiaron sus permisos.`,
    );
  const real = await realpath(root);
  return { account, root: real, data: join(real, 'data'), socketDir: await placeSocket(real, account) };
}

async function readLocation(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'postgres.location'), 'utf8').catch(() => undefined);
  const path = text?.trim();
  if (!path) return undefined;
  if (!(await exists(path)))
    throw new EmbeddedError(
      `Los datos de ${dataDir} deberían estar en ${path} y no están: recupérelos o borre ${join(dataDir, 'postgres.location')} para empezar de cero.`,
    );
  return path;
}

async function placeElsewhere(dataDir: string): Promise<string> {
  const path = join(ELSEWHERE, `datos-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(ELSEWHERE, { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    const { uid, mode } = await lstat(ELSEWHERE);
    if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`${ELSEWHERE} no es solo de root`);
    await mkdir(path, { mode: 0o700 });
    await writeFile(join(dataDir, 'postgres.location'), `${path}\n`, { mode: 0o600 });
  } catch (cause) {
    throw unwritable(ELSEWHERE, cause);
  }
  return path;
}

/** Also completes an interrupted start. */
async function makePrivate(root: string, account: SystemAccount): Promise<void> {
  try {
    await mkdir(root, { mode: 0o700, recursive: true });
    if (account.identity.uid !== undefined && (await lstat(root)).uid === 0)
      await chown(root, account.uid, account.gid);
  } catch (cause) {
    throw unwritable(root, cause);
  }
}

/** In the data's folder if the path is short enough, else under /tmp, where PostgreSQL keeps it fresh. */
async function placeSocket(root: string, account: SystemAccount): Promise<string> {
  const near = join(root, 'socket');
  const mark = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const path = Buffer.byteLength(near) <= LONGEST_SOCKET_DIR ? near : `/tmp/campanero-${mark}`;
  const made = await shellAs(account, 'mkdir -p -m 700 "$1" && chmod 700 "$1"', [path]);
  const found = await lstat(path).catch(() => undefined);
  // In /tmp another user may have taken the name.
  if (made.code !== 0 || !found?.isDirectory() || found.uid !== account.uid)
    throw new EmbeddedError(
      `No se pudo preparar la carpeta ${path} para el enlace con PostgreSQL: ${made.stderr.trim()}`,
    );
  return path;
}

const canReach = async (account: SystemAccount, folder: string): Promise<boolean> =>
  (await shellAs(account, 'cd -- "$1"', [folder])).code === 0;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
