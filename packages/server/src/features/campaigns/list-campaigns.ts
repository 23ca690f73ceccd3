import type { CampaignListQuery } from '@campanero/contract/campaigns/schemas';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { effectiveType, maySeeExternalId, refusedListParameters } from './campaigns.policy.ts';
import { countCampaigns, selectCampaigns, type CampaignSearch } from './campaigns.queries.ts';

/**
 * One page of the campaigns within the caller's reach, newest first unless asked otherwise (spec 2 and 7, decisions 2
 * and 3). Anyone with a role; the query itself decides what each may see. Reads only: no audit, no event.
 * The status is the one of this moment, also in filter and order.
 */
export async function listCampaigns({ db, actor, clock }: SignedCtx, query: CampaignListQuery) {
  const refused = refusedListParameters(actor, query);
  if (refused.length > 0)
    throw new AppError('VALIDATION', {
      fields: refused.map((field) => ({ field, message: 'Su rol no permite usar el id externo.' })),
    });

  const { pageNumber, pageSize, orderbytitle, orderbytype, ...filters } = query;
  const search: CampaignSearch = {
    ...filters,
    type: effectiveType(actor, filters.type),
    searchExternalId: maySeeExternalId(actor),
    now: clock(),
  };
  const [campaigns, totalElementsCount] = await Promise.all([
    selectCampaigns(db, actor, search, {
      order: orderbytitle ?? 'id',
      direction: orderbytype ?? (orderbytitle ? 'asc' : 'desc'),
      limit: pageSize,
      offset: pageNumber * pageSize,
    }),
    countCampaigns(db, actor, search),
  ]);
  return { campaigns, totalElementsCount, page: pageNumber };
}
