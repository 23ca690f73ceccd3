import { countWritten, type Db, selectRows, selectValue, sql, type Trx } from '../db/index.ts';
import { JOB_SCHEMA } from './schema.ts';

const jobs = sql.table(`${JOB_SCHEMA}.job`);

interface QueueState {
  queue: string;
  /** Due, including retries. */
  waiting: number;
  running: number;
  /** Of the last week; older ones are deleted. */
  failed: number;
  oldestSeconds: number | null;
  lastFailedAt: Date | null;
  lastReason: string | null;
}

/** Non-empty queues, for the metrics and the status page. */
export const selectQueueStates = (db: Db, now: Date) =>
  selectRows<QueueState>(db)`
    with counted as (
      select name as queue,
        count(*) filter (where state in ('created', 'retry') and start_after <= ${now})::int as waiting,
        count(*) filter (where state = 'active')::int as running,
        count(*) filter (where state = 'failed')::int as failed,
        extract(epoch from ${now}::timestamptz - min(start_after)
          filter (where state in ('created', 'retry') and start_after <= ${now}))::float8 as oldest_seconds
      from ${jobs} where state in ('created', 'retry', 'active', 'failed') group by name)
    select counted.*, last.completed_on as last_failed_at, last.reason as last_reason from counted
    left join lateral (
      select completed_on, left(coalesce(output ->> 'message', output ->> 'value'), 300) as reason
      from ${jobs} where name = counted.queue and state = 'failed' order by completed_on desc nulls last limit 1) last on true
    where waiting + running + failed > 0 order by queue`;

/** Of unique jobs with the same key only the newest, and only if none is pending; the others are deleted. */
export const retryFailedJobs = (trx: Trx, queue: string, now: Date) =>
  selectValue<number>(trx)`
    with failed as (
      select id, row_number() over (partition by case when policy = 'exclusive' then coalesce(singleton_key, '') else id::text end
          order by created_on desc, id) as place,
        policy = 'exclusive' and exists (select from ${jobs} other where other.name = job.name
          and other.state in ('created', 'retry', 'active') and coalesce(other.singleton_key, '') = coalesce(job.singleton_key, '')) as is_under_way
      from ${jobs} job where name = ${queue} and state = 'failed'
    ), same as (
      delete from ${jobs} where name = ${queue} and id in (select id from failed where place > 1 or is_under_way)
    ), begun as (
      update ${jobs} set state = 'retry', retry_limit = retry_limit + 1, start_after = ${now}, completed_on = null
      where name = ${queue} and id in (select id from failed where place = 1 and not is_under_way) returning 1
    )
    select count(*)::int from begun`;

export const dropFailedJobs = (trx: Trx, queue: string) =>
  countWritten(trx)`delete from ${jobs} where name = ${queue} and state = 'failed'`;

export const countFailedJobs = (trx: Trx, queue: string) =>
  selectValue<number>(trx)`select count(*)::int from ${jobs} where name = ${queue} and state = 'failed'`;
