import { SEES_ALL } from '../../call-store/reach.ts';
import { selectPeople } from '../../call-store/read/index.ts';
import { defineCronJob } from '../../jobs/define-job.ts';
import { type Ctx, transact } from '../../work/index.ts';
import { isEntryOf, readJournal, type JournalEntry } from './erasure-journal.ts';
import { findErasureOf, insertErasure } from './erasures.queries.ts';
import { runErasure } from './run-erasure.ts';

export interface Applied {
  /** Persons who were in the database again and are erased now. */
  erased: number;
  /** Of these, persons whose erasure waits for loads or exports; the server finishes it. */
  waiting: number;
  entries: number;
}

/** Erases persons of the journal again who reappeared because a backup was restored. Idempotent. */
export async function applyJournal(ctx: Ctx, signal?: AbortSignal): Promise<Applied> {
  const journal = await readJournal(ctx.config.dataDir);
  const applied: Applied = { erased: 0, waiting: 0, entries: journal.length };
  for (const entry of journal) {
    signal?.throwIfAborted();
    const [person] = await selectPeople(ctx.db, SEES_ALL, [entry.personId]);
    if (!person || person.erasedAt || !isEntryOf(entry, person)) continue;
    const isDone = await runErasure(ctx, await begin(ctx, entry), signal);
    applied.erased += 1;
    if (!isDone) applied.waiting += 1;
  }
  return applied;
}

async function begin(ctx: Ctx, { personId, requestId, keepBlock }: JournalEntry): Promise<number> {
  const id = await transact(ctx, ({ trx, now }) =>
    insertErasure(trx, { personId, requestId, keepBlock, requestedBy: null, createdAt: now }),
  );
  return id ?? (await findErasureOf(ctx.db, personId))!.id;
}

/** Daily and at the first start, in case a backup was restored without our command. */
export const applyJournalJob = defineCronJob({
  name: 'erasure.apply-journal',
  retry: { limit: 3, delaySeconds: 60 },
  expireSeconds: 6 * 3600,
  cron: '41 5 * * *',
  atFirst: true,
  async handler(ctx) {
    const { erased } = await applyJournal(ctx, ctx.job.signal);
    if (erased > 0) ctx.log.warn({ erased }, 'persons of the erasure journal reappeared and were erased again');
  },
});
