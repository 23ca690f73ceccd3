import { hasRows, sql, type Trx } from '../db/index.ts';
import { JOB_SCHEMA } from './schema.ts';

export class LostClaim extends Error {
  constructor(job: { name: string; id: string }) {
    super(`the job ${job.name} ${job.id} was taken over by another attempt`);
  }
}

/** The last statement of a transaction: it commits only if this attempt still owns the job (rule reliability/fenced-attempts). */
export const createFence =
  (job: { name: string; id: string; retryCount: number }) =>
  async (trx: Trx): Promise<void> => {
    const isOwned = await hasRows(trx)`
      select 1 from ${sql.table(`${JOB_SCHEMA}.job`)}
      where name = ${job.name} and id = ${job.id}::uuid and state = 'active' and retry_count = ${job.retryCount}
      for share`;
    if (!isOwned) throw new LostClaim(job);
  };
