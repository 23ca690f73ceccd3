import { routesOf } from '../../http/mount.ts';
import type { StatusFinding } from '@campanero/contract/status/endpoints';
import { readMailBacklog } from '../../integrations/mailer/send-mail.ts';
import { countFailedJobs, dropFailedJobs, retryFailedJobs, selectQueueStates } from '../../jobs/queue-states.ts';
import { VERSION } from '../../version.ts';
import { AppError, auditAbout, type SignedCtx, transact } from '../../work/index.ts';
import { findProblems } from './find-problems.ts';
import { isKnownQueue, QUEUE_COUNT, queueTitle } from './queue.words.ts';
import {
  type NodeRow,
  readDatabase,
  readLastChecks,
  requestCheck,
  selectNodes,
  selectReplicas,
  type StatusReply,
} from './status.queries.ts';

export const statusRoutes = routesOf('status', {
  view: (_input, ctx) => viewStatus(ctx),
  /** Nodes check themselves at their next heartbeat. Changes nothing, so no audit record. */
  look: async (_input, ctx) => {
    await transact(ctx, ({ trx }) => requestCheck(trx));
    return viewStatus(ctx);
  },
  retryFailed: ({ params }, ctx) => changeFailedJobs(ctx, params.name, 'Reintentar trabajos fallidos'),
  dropFailed: ({ params }, ctx) => changeFailedJobs(ctx, params.name, 'Descartar trabajos fallidos'),
});

/** State of the installation. Reads only the database: nodes check themselves, so a hanging system cannot block this. */
async function viewStatus({ db, clock }: Pick<SignedCtx, 'db' | 'clock'>): Promise<StatusReply> {
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

const ACTIONS = {
  'Reintentar trabajos fallidos': retryFailedJobs,
  'Descartar trabajos fallidos': dropFailedJobs,
} as const;

async function changeFailedJobs(ctx: SignedCtx, queue: string, action: keyof typeof ACTIONS): Promise<StatusReply> {
  if (!isKnownQueue(queue)) throw new AppError('NOT_FOUND');
  await transact(ctx, async ({ trx, now, audit }) => {
    const failed = await countFailedJobs(trx, queue);
    if (failed === 0) throw new AppError('NO_FAILED_JOBS');
    const settled = await ACTIONS[action](trx, queue, now);
    const after = { Acción: action, Cola: queueTitle(queue), Trabajos: settled };
    await audit(auditAbout('ETIQUETA', 'queue')(queue, 'ACCIÓN'), { before: { Fallidos: failed }, after });
  });
  return viewStatus(ctx);
}
