import { ROLES } from '@campanero/contract/roles';
import type { FastifyInstance } from 'fastify';
import { locationTree } from '@campanero/contract/lookups/schemas';
import { routesOf } from '../../http/mount.ts';
import { prepareAnswer, sendPrepared, type PreparedAnswer } from '../../http/prepared-answer.ts';
import type { Db } from '../../db/client.ts';
import { found } from '../../work/index.ts';
import {
  findUserId,
  selectCampaignsOfUser,
  selectLocationTree,
  selectOperatorNames,
  selectSupervisors,
} from './lookups.queries.ts';

/** Routes call queries directly: lookups need no use case. */
export function lookupRoutes(app: FastifyInstance, db: Db): void {
  const locations = cacheLocations();
  // Warm up: reading from a cold disk took seconds. On failure the first request reads it again.
  app.addHook('onListen', async () => void locations(db).catch(() => {}));
  routesOf('lookups', {
    supervisors: (_input, { db, actor }) => selectSupervisors(db, actor),
    operators: (_input, { db, actor }) => selectOperatorNames(db, actor),
    roles: async () => [...ROLES],
    locations: async (_input, { db }, request, reply) => sendPrepared(await locations(db), request, reply),
    userCampaigns: async ({ params }, { db }) => selectCampaignsOfUser(db, found(await findUserId(db, params.id)).id),
  })(app);
}

/** Cached per process: it changes only with a migration or seed. A failed or empty read is not cached. */
function cacheLocations(): (db: Db) => Promise<PreparedAnswer> {
  let cached: Promise<PreparedAnswer> | undefined;
  const read = async (db: Db) => {
    try {
      const tree = await selectLocationTree(db);
      if (tree.length === 0) cached = undefined;
      return await prepareAnswer(locationTree, tree);
    } catch (error) {
      cached = undefined;
      throw error;
    }
  };
  return (db) => (cached ??= read(db));
}
