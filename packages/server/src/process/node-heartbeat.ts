import { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { run, selectColumn, selectRow, selectRows } from '../db/index.ts';
import { compareNodes, fingerprintOf, type NodeMark } from '../doctor/check-nodes.ts';
import type { Finding } from '../doctor/finding.ts';
import type { FileStore } from '../integrations/files/port.ts';
import type { IntervalTask } from '../jobs/interval.ts';
import type { Deps } from '../work/context.ts';
import { readFailures } from '../work/metrics.ts';
import { VERSION } from '../version.ts';
import { adoptFiles, putOrphan } from '../work/orphan-files.ts';

const HEARTBEAT_MS = 5_000;
/** Interval of checks; not shorter, because mail servers count sign-ins. Shorter while something fails. */
const CHECK_MS = 5 * 60_000;
const RECHECK_MS = 60_000;
/** After a request failed to reach a system. */
const CHECK_SOON_MS = 10_000;

/** `name`: machine and port, as in log lines. */
type NodeOptions = { name: string; look: (config: Config) => Promise<Finding[]> };

type StoredFinding = Finding & { since: string };

/** Registers this process as a node and stores the findings of its checks. The heartbeat does not wait for the checks. */
export function createNodeTask({ name, look }: NodeOptions): IntervalTask & { end: (deps: Deps) => Promise<void> } {
  const startedAt = new Date();
  let known: StoredFinding[] | undefined;
  let checkedAt = -Infinity;
  let isChecking = false;
  let failuresSeen = 0;

  async function checkNow(deps: Deps): Promise<void> {
    const findings = [...(await look(deps.config)), ...(await compareWithOtherNodes(deps, name))];
    const now = deps.clock().toISOString();
    // Unchanged findings keep their start.
    const sinceOf = ({ about, state }: Finding) =>
      known?.find((before) => before.about === about && before.state === state)?.since ?? now;
    known = findings.map((finding) => ({ ...finding, since: sinceOf(finding) }));
    for (const { about, says } of known.filter(({ state, since }) => state === 'bad' && since === now))
      deps.log.warn({ about, reason: says }, 'a check of this node failed');
    // Not if another process has taken over the name.
    await run(deps.db)`
      update server_node set findings = ${JSON.stringify(known)}::jsonb, looked_at = now(), check_requested = false
      where name = ${name} and started_at = ${startedAt}`;
  }

  return {
    name: 'note-node',
    everyMs: HEARTBEAT_MS,
    async run(deps) {
      const { role, jwtSecret } = deps.config;
      const keyMark = jwtSecret === undefined ? null : fingerprintOf(jwtSecret);
      const { checkRequested, findings } = await selectRow<{ checkRequested: boolean; findings: StoredFinding[] }>(
        deps.db,
      )`
        insert into server_node (name, role, version, key_mark, started_at, seen_at)
        values (${name}, ${role}, ${VERSION}, ${keyMark}, ${startedAt}, now())
        on conflict (name) do update set role = excluded.role, version = excluded.version, key_mark = excluded.key_mark,
          started_at = excluded.started_at, seen_at = excluded.seen_at, stopped_at = null
        returning check_requested, findings`;
      const old = await selectColumn<string | null>(deps.db)`
        delete from server_node where seen_at < now() - interval '1 day' returning file_mark`;
      await removeFileMarks(deps, old);
      known ??= findings;
      const failures = await readFailures();
      const isBad = known.some(({ state }) => state === 'bad');
      const pause = isBad ? RECHECK_MS : failures > failuresSeen ? CHECK_SOON_MS : CHECK_MS;
      if (isChecking || (!checkRequested && performance.now() - checkedAt < pause)) return;
      isChecking = true;
      failuresSeen = failures;
      checkedAt = performance.now();
      void checkNow(deps)
        .catch((err: unknown) => deps.log.warn({ err }, 'the findings of this node could not be saved'))
        .finally(() => (isChecking = false));
    },
    async end(deps) {
      const marks = await selectColumn<string | null>(deps.db)`
        with gone as (select file_mark from server_node where name = ${name})
        update server_node set stopped_at = now(), file_mark = null where name = ${name}
        returning (select file_mark from gone)`;
      await removeFileMarks(deps, marks);
    },
  };
}

type MarkDeps = Pick<Deps, 'db' | 'files' | 'config' | 'clock'>;
type MarkRow = NodeMark & { fileMark: string | null };

/** Of nodes with a recent heartbeat (every five seconds). */
const selectMarks = ({ db }: Pick<Deps, 'db'>) =>
  selectRows<MarkRow>(db)`
    select name, key_mark, file_mark, unread_marks from server_node
    where stopped_at is null and seen_at > now() - interval '30 seconds' order by name`;

/** Finds nodes with another signing key or storage: each stores a file, and records whose files it cannot read. */
async function compareWithOtherNodes(deps: MarkDeps, name: string): Promise<Finding[]> {
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
async function removeFileMarks({ files }: Pick<Deps, 'files'>, keys: readonly (string | null)[]): Promise<void> {
  for (const key of keys) if (key !== null) await files.remove(key).catch(() => {});
}
