import type { Db } from '../db/client.ts';
import type { FileStore } from '../integrations/files/port.ts';

/** Owner of each stored file, as a phrase. */
async function readRecords(db: Db): Promise<Map<string, string>> {
  const scripts = await db.selectFrom('script').select(['fileKey', 'campaignId', 'originalName']).execute();
  const loads = await db
    .selectFrom('audienceLoadFile')
    .select(['fileKey', 'loadId'])
    .where('fileKey', 'is not', null)
    .execute();
  const lists = await db
    .selectFrom('blockListLoad')
    .select(['fileKey', 'id'])
    .where('fileKey', 'is not', null)
    .execute();
  const exports = await db.selectFrom('exportJob').select(['fileKey', 'id']).where('fileKey', 'is not', null).execute();
  return new Map([
    ...scripts.map((row): [string, string] => [
      row.fileKey,
      `del script «${row.originalName}» de la campaña ${row.campaignId}`,
    ]),
    ...loads.map((row): [string, string] => [row.fileKey!, `de la carga de audiencia ${row.loadId}`]),
    ...lists.map((row): [string, string] => [row.fileKey!, `de la carga ${row.id} de una lista de bloqueo`]),
    ...exports.map((row): [string, string] => [row.fileKey!, `de la exportación ${row.id}`]),
  ]);
}

/** Files without a record: uploads not adopted yet, and the files by which nodes recognise a shared storage. */
const readUnowned = async (db: Db) => {
  const orphans = await db.selectFrom('orphanFile').select('fileKey').execute();
  const marks = await db.selectFrom('serverNode').select('fileMark').where('fileMark', 'is not', null).execute();
  return new Set([...orphans.map(({ fileKey }) => fileKey), ...marks.map(({ fileMark }) => fileMark)]);
};

/**
 * Every record has its file, and every file has a record or is not adopted yet (work/orphan-files.ts). Findings are checked twice:
 * files come and go meanwhile.
 */
export async function verifyFiles({ db, files }: { db: Db; files: FileStore }) {
  const stored = new Set<string>();
  for await (const key of files.list()) stored.add(key);
  const records = await readRecords(db);
  const unowned = await readUnowned(db);
  const missing = [...records.keys()].filter((key) => !stored.has(key));
  const surplus = [...stored].filter((key) => !records.has(key) && !unowned.has(key));
  const findings: string[] = [];
  if (missing.length + surplus.length > 0) {
    const gone = new Set<string>();
    for (const key of missing) if (!(await files.exists(key))) gone.add(key);
    // Read after the files: a record drops its file before the file is removed.
    const [laterRecords, laterUnowned] = [await readRecords(db), await readUnowned(db)];
    for (const key of gone)
      if (laterRecords.has(key)) findings.push(`Falta el archivo ${key} ${laterRecords.get(key)}.`);
    for (const key of surplus)
      if (!laterRecords.has(key) && !laterUnowned.has(key) && (await files.exists(key)))
        findings.push(`El archivo ${key} no es de ningún registro.`);
  }
  return { count: stored.size, findings };
}
