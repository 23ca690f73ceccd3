import { SERVICE_KEY_START } from '@campanero/contract/service-accounts/schemas';
import { createHash } from 'node:crypto';
import { fullName, prepared, selectFirst, sql } from '../../db/index.ts';
import type { Admitted } from '../../http/authenticate.ts';
import { type Ctx, type Limit, verdictOf } from '../../work/index.ts';
import { countHit, type WindowCount } from '../../work/rate-limit.ts';
import { isWithin, rightsOf } from './service-accounts.policy.ts';
import { countCall, hourOf, markRefused } from './service-use.ts';

export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** What a key looks like: anything else is no key and costs no query. */
const KEY = new RegExp(`^${SERVICE_KEY_START}[\\w-]{43}$`);

interface Admission extends WindowCount {
  userId: number;
  keyId: number;
  name: string;
  scopes: string[];
  external: boolean;
  campaignIds: number[] | null;
  addresses: string[];
  expiresAt: Date;
  isStale: boolean;
}

const MINUTE = 60;
const USED_EVERY_MS = 60_000;

/**
 * The account of a key, counted against its rate limit and in its use. Null for an unknown, ended or expired key and for a disabled
 * account. One statement, because it runs at every request.
 */
export async function admitService(ctx: Ctx, token: string, route: string): Promise<Admitted | null> {
  if (!KEY.test(token)) return null;
  const now = ctx.clock();
  const limit: Limit = { limit: ctx.config.rateLimit, windowSeconds: MINUTE };
  const use = { hour: hourOf(now), route };
  const stale = new Date(now.getTime() - USED_EVERY_MS);
  const found = await selectFirst<Admission>(ctx.db)`${prepared}
    with live as (
      select account.user_id, service_key.id as key_id, ${fullName()} as name, account.scopes, account.external, account.campaign_ids,
        account.addresses, account.expires_at,
        coalesce(service_key.last_used_at < ${stale}::timestamptz or service_key.last_address <> ${ctx.address}, true) as is_stale
      from service_key join service_account account using (user_id) join app_user on app_user.id = user_id
      where service_key.digest = ${hashKey(token)} and coalesce(service_key.valid_until > ${now}::timestamptz, true)
        and account.expires_at > ${now}::timestamptz and not app_user.disabled),
    counted as (${countHit(sql`select 'user:' || user_id from live`, limit, now)}),
    used as (${countCall(sql`select user_id from live`, use)})
    select * from live, counted`;
  if (!found) return null;
  const isAllowedAddress = isWithin(found.addresses, ctx.address);
  if (found.isStale && isAllowedAddress) await markUsed(ctx, found.keyId, now);
  return {
    actor: actorOf(found),
    verdict: verdictOf(found, limit, now),
    ...(!isAllowedAddress && { refusal: 'SERVICE_ADDRESS_REFUSED' }),
    whenRefused: () => markRefused(ctx.db, { userId: found.userId, ...use }),
  };
}

const markUsed = ({ db, address }: Ctx, keyId: number, now: Date) =>
  sql`update service_key set last_used_at = ${now}, last_address = ${address} where id = ${keyId}`.execute(db);

const actorOf = (found: Admission): Admitted['actor'] => ({
  id: found.userId,
  name: found.name,
  email: '',
  roles: [],
  primary: undefined,
  service: rightsOf(found),
  sessionId: '',
  expiresAt: found.expiresAt,
  mustChangePassword: false,
  mustSetSecondFactor: false,
  // No program can confirm who it is.
  confirmedAt: new Date(0),
  idleMinutes: null,
  locksAt: null,
  isLocked: false,
});
