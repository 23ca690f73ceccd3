import { lookups } from '@campanero/contract/lookups/endpoints';
import { ROLES } from '@campanero/contract/roles';
import type { FastifyInstance } from 'fastify';
import { locationTree } from '@campanero/contract/lookups/schemas';
import { mount } from '../../http/mount.ts';
import { prepareAnswer, sendPrepared, type PreparedAnswer } from '../../http/prepared-answer.ts';
import type { Db } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import {
  findUserId,
  selectCampaignsOfUser,
  selectLocationTree,
  selectOperatorNames,
  selectSupervisors,
} from './lookups.queries.ts';

/** The routes call the queries directly: lookups have no rules that would need a use case. */
export function lookupRoutes(app: FastifyInstance, db: Db): void {
  const locations = cacheLocations();
  // Before the first person asks: reading it from a cold disk took seconds. A failure is met again, and answered, by the request.
  app.addHook('onListen', async () => void locations(db).catch(() => {}));
  mount(app, 'lookups', lookups, {
    supervisors: (_input, { db, actor }) => selectSupervisors(db, actor),
    operators: (_input, { db, actor }) => selectOperatorNames(db, actor),
    roles: async () => [...ROLES],
    locations: async (_input, { db }, request, reply) => sendPrepared(await locations(db), request, reply),
    userCampaigns: ({ params }, ctx) => listUserCampaigns(ctx, params.id),
  });
}

/**
 * The tree of places (24 > 529 > 3,931) ready to send. It changes only with a migration or a seed, that is, with a new start
 * of the process, so it is read once per process, and whoever asks meanwhile waits for that reading. A failed read is not kept,
 * nor is a tree without places.
 */
function cacheLocations(): (db: Db) => Promise<PreparedAnswer> {
  let kept: Promise<PreparedAnswer> | undefined;
  const read = async (db: Db) => {
    try {
      const tree = await selectLocationTree(db);
      if (tree.length === 0) kept = undefined;
      return await prepareAnswer(locationTree, tree);
    } catch (error) {
      kept = undefined;
      throw error;
    }
  };
  return (db) => (kept ??= read(db));
}

/** The campaigns in which a user's work can be looked at, newest first; an unknown user is 404. */
async function listUserCampaigns({ db }: SignedCtx, userId: number) {
  const user = await findUserId(db, userId);
  if (!user) throw new AppError('NOT_FOUND');
  return selectCampaignsOfUser(db, user.id);
}
