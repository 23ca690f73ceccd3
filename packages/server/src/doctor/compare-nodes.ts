import { createHmac } from 'node:crypto';
import { bad, type Finding } from './finding.ts';

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
