import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { takeIds } from '../db/seed/insert-many.ts';
import type { LocationTree } from '../db/seed/locations.ts';
import type { Deps } from '../work/context.ts';
import { campaignEvents, type DemoEvent } from './campaign-events.ts';
import { createCalendar } from './calendar.ts';
import { writeConnectors } from './connectors.ts';
import { inOneTransaction, openOffice, type Office } from './office.ts';
import { blockListEvents, mailEvents, requestEvents, officeEvents } from './other-events.ts';
import { DEMO_PASSWORD, writeStaff } from './staff.ts';
import { tellStory } from './story.ts';

/** The centre has been at it for years: ids look like it. */
const EARLIER_CAMPAIGNS = 1_243;
/** Older notifications were read by somebody long ago. */
const UNREAD_DAYS = 4;
const READ_MAIL_DAYS = 30;

interface DemoInput {
  places: LocationTree;
  now: Date;
  hash: (password: string) => Promise<string>;
}

/** Makes up eight months of a call centre and lets the product's use cases carry them out, in the order of their times. */
export async function seedDemo(deps: Deps, { places, now, hash }: DemoInput): Promise<void> {
  const calendar = createCalendar(now);
  const [demo, unknown] = await Promise.all([hash(DEMO_PASSWORD), hash(randomBytes(24).toString('base64url'))]);
  const { staff, story, sources } = await deps.db.transaction().execute(async (trx) => {
    const people = await writeStaff(trx, calendar, { demo, unknown });
    const told = await tellStory(now, places, people);
    await takeIds(trx, 'campaign', EARLIER_CAMPAIGNS);
    await sql`select ensure_history_months(${calendar.at(-245)}::date, ${calendar.at(1)}::date)`.execute(trx);
    return { staff: people, story: told, sources: await writeConnectors(trx, told) };
  });
  const events = [
    ...story.campaigns.flatMap((campaign) => campaignEvents(story, campaign, sources)),
    ...blockListEvents(story, staff),
    ...requestEvents(story, staff),
    ...mailEvents(story, staff, deps.config.publicUrl),
    ...officeEvents(story, staff),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const office = openOffice(deps, now);
  for (const batch of batchesOf(events)) await perform(office, batch);
  const unreadSince = calendar.at(-UNREAD_DAYS);
  await sql`update notification set read_at = created_at + interval '30 minutes' where created_at < ${unreadSince}`.execute(
    deps.db,
  );
  await sql`
    update mail set attempts = 1, sent_at = created_at,
      read_at = case when created_at < ${calendar.at(-READ_MAIL_DAYS)} then created_at + interval '1 hour' end`.execute(
    deps.db,
  );
}

const EVENTS_AT_ONCE = 100;

/** Few enough that the rows they update again and again, such as counters, keep few old versions. */
function batchesOf(events: readonly DemoEvent[]): DemoEvent[][] {
  const batches: DemoEvent[][] = [];
  for (const event of events) {
    const last = batches.at(-1);
    if (!last || event.isLoad || last[0]!.isLoad || last.length === EVENTS_AT_ONCE) batches.push([event]);
    else last.push(event);
  }
  return batches;
}

async function perform(office: Office, batch: readonly DemoEvent[]): Promise<void> {
  if (batch[0]!.isLoad) return batch[0]!.run(office);
  await inOneTransaction(office, async (inside) => {
    for (const event of batch) await event.run(inside);
  });
}
