import { productDay } from '@campanero/contract/shared/dates';
import { countHeldByOperator, selectProgress } from '../../../call-store/read/index.ts';
import type { Db } from '../../../db/client.ts';
import { found, type SignedCtx } from '../../../work/index.ts';
import { calendarOf } from '../../calling-rules/calling-rules.queries.ts';
import {
  findLastLoadName,
  findScript,
  getVisibleCampaign,
  selectCampaignStates,
  selectEvents,
  selectOperators,
  selectScripts,
  selectUnassociatedStates,
} from './campaign-detail.queries.ts';

const EVENTS_SHOWN = 20;

export async function viewCampaign(ctx: SignedCtx, id: number) {
  const campaign = await getVisibleCampaign(ctx, id);
  const [operators, scripts, states, load, { holidays }] = await Promise.all([
    selectOperators(ctx.db, campaign),
    selectScripts(ctx.db, id),
    selectCampaignStates(ctx.db, id),
    findLastLoadName(ctx.db, id),
    calendarOf(ctx.db, campaign.rules),
  ]);
  const today = productDay(ctx.clock());
  return { campaign, operators, scripts, states, load, holidays: [...holidays].filter(([day]) => day >= today) };
}
export type CampaignView = Awaited<ReturnType<typeof viewCampaign>>;

export async function viewScripts(ctx: SignedCtx, id: number) {
  const { version } = await getVisibleCampaign(ctx, id);
  return { scripts: await selectScripts(ctx.db, id), version };
}

export async function getScript(ctx: SignedCtx, id: number, scriptId: number) {
  await getVisibleCampaign(ctx, id);
  return found(await findScript(ctx.db, id, scriptId));
}

const readVisible =
  <T>(read: (db: Db, id: number) => Promise<T>) =>
  async (ctx: SignedCtx, id: number): Promise<T> => {
    await getVisibleCampaign(ctx, id);
    return read(ctx.db, id);
  };

export const listUnassociatedStates = readVisible(selectUnassociatedStates);
export const viewProgress = readVisible(selectProgress);
export const listEvents = readVisible((db, id) => selectEvents(db, id, EVENTS_SHOWN));

export async function viewOperatorLoad(ctx: SignedCtx, id: number, operators: readonly number[] | undefined) {
  const campaign = await getVisibleCampaign(ctx, id);
  return countHeldByOperator(ctx.db, campaign, operators, ctx.clock());
}
