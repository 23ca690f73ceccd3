import { personalData } from '@campanero/contract/personal-data/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { findPersons } from './find-person.ts';
import { openPerson, viewCalls, viewCopies, viewRecords } from './view-person.ts';

export const personalDataRoutes = (app: FastifyInstance) =>
  mount(app, 'personalData', personalData, {
    search: ({ body }, ctx) => findPersons(ctx, body.text),
    person: ({ params }, ctx) => openPerson(ctx, params.id),
    calls: ({ params, query }, ctx) => viewCalls(ctx, params.id, query),
    copies: ({ params }, ctx) => viewCopies(ctx, params.id),
    records: ({ params, query }, ctx) => viewRecords(ctx, params.id, query),
  });
