import type { Db } from '../db/client.ts';
import type { FileStore } from '../integrations/files/port.ts';

/** Whose each stored file is, in words. */
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

/** Files without a record that belong there: those that wait for theirs, and those by which nodes know each other's storage. */
const readStrays = async (db: Db) => {
  const strays = await db.selectFrom('orphanFile').select('fileKey').execute();
  const marks = await db.selectFrom('serverNode').select('fileMark').where('fileMark', 'is not', null).execute();
  return new Set([...strays.map(({ fileKey }) => fileKey), ...marks.map(({ fileMark }) => fileMark)]);
};

/**
 * Each record's file is there, and each file has a record or waits as a stray (work/orphan-files.ts). What looks wrong is looked at
 * once more: files come and go while this reads.
 */
export async function verifyFiles({ db, files }: { db: Db; files: FileStore }) {
  const stored = new Set<string>();
  for await (const key of files.list()) stored.add(key);
  const records = await readRecords(db);
  const strays = await readStrays(db);
  const missing = [...records.keys()].filter((key) => !stored.has(key));
  const surplus = [...stored].filter((key) => !records.has(key) && !strays.has(key));
  const findings: string[] = [];
  if (missing.length + surplus.length > 0) {
    const gone = new Set<string>();
    for (const key of missing) if (!(await files.exists(key))) gone.add(key);
    // Read after the files: a record forgets its file before the file is removed.
    const [laterRecords, laterStrays] = [await readRecords(db), await readStrays(db)];
    for (const key of gone)
      if (laterRecords.has(key)) findings.push(`Falta el archivo ${key} ${laterRecords.get(key)}.`);
    for (const key of surplus)
      if (!laterRecords.has(key) && !laterStrays.has(key) && (await files.exists(key)))
        findings.push(`El archivo ${key} no es de ningún registro.`);
  }
  return { count: stored.size, findings };
}
