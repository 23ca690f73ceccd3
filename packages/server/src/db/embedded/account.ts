import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { EmbeddedError } from './processes.ts';

/** The system user that runs PostgreSQL. `identity`: options for child_process, empty for our own user, who may not set any. */
export type SystemAccount = { uid: number; gid: number; name: string; identity: { uid?: number; gid?: number } };

type Finished = { code: number | null; stdout: string; stderr: string };

/** Without the caller's PGDATA, PGPORT and the like. */
export const CLEAN_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Our own user, unless it is root. As root: the owner of existing data, else `postgres`, else `nobody`. */
export async function chooseAccount(existingData: string | undefined): Promise<SystemAccount> {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  if (uid === undefined || gid === undefined) throw unsupported();
  if (uid !== 0) return { uid, gid, name: ownName(), identity: {} };

  const users = await readUsers();
  const owner = existingData && (await stat(existingData));
  if (owner && owner.uid !== 0) {
    const known = users.find((user) => user.uid === owner.uid);
    return asOther(known ?? { uid: owner.uid, gid: owner.gid, name: String(owner.uid) });
  }
  const lesser = users.find((user) => user.name === 'postgres') ?? users.find((user) => user.name === 'nobody');
  if (!lesser || lesser.uid === 0)
    throw new EmbeddedError(
      'PostgreSQL no puede funcionar como root y esta máquina no tiene los usuarios postgres ni nobody: inicie el servidor con un usuario común o indique DATABASE_URL.',
    );
  return asOther(lesser);
}

/** Our system user's name, as PostgreSQL's peer authentication sees it. */
export function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new EmbeddedError(
      `El usuario número ${process.getuid?.()} no figura en /etc/passwd y PostgreSQL lo exige: use otro usuario o indique DATABASE_URL.`,
    );
  }
}

/** Runs a command as that user. Its files are touched only this way: root must not follow their symlinks. */
export function runAs(account: SystemAccount, command: string, args: string[], input = ''): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...account.identity, cwd: '/', env: CLEAN_ENVIRONMENT, stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => {}); // it may end without reading
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** POSIX shell script with arguments $1, $2, … (/bin/sh exists wherever npm runs). */
export const shellAs = (account: SystemAccount, script: string, args: string[], input = ''): Promise<Finished> =>
  runAs(account, '/bin/sh', ['-c', script, 'sh', ...args], input).catch((cause: NodeJS.ErrnoException) => {
    throw new EmbeddedError(
      `No se pudo ejecutar nada como el usuario ${account.name} (${cause.code ?? cause.message}).`,
      { cause },
    );
  });

const asOther = (user: { uid: number; gid: number; name: string }): SystemAccount => ({
  ...user,
  identity: { uid: user.uid, gid: user.gid },
});

async function readUsers(): Promise<{ name: string; uid: number; gid: number }[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

const unsupported = () =>
  new EmbeddedError(
    `No hay PostgreSQL embebido para ${process.platform}-${process.arch}: indique uno propio en DATABASE_URL.`,
  );
