import { isOperatorRole } from '@campanero/contract/roles';
import { formatCount } from '@campanero/contract/shared/numbers';
import { countWritten, type Db, prepared, selectRows, selectValue, type Trx } from '../db/index.ts';
import { auditAbout } from './audit.ts';
import type { SignedCtx } from './context.ts';
import { notifyAdministrators } from './notify.ts';
import { hit, peek } from './rate-limit.ts';
import { transact } from './transact.ts';

/** A contact in a response, by name or number. */
export type ShownContact = { number: number; campaignId: number };

/** Shown on its own page, or as a row of a list. */
type Place = 'page' | 'list';

const HOUR_MS = 3_600_000;
const ONCE_AN_HOUR = { limit: 1, windowSeconds: 3600 };
/** A contact read again within this time is not written again, so that paging back and forth only reads. */
const FRESH_MS = 5 * 60_000;

// Above the limit of the user's role of distinct contacts within any hour, over all nodes, writes an audit record and
// notifies every administrator, at most once an hour per user. The user is not blocked.
export async function trackContactReads(ctx: SignedCtx, shown: readonly ShownContact[], place: Place): Promise<void> {
  const { actor, db, config } = ctx;
  if (shown.length === 0) return;
  const now = ctx.clock();
  const limit = isOperatorRole(actor.primary) ? config.contactReadsAlert : config.contactReadsAlertManagers;
  if (!(await recordReads(db, { userId: actor.id, shown, place, now }))) return;
  // After the commit of the first statement: of concurrent requests the last one to count sees all rows.
  if ((await countReadings(db, actor.id, now, limit + 1)) <= limit) return;
  if ((await peek(db, alertKey(actor.id), ONCE_AN_HOUR, now)).allowed) await alert(ctx);
}

const hourBefore = (now: Date) => new Date(now.getTime() - HOUR_MS);
const alertKey = (userId: number) => `bulk-reading:${userId}`;

type Readings = { userId: number; shown: readonly ShownContact[]; place: Place; now: Date };

/** False if all of them were shown to this user moments ago. Waits for no other user's rows. */
async function recordReads(db: Db, { userId, shown, place, now }: Readings): Promise<boolean> {
  // Distinct by number: an upsert must not touch the same row twice.
  const campaigns = new Map(shown.map(({ number, campaignId }) => [number, campaignId]));
  const isOpened = place === 'page';
  const fresh = new Date(now.getTime() - FRESH_MS);
  // In number order, so that two requests of the same user do not deadlock.
  const written = await countWritten(db)`${prepared}
    insert into contact_reading as known (user_id, number, campaign_id, opened, at)
    select ${userId}::int, shown.number, shown.campaign_id, ${isOpened}::boolean, ${now}::timestamptz
    from unnest(${[...campaigns.keys()]}::bigint[], ${[...campaigns.values()]}::int[]) as shown (number, campaign_id)
    where not exists (select from contact_reading seen where seen.user_id = ${userId}::int
      and seen.number = shown.number and seen.at > ${fresh}::timestamptz and (seen.opened or not ${isOpened}::boolean))
    order by shown.number
    on conflict (user_id, number) do update set at = excluded.at, campaign_id = excluded.campaign_id,
      opened = excluded.opened or known.opened and known.at > ${hourBefore(now)}::timestamptz`;
  return written > 0;
}

/** Distinct contacts of the last hour, at most `enough`. */
const countReadings = (db: Db, userId: number, now: Date, enough: number) =>
  selectValue<number>(db)`${prepared}
    select count(*)::int from (
      select from contact_reading where user_id = ${userId} and at > ${hourBefore(now)} limit ${enough}::int) seen`;

type CampaignReadings = { name: string; contacts: number; opened: number };

const sumReadings = (trx: Trx, userId: number, now: Date) =>
  selectRows<CampaignReadings>(trx)`
    select campaign.name, count(*)::int as contacts, (count(*) filter (where seen.opened))::int as opened
    from contact_reading seen join campaign on campaign.id = seen.campaign_id
    where seen.user_id = ${userId} and seen.at > ${hourBefore(now)}
    group by campaign.id order by contacts desc, campaign.id`;

const NAMED_IN_NOTIFICATION = 3;
const NAMED_IN_AUDIT = 50;

function nameCampaigns(campaigns: readonly CampaignReadings[], most: number): string {
  const named = campaigns.slice(0, most).map(({ name, contacts }) => `${name} (${formatCount(contacts)})`);
  const others = campaigns.length - named.length;
  return others > 0 ? `${named.join(', ')} y ${others} más` : named.join(', ');
}

/** The rate limit hit commits together with the alert. */
const alert = (ctx: SignedCtx) =>
  transact(ctx, { remember: false }, async (work) => {
    const { trx, actor, now, audit } = work;
    const { allowed } = await hit(trx, alertKey(actor.id), ONCE_AN_HOUR, now);
    if (!allowed) return;
    const campaigns = await sumReadings(trx, actor.id, now);
    const total = campaigns.reduce((sum, { contacts }) => sum + contacts, 0);
    const opened = campaigns.reduce((sum, each) => sum + each.opened, 0);
    await audit(auditAbout('CONTACTO', 'user')(actor.id, 'ACCIÓN'), {
      after: {
        Acción: 'Lectura masiva de contactos',
        'Contactos distintos en una hora': total,
        'Vistos en listas': total - opened,
        'Páginas de contacto': opened,
        Campañas: nameCampaigns(campaigns, NAMED_IN_AUDIT),
      },
    });
    const where = `${formatCount(total - opened)} en listas, ${formatCount(opened)} en su página`;
    await notifyAdministrators(work, {
      action: 'BULK READING',
      subject: `reading:${actor.id}:${now.toISOString()}`,
      aboutUserId: actor.id,
      amount: total,
      reason: `${where}. Campañas: ${nameCampaigns(campaigns, NAMED_IN_NOTIFICATION)}.`,
    });
  });
