import type pg from 'pg';
import type { Config } from '../config.ts';
import { createFileStore } from '../integrations/files/store.ts';
import { fingerprintOf } from './compare-nodes.ts';
import { bad, type Finding, well } from './finding.ts';
import { checkWithClient } from './check-database.ts';

type RunningNode = { name: string; keyMark: string | null; fileMark: string | null };

const SELECT_RUNNING = `select name, key_mark as "keyMark", file_mark as "fileMark" from server_node
  where stopped_at is null and seen_at > now() - interval '30 seconds' order by name`;

const about = 'Nodos en marcha';

/** Whether running nodes have the same key and files as these settings. checkDatabase reports an unreachable database. */
export const checkNodes = async (config: Config): Promise<Finding[]> =>
  config.databaseUrl
    ? checkWithClient(
        about,
        config.databaseUrl,
        (client) => compareSettings(client, config),
        () => [],
      )
    : [];

async function compareSettings(client: pg.Client, config: Config): Promise<Finding[]> {
  const { rows: known } = await client.query<{ known: boolean }>(
    `select exists (select from information_schema.columns where table_name = 'server_node' and column_name = 'file_mark') as known`,
  );
  if (!known[0]!.known) return [];
  const { rows: nodes } = await client.query<RunningNode>(SELECT_RUNNING);
  if (nodes.length === 0) return [];
  const own = config.jwtSecret === undefined ? null : fingerprintOf(config.jwtSecret);
  const files = createFileStore(config);
  const isUnread = async ({ fileMark }: RunningNode) =>
    fileMark !== null && !(await files.exists(fileMark).catch(() => true));
  const unread = await Promise.all(nodes.map(isUnread));
  const findings: Finding[] = [];
  const otherKey = nodes.filter(({ keyMark }) => keyMark !== null && own !== null && keyMark !== own);
  if (otherKey.length > 0)
    findings.push(
      bad(
        about,
        `tienen otro JWT_SECRET que estos ajustes: ${otherKey.map(({ name }) => name).join(', ')}`,
        'Todos los nodos necesitan el mismo: con otro, la gente pierde la sesión según qué nodo le responda.',
      ),
    );
  const otherFiles = nodes.filter((_, place) => unread[place]);
  if (otherFiles.length > 0)
    findings.push(
      bad(
        about,
        `con estos ajustes no se ven los archivos de ${otherFiles.map(({ name }) => name).join(', ')}`,
        'Todos los nodos necesitan el mismo STORAGE_URL, o el mismo DATA_DIR en una sola máquina.',
      ),
    );
  return findings.length > 0 ? findings : [well(about, `${nodes.length}, con la misma clave y los mismos archivos`)];
}
