import type { Updateable } from 'kysely';
import type { DB } from '../db/schema.gen.ts';
import { sql, type Trx } from '../db/index.ts';
import { isErasedSince } from '@campanero/contract/shared/paging';
import { AppError } from './app-error.ts';

/** Text typed before an erasure may contain the erased words: TEXT_ERASED tells the client not to resend it. */
export function assertCurrent(stored: { version: number }, given: number | undefined): void {
  if (given === stored.version) return;
  if (isErasedSince(given ?? 0, stored.version)) throw new AppError('TEXT_ERASED');
  if (given !== undefined) throw new AppError('CONFLICT');
}

type VersionedTable = 'appUser' | 'campaign' | 'dataRequest' | 'objective' | 'state' | 'substate' | 'survey';

/** With a new version, so that edits of the older one are refused (assertCurrent). Undefined values stay. */
export const updateVersioned = <T extends VersionedTable>(trx: Trx, table: T, id: number, change: Updateable<DB[T]>) =>
  trx
    .updateTable(table as 'campaign')
    .set({ ...(change as object), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
