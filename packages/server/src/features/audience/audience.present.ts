import type { AudienceRow } from '@campanero/contract/audience/list-schemas';
import type { AudienceRecord } from '../../call-store/read/page.ts';

/** A call as the audience's list shows it (spec 3). */
export const presentRow = ({ number, callCount, createdAt, updatedAt, ...same }: AudienceRecord): AudienceRow => ({
  ...same,
  number: String(number),
  callCounter: callCount,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
