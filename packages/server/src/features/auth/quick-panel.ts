import { dayBounds, formatDate, formatTime, productDay } from '@campanero/contract/shared/dates';
import { sql } from 'kysely';
import type { SignedCtx } from '../../work/context.ts';
import { countCallbacks } from '../../call-store/read/own-work.ts';
import { visibleTo, type Viewer } from '../../call-store/reach.ts';
import type { Db } from '../../db/client.ts';

interface PanelItem {
  id: string;
  title: string;
  detail: string;
}

const WEEK_MS = 7 * 86_400_000;
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/**
 * What the day holds for the caller, read now: their dated callbacks of today and the campaigns within reach that begin or
 * end this week (events), what they have not read (notes). A guest has neither.
 */
export async function readQuickPanel(ctx: SignedCtx): Promise<{ events: PanelItem[]; notes: PanelItem[] }> {
  const { actor, db } = ctx;
  if (actor.primary === undefined) return { events: [], notes: [] };
  const today = dayBounds(productDay(ctx.clock()));
  const week = { from: today.from, to: new Date(today.from.getTime() + WEEK_MS) };
  const callbacks = await countCallbacks(db, actor, today.to, MAX_ITEMS);
  const campaigns = await selectCampaignDates(db, actor, week);
  const unread = await countUnread(db, actor.id);
  return {
    events: [
      ...callbacks.map((row) => ({
        id: `callback-${row.id}`,
        title: plural(row.total, 'llamado pactado', 'llamados pactados'),
        detail: `${row.name} · desde las ${row.first ? formatTime(row.first) : ''}`,
      })),
      ...campaigns.map((row) => {
        const isStart = row.startDate >= week.from && row.startDate <= week.to;
        const [what, when] = isStart ? ['Comienza', row.startDate] : ['Termina', row.endDate];
        return {
          id: `campaign-${row.id}`,
          title: row.name,
          detail: `${what} el ${formatDate(when)} a las ${formatTime(when)}`,
        };
      }),
    ],
    notes: [
      ...(unread.notifications > 0
        ? [
            {
              id: 'notifications',
              title: 'Notificaciones',
              detail: plural(unread.notifications, 'sin leer', 'sin leer'),
            },
          ]
        : []),
      ...(unread.mails > 0
        ? [{ id: 'mails', title: 'Mensajes', detail: plural(unread.mails, 'sin leer', 'sin leer') }]
        : []),
    ],
  };
}

/** The panel shows this many of each. */
const MAX_ITEMS = 10;

/** Campaigns within reach, not finished, that begin or end in the span. */
const selectCampaignDates = (db: Db, viewer: Viewer, span: { from: Date; to: Date }) =>
  db
    .selectFrom('campaign')
    .select(['campaign.id', 'campaign.name', 'campaign.startDate', 'campaign.endDate'])
    .where(visibleTo(viewer))
    .where('campaign.status', 'not in', ['FINALIZANDO', 'FINALIZADA'])
    .where((eb) =>
      eb.or([eb.between('campaign.startDate', span.from, span.to), eb.between('campaign.endDate', span.from, span.to)]),
    )
    .orderBy('campaign.endDate')
    .orderBy('campaign.id')
    .limit(MAX_ITEMS)
    .execute();

async function countUnread(db: Db, userId: number): Promise<{ mails: number; notifications: number }> {
  const { rows } = await sql<{ mails: number; notifications: number }>`
    select (select count(*) from mail where user_id = ${userId} and read_at is null) as mails,
           (select count(*) from notification where user_id = ${userId} and read_at is null) as notifications`.execute(
    db,
  );
  return rows[0] ?? { mails: 0, notifications: 0 };
}
