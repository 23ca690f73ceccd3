import type { audienceLoad, UnknownPlaceReport } from '@campanero/contract/loads/schemas';
import type { z } from 'zod';
import type { LoadRecord } from './loads.queries.ts';

export const presentLoad = (load: LoadRecord, unknownPlaces: UnknownPlaceReport[]): z.input<typeof audienceLoad> => {
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
  };
};
