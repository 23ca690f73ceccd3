import type { Config } from '../config.ts';

/** Maximum connections to the primary per process. Every pool takes its size from here, so that the sum below is right. */
export const POOL_SIZES = {
  requests: 20,
  /** Heavy lists, which limits how many run at once. */
  lists: 2,
  sockets: 4,
  heartbeat: 1,
  /** Job queue: in processes that only enqueue, and in workers. */
  enqueueing: 2,
  jobs: 5,
  /** Child process of a worker; only a writing load uses all of them. */
  child: 6,
} as const;

/** Per lane. */
export const LOADS_AT_ONCE = 2;
export const EXPORTS_AT_ONCE = 2;
const LANES = 2;

/** Besides the pool of the queue. */
function connectionsOfJobs(): number {
  const LISTENING = 1;
  // One load per lane writes, with two streams and its slot; the others wait.
  const writing = LANES * (POOL_SIZES.child + 3);
  const waiting = LANES * (LOADS_AT_ONCE - 1) * 2;
  // A stream and a progress connection for each export, and for the one block list loaded at a time.
  const streaming = (LANES * EXPORTS_AT_ONCE + 1) * 2;
  return POOL_SIZES.jobs + LISTENING + writing + waiting + streaming;
}

/** Maximum of one node, for max_connections or the pool of a PgBouncer. */
export function connectionsOf(role: Config['role']): number {
  const { requests, lists, sockets, heartbeat, enqueueing } = POOL_SIZES;
  return requests + lists + sockets + heartbeat + (role === 'web' ? enqueueing : connectionsOfJobs());
}
