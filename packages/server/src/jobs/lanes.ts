import type { JobDefinition } from './define-job.ts';

/** A line of work: what is done in seconds does not stand behind what takes minutes. */
export type Lane = 'small' | 'large';

/** The same job in two queues, one for each lane, each with its own workers. */
export const inLanes = <P extends object>(job: JobDefinition<P>): Record<Lane, JobDefinition<P>> => ({
  large: job,
  small: { ...job, name: `${job.name}-small` },
});
