import { productDay } from '@campanero/contract/shared/dates';
import { selectOwnWork, selectUsedStates } from '../../../call-store/read/index.ts';
import { sumOf } from '@campanero/contract/shared/numbers';
import { AppError, NEWEST_FIRST, pagingOfQuery, type SignedCtx } from '../../../work/index.ts';
import { calendarOf, calendarsOf } from '../../calling-rules/calling-rules.queries.ts';
import {
  findLastLoadName,
  getVisibleCampaign,
  selectCampaignStates,
  selectOperators,
  selectScripts,
} from './campaign-detail.queries.ts';
import { findClosing } from '@campanero/contract/calling-rules/attempts';
import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import { waitInWords } from '@campanero/contract/calling-rules/words';
import { isOperatorRole } from '@campanero/contract/roles';
import type { CampaignListQuery, CampaignOrder } from '@campanero/contract/campaigns/schemas';
import { effectiveType, maySeeExternalId, refusedListParameters } from '../campaigns.policy.ts';
import { type CampaignSearch, countCampaigns, selectCampaigns } from '../campaigns.queries.ts';

export async function viewCampaign(ctx: SignedCtx, id: number) {
  const campaign = await getVisibleCampaign(ctx, id);
  const [operators, scripts, states, usedStates, load, { holidays }] = await Promise.all([
    selectOperators(ctx.db, campaign),
    selectScripts(ctx.db, id),
    selectCampaignStates(ctx.db, id),
    selectUsedStates(ctx.db, id, ctx.clock()),
    findLastLoadName(ctx.db, ctx.actor, id),
    calendarOf(ctx.db, campaign.rules),
  ]);
  const today = productDay(ctx.clock());
  const coming = [...holidays].filter(([day]) => day >= today);
  return { campaign, operators, scripts, states, usedStates, load, holidays: coming };
}
export type CampaignView = Awaited<ReturnType<typeof viewCampaign>>;

const CALLABLE_FIRST = { order: 'calling', direction: 'asc' } as const;
const NO_PHASES = { running: 0, upcoming: 0, ended: 0 };

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
  const [campaigns, counts] = await Promise.all([
    selectCampaigns(db, actor, search, page),
    countCampaigns(db, actor, search),
  ]);
  const shown = counts.filter(({ phase }) => query.phase === undefined || phase === query.phase);
  const ids = campaigns.map(({ id }) => id);
  const ownWork = isOperator ? await selectOwnWork(db, actor.id, now, ids) : undefined;
  const calendars = isOperator ? await calendarsOf(db, campaigns) : [];
  return {
    campaigns: campaigns.map(({ rules: _rules, ...campaign }, index) => ({
      ...campaign,
      own: ownWork?.get(campaign.id) ?? null,
      closed: calendars[index] ? closedAt(calendars[index], now) : null,
    })),
    totalElementsCount: sumOf(shown, 'total'),
    openForCallsCount: sumOf(shown, 'openForCalls'),
    phaseCounts: { ...NO_PHASES, ...Object.fromEntries(counts.map((row) => [row.phase, row.total])) },
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
  return { running: sumOf(await countCampaigns(db, actor, search), 'openForCalls') };
}
