import type { Viewer } from '../../call-store/reach.ts';
import type { Db } from '../../db/client.ts';
import { readReport } from '../personal-data/report.queries.ts';
import type { WholeFile } from './statistics-file.ts';

/** What a person is handed of their data: the page they read, and the same for other systems. */
export async function reportFile(db: Db, viewer: Viewer, personId: number, madeAt: Date): Promise<WholeFile> {
  // Loaded only here: the process that answers requests has no use for it.
  const { strToU8, zipSync } = await import('fflate');
  const { report, page } = await readReport(db, viewer, personId, madeAt);
  const files = { 'informe.html': strToU8(page), 'datos.json': strToU8(`${JSON.stringify(report, null, 2)}\n`) };
  const rows = report.partes.reduce((total, { filas }) => total + filas.length, 0);
  return { whole: Buffer.from(zipSync(files, { level: 9 })), rows };
}
