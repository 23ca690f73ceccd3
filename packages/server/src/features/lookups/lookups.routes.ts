import { lookups } from '@campanero/contract/lookups/endpoints';
import { ROLES } from '@campanero/contract/roles';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { sendPrepared } from '../../http/prepared-answer.ts';
import { keepLocations } from './keep-locations.ts';
import { listUserCampaigns } from './list-user-campaigns.ts';
import { selectOperators, selectSupervisors } from './people-by-side.queries.ts';

/** A lookup is its query: there is no rule between them that would deserve a use case. */
export function lookupRoutes(app: FastifyInstance): void {
  const locations = keepLocations();
  mount(app, 'lookups', lookups, {
    supervisors: (_input, { db, actor }) => selectSupervisors(db, actor),
    operators: (_input, { db, actor }) => selectOperators(db, actor),
    roles: async () => [...ROLES],
    locations: async (_input, { db }, request, reply) => sendPrepared(await locations(db), request, reply),
    userCampaigns: ({ params }, ctx) => listUserCampaigns(ctx, params.id),
  });
}
