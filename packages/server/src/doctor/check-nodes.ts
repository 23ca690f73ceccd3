import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { createFileStore } from '../integrations/files/store.ts';
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

/** `keyMark`: of its JWT_SECRET, null for older versions. `unreadMarks`: nodes whose file it could not read (process/node-heartbeat.ts). */
export type NodeMark = { name: string; keyMark: string | null; unreadMarks: readonly string[] };

/** Does not reveal the key. */
export const fingerprintOf = (jwtSecret: string): string =>
  createHmac('sha256', jwtSecret).update('campanero node').digest('hex').slice(0, 16);

const namesOf = (nodes: readonly string[]) => nodes.toSorted().join(', ');

/** The minority; all nodes if there is no majority. */
function findMinority(groups: readonly (readonly string[])[]): string[] {
  const largest = Math.max(...groups.map(({ length }) => length));
  const isMajority = groups.filter(({ length }) => length === largest).length === 1;
  return groups.filter(({ length }) => !isMajority || length < largest).flat();
}

function compareKeys(nodes: readonly NodeMark[]): Finding[] {
  const byKey = Map.groupBy(
    nodes.filter(({ keyMark }) => keyMark !== null),
    ({ keyMark }) => keyMark,
  );
  if (byKey.size < 2) return [];
  const differing = findMinority([...byKey.values()].map((group) => group.map(({ name }) => name)));
  return [
    bad(
      'JWT_SECRET',
      `no es el mismo en todos los nodos: difiere en ${namesOf(differing)}`,
      'Ponga el mismo JWT_SECRET en todos y reinícielos: mientras tanto la gente pierde la sesión según qué nodo le responda.',
    ),
  ];
}

function compareFiles(nodes: readonly NodeMark[]): Finding[] {
  const alive = new Set(nodes.map(({ name }) => name));
  const failures = new Map<string, number>();
  for (const { name, unreadMarks } of nodes)
    for (const other of unreadMarks.filter((each) => alive.has(each)))
      for (const node of [name, other]) failures.set(node, (failures.get(node) ?? 0) + 1);
  if (failures.size === 0) return [];
  const most = Math.max(...failures.values());
  const differing = [...failures].filter(([, count]) => count === most).map(([name]) => name);
  return [
    bad(
      'Archivos compartidos',
      `los nodos no ven los mismos archivos: difiere ${namesOf(differing)}`,
      'Todos necesitan el mismo STORAGE_URL, o el mismo DATA_DIR en una sola máquina: mientras tanto fallan cargas y descargas.',
    ),
  ];
}

/** Gives the same result on every node. */
export const compareNodes = (nodes: readonly NodeMark[]): Finding[] => [...compareKeys(nodes), ...compareFiles(nodes)];
