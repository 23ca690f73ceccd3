import { REJECTED_ROWS_DAYS } from '@campanero/contract/limits';
import type { audienceLoad, UnknownPlaceReport } from '@campanero/contract/loads/schemas';
import type { z } from 'zod';
import type { LoadRecord } from './loads.queries.ts';

/** Until when the load's rejected rows are kept; null: it has none, or they are gone (jobs/purge-expired.ts). */
export function rejectedUntil({ status, rejected, finishedAt }: LoadRecord, now: Date): Date | null {
  // Of a cancelled load nothing is kept.
  if (finishedAt === null || rejected === 0 || status === 'CANCELLED') return null;
  const until = new Date(finishedAt.getTime() + REJECTED_ROWS_DAYS * 86_400_000);
  return until > now ? until : null;
}

export const presentLoad = (
  load: LoadRecord,
  unknownPlaces: UnknownPlaceReport[],
  now: Date,
): z.input<typeof audienceLoad> => {
  const { skippedBlocked, skippedCalled, skippedActive, createdAt, finishedAt, dropPlaces, ...rest } = load;
  return {
    ...rest,
    places: dropPlaces ? 'drop' : 'reject',
    unknownPlaces,
    // Checked by the database; the generated types only say text.
    status: load.status as z.input<typeof audienceLoad>['status'],
    source: load.source as z.input<typeof audienceLoad>['source'],
    skippedBreakdown: { blocked: skippedBlocked, called: skippedCalled, active: skippedActive },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    rejectedUntil: rejectedUntil(load, now)?.toISOString() ?? null,
  };
};
