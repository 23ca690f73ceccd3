import type { JobDefinition } from './define-job.ts';

/** Short work does not queue behind long work. */
export type Lane = 'small' | 'large';

/** One queue per lane, each with its own workers. */
export const inLanes = <P extends object>(job: JobDefinition<P>): Record<Lane, JobDefinition<P>> => ({
  large: job,
  small: { ...job, name: `${job.name}-small` },
});
