import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { fingerprintOf } from '../doctor/compare-nodes.ts';
import type { Finding } from '../doctor/finding.ts';
import type { IntervalTask } from '../jobs/interval.ts';
import type { Deps } from '../work/context.ts';
import { readFailures } from '../work/metrics.ts';
import { VERSION } from '../version.ts';
import { compareWithOthers, removeFileMarks } from './node-marks.ts';

const HEARTBEAT_MS = 5_000;
/** How often a node looks around by itself: mail servers count sign-ins. While something is bad, more often. */
const LOOK_MS = 5 * 60_000;
const LOOK_AGAIN_MS = 60_000;
/** After a request found something away that was well before. */
const LOOK_SOON_MS = 10_000;

interface NodeOptions {
  /** Machine and port, as in its log lines. */
  name: string;
  look: (config: Config) => Promise<Finding[]>;
}

type Known = Finding & { since: string };

/**
 * Notes this process among the nodes of the installation, and what it finds around it. Looking takes its own time: the heartbeat
 * does not wait for it.
 */
export function createNodeTask({ name, look }: NodeOptions): IntervalTask & { end: (deps: Deps) => Promise<void> } {
  const startedAt = new Date();
  let known: Known[] | undefined;
  let lookedAt = -Infinity;
  let isLooking = false;
  let failuresSeen = 0;

  async function lookNow(deps: Deps): Promise<void> {
    const findings = [...(await look(deps.config)), ...(await compareWithOthers(deps, name))];
    const now = deps.clock().toISOString();
    // What was so before keeps its moment.
    const sinceOf = ({ about, state }: Finding) =>
      known?.find((before) => before.about === about && before.state === state)?.since ?? now;
    known = findings.map((finding) => ({ ...finding, since: sinceOf(finding) }));
    for (const { about, says } of known.filter(({ state, since }) => state === 'bad' && since === now))
      deps.log.warn({ about, reason: says }, 'something around this node is not well');
    // Not into the row of a process that has taken its place meanwhile.
    await sql`update server_node set findings = ${JSON.stringify(known)}::jsonb, looked_at = now(), check_requested = false
      where name = ${name} and started_at = ${startedAt}`.execute(deps.db);
  }

  return {
    name: 'note-node',
    everyMs: HEARTBEAT_MS,
    async run(deps) {
      const { role, jwtSecret } = deps.config;
      const keyMark = jwtSecret === undefined ? null : fingerprintOf(jwtSecret);
      const { rows } = await sql<{ checkRequested: boolean; findings: Known[] }>`
        insert into server_node (name, role, version, key_mark, started_at, seen_at)
        values (${name}, ${role}, ${VERSION}, ${keyMark}, ${startedAt}, now())
        on conflict (name) do update set role = excluded.role, version = excluded.version, key_mark = excluded.key_mark,
          started_at = excluded.started_at, seen_at = excluded.seen_at, stopped_at = null
        returning check_requested, findings`.execute(deps.db);
      const { rows: old } = await sql<{ fileMark: string | null }>`
        delete from server_node where seen_at < now() - interval '1 day' returning file_mark`.execute(deps.db);
      await removeFileMarks(
        deps,
        old.map(({ fileMark }) => fileMark),
      );
      const { checkRequested, findings } = rows[0]!;
      known ??= findings;
      const failures = await readFailures();
      const isBad = known.some(({ state }) => state === 'bad');
      const pause = isBad ? LOOK_AGAIN_MS : failures > failuresSeen ? LOOK_SOON_MS : LOOK_MS;
      if (isLooking || (!checkRequested && performance.now() - lookedAt < pause)) return;
      isLooking = true;
      failuresSeen = failures;
      lookedAt = performance.now();
      void lookNow(deps)
        .catch((err: unknown) => deps.log.warn({ err }, 'what is around this node could not be noted'))
        .finally(() => (isLooking = false));
    },
    /** Ended in order: no longer shown. */
    async end(deps) {
      const { rows } = await sql<{ fileMark: string | null }>`
        with gone as (select file_mark from server_node where name = ${name})
        update server_node set stopped_at = now(), file_mark = null where name = ${name}
        returning (select file_mark from gone) as file_mark`.execute(deps.db);
      await removeFileMarks(
        deps,
        rows.map(({ fileMark }) => fileMark),
      );
    },
  };
}
