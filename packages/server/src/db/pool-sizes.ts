import type { Config } from '../config.ts';

/** Connections to the primary that a process holds at most, by purpose. Every pool takes its size from here, so that the sum is true. */
export const POOL_SIZES = {
  requests: 20,
  /** Heavy lists: as many as may run at once. */
  lists: 2,
  sockets: 4,
  heartbeat: 1,
  /** Of the job queue: where jobs are only enqueued, and where they run. */
  enqueueing: 2,
  jobs: 5,
  /** Of a child process of a worker. Only a load that writes uses all of them. */
  child: 6,
} as const;

/** In each of the two lanes, small and large. */
export const LOADS_AT_ONCE = 2;
export const EXPORTS_AT_ONCE = 2;
const LANES = 2;

/** What the jobs of a worker need beside the pool of the queue. */
function connectionsOfJobs(): number {
  const LISTENING = 1;
  // One load writes in each lane, with two streams and its turn; the others hold a place in the line.
  const writing = LANES * (POOL_SIZES.child + 3);
  const waiting = LANES * (LOADS_AT_ONCE - 1) * 2;
  // A stream and a connection for the progress: of each export, and of the one block list that is loaded at a time.
  const streaming = (LANES * EXPORTS_AT_ONCE + 1) * 2;
  return POOL_SIZES.jobs + LISTENING + writing + waiting + streaming;
}

/** What one node may need at the same time: for max_connections, and for the pool of a PgBouncer in between. */
export function connectionsOf(role: Config['role']): number {
  const { requests, lists, sockets, heartbeat, enqueueing } = POOL_SIZES;
  return requests + lists + sockets + heartbeat + (role === 'web' ? enqueueing : connectionsOfJobs());
}
