import { findClosing } from '@campanero/contract/calling-rules/attempts';
import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import { waitInWords } from '@campanero/contract/calling-rules/words';
import { isOperatorRole } from '@campanero/contract/roles';
import type { CampaignListQuery, CampaignOrder } from '@campanero/contract/campaigns/schemas';
import { selectOwnWork } from '../../../call-store/read/index.ts';
import { AppError, NEWEST_FIRST, pagingOfQuery, type SignedCtx } from '../../../work/index.ts';
import { calendarsOf } from '../../calling-rules/calling-rules.queries.ts';
import { effectiveType, maySeeExternalId, refusedListParameters } from '../campaigns.policy.ts';
import { countCampaigns, selectCampaigns, type CampaignSearch } from '../campaigns.queries.ts';

const CALLABLE_FIRST = { order: 'calling', direction: 'asc' } as const;

/** For operators, campaigns open for calls come first, with the operator's own figures. */
export async function listCampaigns({ db, actor, clock }: SignedCtx, query: CampaignListQuery) {
  const refused = refusedListParameters(actor, query);
  if (refused.length > 0)
    throw new AppError('VALIDATION', {
      fields: refused.map((field) => ({ field, message: 'Su rol no permite usar el id externo.' })),
    });

  const now = clock();
  const type = effectiveType(actor, query.type);
  const search: CampaignSearch = { ...query, type, searchExternalId: maySeeExternalId(actor), now };
  const isOperator = isOperatorRole(actor.primary);
  const page = pagingOfQuery<CampaignOrder>(query, isOperator ? CALLABLE_FIRST : NEWEST_FIRST);
  const [campaigns, { total, openForCalls }] = await Promise.all([
    selectCampaigns(db, actor, search, page),
    countCampaigns(db, actor, search),
  ]);
  const ids = campaigns.map(({ id }) => id);
  const ownWork = isOperator ? await selectOwnWork(db, actor.id, now, ids) : undefined;
  const allRules = campaigns.map(({ rules }) => rules);
  const calendars = isOperator ? await calendarsOf(db, allRules) : [];
  return {
    campaigns: campaigns.map(({ rules: _rules, ...campaign }, index) => ({
      ...campaign,
      own: ownWork?.get(campaign.id) ?? null,
      closed: calendars[index] ? closedAt(calendars[index], now) : null,
    })),
    totalElementsCount: total,
    openForCallsCount: openForCalls,
    page: query.pageNumber,
  };
}

function closedAt(calendar: Calendar, now: Date) {
  const wait = findClosing(calendar, now);
  return wait?.until ? { reason: waitInWords(wait, now), until: wait.until } : null;
}
export type ListedCampaign = Awaited<ReturnType<typeof listCampaigns>>['campaigns'][number];

/** For the navigation: how many visible campaigns are open for calls now. */
export async function countRunning({ db, actor, clock }: SignedCtx) {
  const search: CampaignSearch = { type: effectiveType(actor, undefined), searchExternalId: false, now: clock() };
  return { running: (await countCampaigns(db, actor, search)).openForCalls };
}
