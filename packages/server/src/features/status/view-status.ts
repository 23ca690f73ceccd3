import type { StatusFinding } from '@campanero/contract/status/endpoints';
import { readMailBacklog } from '../../integrations/mailer/send-mail.ts';
import { selectQueueStates } from '../../jobs/queue-states.ts';
import { VERSION } from '../../version.ts';
import { type SignedCtx, transact } from '../../work/index.ts';
import { findProblems } from './find-problems.ts';
import { QUEUE_COUNT, queueTitle } from './queue.words.ts';
import {
  type NodeRow,
  readDatabase,
  readLastChecks,
  selectNodes,
  selectReplicas,
  requestCheck,
  type StatusReply,
} from './status.queries.ts';

/** State of the installation. Reads only the database: nodes check themselves, so a hanging system cannot block this. */
export async function viewStatus({ db, clock }: Pick<SignedCtx, 'db' | 'clock'>): Promise<StatusReply> {
  const now = clock();
  const [nodes, database, replicas, queues, mail, { backup, audit }] = await Promise.all([
    selectNodes(db),
    readDatabase(db),
    selectReplicas(db),
    selectQueueStates(db, now),
    readMailBacklog(db, now),
    readLastChecks(db),
  ]);
  const alive = nodes.filter(({ isAlive }) => isAlive);
  const facts = {
    version: VERSION,
    isLooking: alive.some(({ checkRequested }) => checkRequested),
    nodes,
    database: { ...database, replicas },
    queues: queues.map(({ queue, lastFailedAt, lastReason, ...state }) => ({
      ...state,
      name: queue,
      title: queueTitle(queue),
      lastFailure: lastFailedAt && { at: lastFailedAt, reason: lastReason ?? 'sin motivo' },
    })),
    emptyQueues: Math.max(0, QUEUE_COUNT - queues.length),
    mail,
    backup,
    audit,
  };
  return { ...facts, findings: [...findProblems(facts, now), ...mergeFindings(alive)] };
}

function mergeFindings(nodes: readonly NodeRow[]): StatusFinding[] {
  const found = new Map<string, StatusFinding>();
  for (const { name, findings, lookedAt } of nodes)
    for (const { since, ...finding } of findings) {
      const key = JSON.stringify([finding.about, finding.state, finding.says]);
      const before = found.get(key);
      const first = before?.since && before.since < since ? before.since : since;
      const checked = [before?.checkedAt, lookedAt?.toISOString()].filter((at) => typeof at === 'string');
      const checkedAt = checked.toSorted()[0] ?? null;
      found.set(key, { ...finding, since: first, checkedAt, nodes: [...(before?.nodes ?? []), name] });
    }
  return [...found.values()];
}

/** Nodes check themselves at their next heartbeat. Changes nothing, so no audit record. */
export async function requestStatusCheck(ctx: SignedCtx): Promise<StatusReply> {
  await transact(ctx, ({ trx }) => requestCheck(trx));
  return viewStatus(ctx);
}
