import { letters } from '@campanero/contract/loads/csv/columns';
import type { audienceLoad, UnknownPlaceReport } from '@campanero/contract/loads/schemas';
import type { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { rejectedUntil } from '../../jobs/purge-expired.ts';
import { AppError, type SignedCtx } from '../../work/index.ts';
import { loadWork } from './load-audience.ts';
import {
  countLoadsBefore,
  findLastLoad,
  isCampaignVisible,
  type LoadRecord,
  type StoredUnknownPlace,
} from './loads.queries.ts';
import { listSpellingsOf } from './spellings/spellings.queries.ts';

export async function viewLoad({ db, actor }: SignedCtx, campaignId: number): Promise<LoadRecord | null> {
  const load = await findLastLoad(db, actor, campaignId);
  if (!load && !(await isCampaignVisible(db, actor, campaignId))) throw new AppError('NOT_FOUND');
  return load ?? null;
}

/** Number of loads ahead in the queue or for writing people; null if it does not wait. */
export async function countLoadsAhead(ctx: SignedCtx, load: LoadRecord): Promise<number | null> {
  if (load.status !== 'RUNNING') return null;
  if (load.phase === 'QUEUED') return loadWork.countAhead(ctx, load);
  return load.phase === 'WAITING' ? countLoadsBefore(ctx.db, load) : null;
}

export const presentLoad = (
  load: LoadRecord,
  { unknownPlaces, ahead, now }: { unknownPlaces: UnknownPlaceReport[]; ahead: number | null; now: Date },
): z.input<typeof audienceLoad> => {
  const { skippedBlocked, skippedCalled, skippedActive, dropPlaces, ...rest } = load;
  return {
    ...rest,
    places: dropPlaces ? 'drop' : 'reject',
    unknownPlaces,
    ahead,
    // Enforced by check constraints; the generated types only say text.
    status: load.status as z.input<typeof audienceLoad>['status'],
    source: load.source as z.input<typeof audienceLoad>['source'],
    skippedBreakdown: { blocked: skippedBlocked, called: skippedCalled, active: skippedActive },
    rejectedUntil: rejectedUntil(load, now),
  };
};

/** Adds spellings that were remembered since, which the next load will understand. */
export async function withRemembered(db: Db, load: LoadRecord): Promise<UnknownPlaceReport[]> {
  const stored = load.unknownPlaces as unknown as readonly StoredUnknownPlace[];
  // Nothing of a cancelled load is shown.
  if (stored.length === 0 || load.status === 'CANCELLED') return [];
  const spellings = await listSpellingsOf(db, [...new Set(stored.map(({ name }) => letters(name)))]);
  return stored.map(({ districtId, ...place }) => {
    const meant = spellings.filter(
      (spelling) =>
        spelling.key === letters(place.name) &&
        levelOf(spelling) === place.level &&
        (place.level === 'district' || districtId === null || spelling.districtId === districtId),
    );
    return { ...place, remembered: meant.length === 1 ? meant[0]!.place : null };
  });
}

const levelOf = ({ sectionId, subsectionId }: { sectionId: string | null; subsectionId: string | null }) =>
  subsectionId !== null ? 'subsection' : sectionId !== null ? 'section' : 'district';
