import type { RequestQuery } from '@campanero/contract/personal-data/request-schemas';
import { routesOf } from '../../http/mount.ts';
import type { SignedCtx } from '../../work/index.ts';
import {
  answerRequest,
  changeRequest,
  createRequest,
  removeRequester,
  markDoNotCall,
  viewRequest,
} from './change-request.ts';
import { findPersons } from './find-person.ts';
import { countRequests, nameRequests, selectRequests } from './requests.queries.ts';
import { openPerson, viewCalls, viewCopies, viewRecords } from './view-person.ts';

async function listRequests({ db, actor }: SignedCtx, query: RequestQuery) {
  const { pageNumber, pageSize, orderbytitle: order, orderbytype: direction = 'asc', mine, ...filters } = query;
  const search = { ...filters, attendedBy: mine ? actor.id : undefined };
  const [found, totalElementsCount] = await Promise.all([
    selectRequests(db, search, { order, direction, limit: pageSize, offset: pageNumber * pageSize }),
    countRequests(db, search),
  ]);
  return { requests: await nameRequests(db, actor, found), totalElementsCount, page: pageNumber };
}

export const personalDataRoutes = routesOf('personalData', {
  search: ({ body }, ctx) => findPersons(ctx, body.text),
  person: ({ params }, ctx) => openPerson(ctx, params.id),
  calls: ({ params, query }, ctx) => viewCalls(ctx, params.id, query),
  copies: ({ params }, ctx) => viewCopies(ctx, params.id),
  requests: ({ query }, ctx) => listRequests(ctx, query),
  request: ({ params }, ctx) => viewRequest(ctx, params.id),
  createRequest: ({ body }, ctx) => createRequest(ctx, body),
  changeRequest: async ({ params, body }, ctx) => {
    await changeRequest(ctx, params.id, body);
    return viewRequest(ctx, params.id);
  },
  answerRequest: async ({ params, body }, ctx) => {
    await answerRequest(ctx, params.id, body);
    return viewRequest(ctx, params.id);
  },
  markDoNotCall: async ({ params, body }, ctx) => {
    await markDoNotCall(ctx, params.id, body.version);
    return viewRequest(ctx, params.id);
  },
  removeRequester: async ({ params, body }, ctx) => {
    await removeRequester(ctx, params.id, body.version);
    return viewRequest(ctx, params.id);
  },
  records: ({ params, query }, ctx) => viewRecords(ctx, params.id, query),
});
