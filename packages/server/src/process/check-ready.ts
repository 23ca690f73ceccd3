import { sql } from 'kysely';
import type { Deps } from '../work/context.ts';

const PATIENCE_MS = 2_000;

/** Database and queue, within two seconds: a probe must not hang with what it probes. */
export async function checkReady({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  let patience: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    patience = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
  });
  await Promise.race([Promise.all([sql`select 1`.execute(db), jobs.check()]), tooLong]).finally(() =>
    clearTimeout(patience),
  );
}
