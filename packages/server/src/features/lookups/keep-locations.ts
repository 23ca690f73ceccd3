import { locationTree } from '@campanero/contract/lookups/schemas';
import type { Db } from '../../db/client.ts';
import { prepareAnswer, type PreparedAnswer } from '../../http/prepared-answer.ts';
import { selectLocationTree } from './locations.queries.ts';

/**
 * The tree of places (24 > 529 > 3,931) ready to send. It changes only with a migration or a seed, that is, with a new start
 * of the process, so one reading serves for its life. A failed reading is not kept, nor is a tree without places.
 */
export function keepLocations(): (db: Db) => Promise<PreparedAnswer> {
  let kept: Promise<PreparedAnswer> | undefined;
  return async (db) => {
    if (kept) return kept;
    const tree = await selectLocationTree(db);
    // Several may have read it at once; the first one's work serves them all.
    kept ??= tree.length > 0 ? prepareAnswer(locationTree, tree) : undefined;
    return kept ?? prepareAnswer(locationTree, tree);
  };
}
