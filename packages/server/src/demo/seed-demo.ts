import { run, sql } from '../db/index.ts';
import { randomBytes } from 'node:crypto';
import { takeIds } from '../db/seed/insert-many.ts';
import type { LocationTree } from '../db/seed/locations.ts';
import type { Deps } from '../work/context.ts';
import { campaignEvents, type DemoEvent } from './campaign-events.ts';
import { createCalendar } from './calendar.ts';
import { writeConnectors } from './connectors.ts';
import { createPastContext, inOneTransaction, type PastContext } from './past-context.ts';
import { blockListEvents, leavingEvents, mailEvents, requestEvents } from './other-events.ts';
import { DEMO_PASSWORD, writeStaff } from './staff.ts';
import { planDemo } from './plan-demo.ts';

/** Ids as after years of use. */
const EARLIER_CAMPAIGNS = 1_243;
/** Older notifications count as read. */
const UNREAD_DAYS = 4;
const READ_MAIL_DAYS = 30;

type DemoInput = { places: LocationTree; now: Date; hash: (password: string) => Promise<string> };

/** Plans eight months of a call centre and runs them through the use cases, in the order of their times. */
export async function seedDemo(deps: Deps, { places, now, hash }: DemoInput): Promise<void> {
  const calendar = createCalendar(now);
  const [demo, unknown] = await Promise.all([hash(DEMO_PASSWORD), hash(randomBytes(24).toString('base64url'))]);
  const { staff, plan, sources } = await deps.db.transaction().execute(async (trx) => {
    const people = await writeStaff(trx, calendar, { demo, unknown });
    const planned = await planDemo(now, places, people);
    await takeIds(trx, 'campaign', EARLIER_CAMPAIGNS);
    await sql`select ensure_history_months(${calendar.at(-245)}::date, ${calendar.at(1)}::date)`.execute(trx);
    return { staff: people, plan: planned, sources: await writeConnectors(trx, planned) };
  });
  const events = [
    ...plan.campaigns.flatMap((campaign) => campaignEvents(plan, campaign, sources)),
    ...blockListEvents(plan, staff),
    ...requestEvents(plan, staff),
    ...mailEvents(plan, staff, deps.config.publicUrl),
    ...leavingEvents(plan, staff),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const past = createPastContext(deps, now);
  for (const batch of batchesOf(events)) await perform(past, batch);
  const unreadSince = calendar.at(-UNREAD_DAYS);
  await run(
    deps.db,
  )`update notification set read_at = created_at + interval '30 minutes' where created_at < ${unreadSince}`;
  await run(deps.db)`
    update mail set attempts = 1, sent_at = created_at,
      read_at = case when created_at < ${calendar.at(-READ_MAIL_DAYS)} then created_at + interval '1 hour' end`;
}

const EVENTS_AT_ONCE = 100;

/** Small batches, so that frequently updated rows (counters) keep few old versions. */
function batchesOf(events: readonly DemoEvent[]): DemoEvent[][] {
  const batches: DemoEvent[][] = [];
  for (const event of events) {
    const last = batches.at(-1);
    if (!last || event.isLoad || last[0]!.isLoad || last.length === EVENTS_AT_ONCE) batches.push([event]);
    else last.push(event);
  }
  return batches;
}

async function perform(past: PastContext, batch: readonly DemoEvent[]): Promise<void> {
  if (batch[0]!.isLoad) return batch[0]!.run(past);
  await inOneTransaction(past, async (inside) => {
    for (const event of batch) await event.run(inside);
  });
}
