import { lookups } from '@campanero/contract/lookups/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { selectObjectives, selectPeople } from './lookups.queries.ts';

/** A lookup is its query: there is no rule between them that would deserve a use case. */
export const lookupRoutes = (app: FastifyInstance) =>
  mount(app, 'lookups', lookups, {
    objectives: (_input, { db }) => selectObjectives(db),
    users: (_input, { db, actor }) => selectPeople(db, actor),
  });
