import { realpath } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { superuserUrl } from './ensure-database.ts';
import { placeData } from './place-data.ts';
import { EmbeddedError } from './processes.ts';

/** Of the product's database, for what its owner may not do: truncate the WAL, make a login. */
export async function embeddedSuperuserUrl({ dataDir }: Pick<Config, 'dataDir'>): Promise<string> {
  const folder = await realpath(dataDir).catch(() => {
    throw new EmbeddedError(`No hay datos en ${dataDir}: indique DATA_DIR o DATABASE_URL.`);
  });
  const { socketDir } = await placeData(folder);
  return superuserUrl(socketDir, 'campanero');
}
