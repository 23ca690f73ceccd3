import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/client.ts';
import { selectColumn, selectRows } from '../db/select.ts';
import type { FileStore } from '../integrations/files/port.ts';

async function readRecords(db: Db): Promise<Map<string, string>> {
  const records = await selectRows<{ fileKey: string; owner: string }>(db)`
    select file_key, 'del script «' || original_name || '» de la campaña ' || campaign_id as owner from script
    union all
    select file_key, 'de la carga de audiencia ' || load_id from audience_load_file where file_key is not null
    union all
    select file_key, 'de la carga ' || id || ' de una lista de bloqueo' from block_list_load where file_key is not null
    union all
    select file_key, 'de la exportación ' || id from export_job where file_key is not null`;
  return new Map(records.map(({ fileKey, owner }) => [fileKey, owner]));
}

/** Files without a record: uploads not adopted yet, and the files by which nodes recognise a shared storage. */
const readUnowned = async (db: Db) =>
  new Set(
    await selectColumn<string>(db)`
      select file_key from orphan_file union all select file_mark from server_node where file_mark is not null`,
  );

/** Files and records must match, but for files not adopted yet. Checked twice, since files come and go meanwhile. */
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
    // Ended loads and expired exports lose their file first, and a moment later its key.
    if (gone.size > 0) await pause(1000);
    const [laterRecords, laterUnowned] = [await readRecords(db), await readUnowned(db)];
    for (const key of gone)
      if (laterRecords.has(key)) findings.push(`Falta el archivo ${key} ${laterRecords.get(key)}.`);
    for (const key of surplus)
      if (!laterRecords.has(key) && !laterUnowned.has(key) && (await files.exists(key)))
        findings.push(`El archivo ${key} no es de ningún registro.`);
  }
  return { count: stored.size, findings };
}
