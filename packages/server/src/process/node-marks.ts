import { Readable } from 'node:stream';
import { run, selectRows } from '../db/index.ts';
import { compareNodes, type NodeMark } from '../doctor/compare-nodes.ts';
import type { Finding } from '../doctor/finding.ts';
import type { FileStore } from '../integrations/files/port.ts';
import type { Deps } from '../work/context.ts';
import { adoptFiles, putOrphan } from '../work/orphan-files.ts';

type MarkDeps = Pick<Deps, 'db' | 'files' | 'config' | 'clock'>;
type MarkRow = NodeMark & { fileMark: string | null };

/** Of nodes with a recent heartbeat (every five seconds). */
const selectMarks = ({ db }: Pick<Deps, 'db'>) =>
  selectRows<MarkRow>(db)`
    select name, key_mark, file_mark, unread_marks from server_node
    where stopped_at is null and seen_at > now() - interval '30 seconds' order by name`;

/** Finds nodes with another signing key or storage: each stores a file, and records whose files it cannot read. */
export async function compareWithOtherNodes(deps: MarkDeps, name: string): Promise<Finding[]> {
  // The embedded database serves a single node.
  if (!deps.config.databaseUrl) return [];
  const marks = await selectMarks(deps);
  const unread = await findUnread(
    deps.files,
    marks.filter((mark) => mark.name !== name),
  );
  // Unreachable storage is reported elsewhere; whether it is shared is unknown then.
  if (unread !== null) {
    await run(deps.db)`update server_node set unread_marks = ${unread} where name = ${name}`;
    await storeMarkFile(deps, name, marks.find((mark) => mark.name === name)?.fileMark ?? null);
  }
  return compareNodes(await selectMarks(deps));
}

async function findUnread(files: FileStore, others: readonly MarkRow[]): Promise<string[] | null> {
  try {
    const found = await Promise.all(
      others.map(async ({ name, fileMark }) => (fileMark === null || (await files.exists(fileMark)) ? [] : [name])),
    );
    return found.flat();
  } catch {
    return null;
  }
}

/** Recorded only after the file exists, or other nodes would miss it. */
async function storeMarkFile(deps: MarkDeps, name: string, present: string | null): Promise<void> {
  if (present !== null && (await deps.files.exists(present))) return;
  const { key } = await putOrphan(deps, Readable.from([`Nodo ${name} de Campanero.\n`]), 1_000);
  await deps.db.transaction().execute(async (trx) => {
    await adoptFiles(trx, [key]);
    await run(trx)`update server_node set file_mark = ${key} where name = ${name}`;
  });
}

/** Removes files of ended nodes. What fails is reported by `npm run verify`. */
export async function removeFileMarks({ files }: Pick<Deps, 'files'>, keys: readonly (string | null)[]): Promise<void> {
  for (const key of keys) if (key !== null) await files.remove(key).catch(() => {});
}
