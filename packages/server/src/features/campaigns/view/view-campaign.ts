import { productDay } from '@campanero/contract/shared/dates';
import { countHeld, selectProgress } from '../../../call-store/read/index.ts';
import type { Db } from '../../../db/client.ts';
import { AppError } from '../../../work/app-error.ts';
import type { SignedCtx } from '../../../work/context.ts';
import { calendarOf } from '../../calling-rules/calling-rules.queries.ts';
import {
  findLastLoadName,
  findVisibleCampaign,
  findScript,
  selectCampaignStates,
  selectEvents,
  selectOperators,
  selectScripts,
  selectUnassociatedStates,
} from './campaign-detail.queries.ts';

const EVENTS_SHOWN = 20;

/** The campaign, for every user with a role who may see it; NOT_FOUND for all others. */
async function getReachable({ db, actor, clock }: SignedCtx, id: number) {
  const campaign = await findVisibleCampaign(db, actor, id, clock());
  if (!campaign) throw new AppError('NOT_FOUND');
  return campaign;
}

export async function viewCampaign(ctx: SignedCtx, id: number) {
  const campaign = await getReachable(ctx, id);
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
  const { version } = await getReachable(ctx, id);
  return { scripts: await selectScripts(ctx.db, id), version };
}

/** NOT_FOUND also for a script of another campaign. */
export async function getScript(ctx: SignedCtx, id: number, scriptId: number) {
  await getReachable(ctx, id);
  const script = await findScript(ctx.db, id, scriptId);
  if (!script) throw new AppError('NOT_FOUND');
  return script;
}

const ofReachable =
  <T>(read: (db: Db, id: number) => Promise<T>) =>
  async (ctx: SignedCtx, id: number): Promise<T> => {
    await getReachable(ctx, id);
    return read(ctx.db, id);
  };

export const listUnassociatedStates = ofReachable(selectUnassociatedStates);
export const viewProgress = ofReachable(selectProgress);
export const listEvents = ofReachable((db, id) => selectEvents(db, id, EVENTS_SHOWN));

export async function viewOperatorLoad(ctx: SignedCtx, id: number, operators: readonly number[] | undefined) {
  const campaign = await getReachable(ctx, id);
  const counted = await countHeld(ctx.db, { campaign, operators }, ctx.clock());
  return counted.map(({ operatorId, ...load }) => ({ id: operatorId, ...load }));
}
