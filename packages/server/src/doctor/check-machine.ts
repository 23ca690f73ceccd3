import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { explainFolder } from '../integrations/files/explain-failure.ts';
import { tryFolder } from '../integrations/files/try-writing.ts';
import { assertPortIsFree } from '../process/port.ts';
import { bad, type Finding, type Findings, note, errorReason, well } from './finding.ts';

const NODE_MAJOR = 24;

export function checkProgram(version = process.versions.node): Finding {
  const about = 'Node.js';
  if (Number(version.split('.')[0]) >= NODE_MAJOR) return well(about, `versión ${version}, ${process.arch}`);
  return bad(about, `versión ${version}`, `Campanero necesita la ${NODE_MAJOR}: npm install la trae en node_modules.`);
}

const GIB = 2 ** 30;
const LOW_BYTES = 5 * GIB;
const CRITICAL_BYTES = GIB / 2;

export async function checkDataFolder({ dataDir }: Config): Promise<Findings> {
  const about = 'Carpeta de datos (DATA_DIR)';
  try {
    await tryFolder(dataDir);
  } catch (error) {
    const { says, advice } = explainFolder(dataDir, 'DATA_DIR', error);
    return bad(about, says, advice);
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const says = `${dataDir}, ${(free / GIB).toFixed(1).replace('.', ',')} GB libres`;
  if (free < CRITICAL_BYTES)
    return bad(about, says, 'Libere espacio: sin él se detienen la base de datos y las cargas.');
  if (free < LOW_BYTES) return note(about, says, 'Una carga de un millón de filas necesita unos 2 GB mientras dura.');
  return well(about, says);
}

export async function checkPort({ host, port }: Config): Promise<Findings> {
  const about = `Puerto ${port}`;
  try {
    await assertPortIsFree({ host, port });
    return well(about, 'libre');
  } catch (error) {
    const answer = await fetch(`http://localhost:${port}/api/health`).catch(() => undefined);
    if (answer?.ok) return well(about, 'Campanero ya responde ahí');
    return bad(about, errorReason(error), 'Cierre el otro programa o elija otro puerto con PORT.');
  }
}

export async function checkPublicUrl({ publicUrl, seed }: Config): Promise<Findings> {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'http:' && !isLocal)
    return note(
      'PUBLIC_URL',
      publicUrl,
      'Sin https las contraseñas viajan a la vista: ponga un proxy con TLS delante.',
    );
  if (isLocal && seed === 'base')
    return note('PUBLIC_URL', publicUrl, 'Los enlaces de los correos llevarán a la máquina de quien los abra.');
  return [];
}
