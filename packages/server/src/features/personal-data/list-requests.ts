import type { DataRequest, RequestQuery } from '@campanero/contract/personal-data/request-schemas';
import type { SignedCtx } from '../../work/context.ts';
import { countRequests, nameRequests, selectRequests } from './requests.queries.ts';

/** One page of the register, by due date. Needs the permission `personal-data`; reads only. */
export async function listRequests(
  { db, actor }: SignedCtx,
  query: RequestQuery,
): Promise<{ requests: DataRequest[]; totalElementsCount: number; page: number }> {
  const { pageNumber, pageSize, orderbytitle, orderbytype = 'asc', mine, ...filters } = query;
  const search = { ...filters, attendedBy: mine ? actor.id : undefined };
  const [found, totalElementsCount] = await Promise.all([
    selectRequests(db, search, {
      order: orderbytitle,
      direction: orderbytype,
      limit: pageSize,
      offset: pageNumber * pageSize,
    }),
    countRequests(db, search),
  ]);
  return { requests: await nameRequests(db, actor, found), totalElementsCount, page: pageNumber };
}
