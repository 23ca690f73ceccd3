import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createDb, createPool } from '../db/client.ts';
import { ownerUrl } from '../db/embedded/ensure-database.ts';
import { placeData } from '../db/embedded/place-data.ts';
import { areDemoSignInsValid } from '../features/auth/password/demo-sign-ins.ts';
import { describeDemo } from '../process/listen-host.ts';
import { type Finding, note } from './finding.ts';

export async function checkDemo(config: Config): Promise<Finding[]> {
  const url = await findUrl(config);
  if (!url) return [];
  await using db = createDb(createPool(url, { max: 1, applicationName: 'campanero doctor' }));
  try {
    if (!(await areDemoSignInsValid(db))) return [];
    const { says, advice } = describeDemo(config.host);
    return [note('Datos de demostración', says, advice)];
  } catch {
    return []; // checkDatabase reports it
  }
}

async function findUrl({ databaseUrl, dataDir }: Config): Promise<string | undefined> {
  if (databaseUrl) return databaseUrl;
  const isThere = ['postgres', 'postgres.location'].some((name) => existsSync(join(dataDir, name)));
  return isThere ? ownerUrl((await placeData(dataDir)).socketDir) : undefined;
}
