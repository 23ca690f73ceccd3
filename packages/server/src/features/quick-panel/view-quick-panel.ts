import type { PanelEvent } from '@campanero/contract/quick-panel/endpoints';
import { dayBounds, formatTime, productDay } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { selectCallbacks } from '../../call-store/read/index.ts';
import { type SignedCtx, trackContactReads } from '../../work/index.ts';
import { listCampaignDates, listNotes, type CampaignDates, type NoteRow } from './quick-panel.queries.ts';

const WEEK_MS = 7 * 86_400_000;
/** Shown in the panel; all callbacks are on their own page. */
const MAX_CALLBACKS = 20;
const MAX_CAMPAIGNS = 10;

/** Today's callbacks, visible campaigns that start or end within a week, and notes. Reads only; guests have none. */
export async function viewQuickPanel(ctx: SignedCtx): Promise<{ events: PanelEvent[]; notes: NoteRow[] }> {
  const { db, actor, clock } = ctx;
  if (actor.primary === undefined) return { events: [], notes: [] };
  const now = clock();
  const today = dayBounds(productDay(now));
  const week = { from: today.from, to: new Date(today.from.getTime() + WEEK_MS) };
  const [callbacks, campaigns, notes] = await Promise.all([
    selectCallbacks(db, actor),
    listCampaignDates(db, actor, week, MAX_CAMPAIGNS),
    listNotes(db, actor.id),
  ]);
  const ofToday = callbacks
    .filter(({ callbackAt }) => callbackAt >= today.from && callbackAt < today.to)
    .slice(0, MAX_CALLBACKS);
  await trackContactReads(ctx, ofToday, 'list');
  return {
    events: [
      ...ofToday.map(callbackEvent),
      ...campaigns.flatMap((campaign) => campaignEvents(campaign, week, now)),
    ].toSorted((a, b) => a.at.localeCompare(b.at)),
    notes,
  };
}

type OwnCallback = Awaited<ReturnType<typeof selectCallbacks>>[number];

function callbackEvent({ callId, campaignId, campaignName, number, name, callbackAt }: OwnCallback): PanelEvent {
  const digits = String(number);
  return {
    id: `callback-${callId}`,
    title: name || formatPhone(digits),
    detail: `${formatTime(callbackAt)} · ${campaignName}`,
    at: callbackAt.toISOString(),
    campaignId,
    callId,
    number: digits,
  };
}

/** A campaign shorter than a week has both events. */
function campaignEvents({ id, name, startDate, endDate }: CampaignDates, span: { from: Date; to: Date }, now: Date) {
  const events = [
    { kind: 'start', at: startDate, verb: startDate > now ? 'Comienza' : 'Comenzó' },
    { kind: 'end', at: endDate, verb: endDate > now ? 'Termina' : 'Terminó' },
  ];
  return events
    .filter(({ at }) => at >= span.from && at < span.to)
    .map(({ kind, at, verb }) => ({
      id: `${kind}-${id}`,
      title: name,
      detail: `${verb} a las ${formatTime(at)}`,
      at: at.toISOString(),
      campaignId: id,
    }));
}
