import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant } from '../shared/paging.ts';
import { rawText } from '../shared/text-schema.ts';

/** One thing that was looked at. `note`: it works, but an administrator should know. */
const finding = z.object({
  state: z.enum(['well', 'note', 'bad']),
  about: z.string(),
  says: z.string(),
  advice: z.string().optional(),
  /** Since when it is so; null where nobody was looking before. */
  since: instant.nullable(),
  /** When a node last looked; the oldest of several. Null: read from the database just now. */
  checkedAt: instant.nullable(),
  /** Which nodes found it; empty: it is of the whole installation. */
  nodes: z.array(z.string()),
});
export type StatusFinding = z.infer<typeof finding>;

const node = z.object({
  name: z.string(),
  role: z.string(),
  version: z.string(),
  startedAt: instant,
  seenAt: instant,
  isAlive: z.boolean(),
  lookedAt: instant.nullable(),
});

const queue = z.object({
  name: z.string(),
  title: z.string(),
  waiting: z.number(),
  running: z.number(),
  failed: z.number(),
  /** How long the oldest due job has been waiting; null: none waits. */
  oldestSeconds: z.number().nullable(),
  /** Of the last job that was given up. */
  lastFailure: z.object({ at: instant, reason: z.string() }).nullable(),
});

const replica = z.object({
  name: z.string(),
  address: z.string().nullable(),
  state: z.string().nullable(),
  isSynchronous: z.boolean(),
  /** Null: it has replayed everything, or the role may not see it. */
  lagSeconds: z.number().nullable(),
  lagBytes: z.number().nullable(),
});

export const statusView = z.object({
  version: z.string(),
  /** The nodes were asked to look around and have not all answered yet. */
  isLooking: z.boolean(),
  nodes: z.array(node),
  findings: z.array(finding),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    startedAt: instant,
    connections: z.number(),
    maxConnections: z.number(),
    /** False: the role may not see how far replicas lag. */
    seesLag: z.boolean(),
    replicas: z.array(replica),
  }),
  queues: z.array(queue),
  emptyQueues: z.number(),
  mail: z.object({
    waiting: z.number(),
    oldestSeconds: z.number().nullable(),
    refused: z.number(),
    lastError: z.string().nullable(),
  }),
  backup: z.object({ at: instant, place: z.string() }).nullable(),
  audit: z.object({ at: instant, rows: z.number(), findingCount: z.number() }).nullable(),
});
export type StatusView = z.infer<typeof statusView>;

/** `feature.verb`, as the queues are named. */
const NO_QUEUE = 'La cola no existe.';
export const queueKey = z.object({ name: rawText(80, { tooLong: NO_QUEUE }).regex(/^[a-z._-]+$/, NO_QUEUE) });

export const status = {
  view: endpoint('GET', '/status', 'status', {
    summary: 'Estado del sistema: nodos, base de datos, colas, correo y lo que hay alrededor',
    response: statusView,
  }),
  look: endpoint('POST', '/status/look', 'status', {
    summary: 'Pide a cada nodo que compruebe ahora lo que hay alrededor',
    response: statusView,
    audited: false,
  }),
  retryFailed: endpoint('POST', '/status/queue/:name/retry', 'status', {
    summary: 'Vuelve a poner en marcha los trabajos fallidos de una cola',
    params: queueKey,
    response: statusView,
    errors: ['NO_FAILED_JOBS'],
  }),
  dropFailed: endpoint('DELETE', '/status/queue/:name/failed', 'status', {
    summary: 'Descarta los trabajos fallidos de una cola',
    params: queueKey,
    response: statusView,
    errors: ['NO_FAILED_JOBS'],
  }),
};
