import { SERVICE_USE_DAYS, type ServiceOrder } from '@campanero/contract/service-accounts/schemas';
import {
  asBigint,
  containsText,
  type Db,
  fullName,
  hasWritten,
  primaryRole,
  inSpanishOrder,
  productDate,
  type RawBuilder,
  run,
  selectFirst,
  selectRow,
  selectRows,
  selectValue,
  sql,
  type Trx,
} from '../../db/index.ts';
import type { Viewer } from '../../call-store/reach.ts';
import { found } from '../../work/app-error.ts';
import type { Paging } from '../../work/paging.ts';
import { rightsOf } from './service-accounts.policy.ts';

export interface StoredAccount {
  id: number;
  name: string;
  scopes: string[];
  external: boolean;
  campaignIds: number[] | null;
  addresses: string[];
  expiresAt: Date;
  disabled: boolean;
  version: number;
  createdAt: Date;
  createdBy: string;
  lastUsedAt: Date | null;
}

const isValid = (now: Date) => sql<boolean>`coalesce(service_key.valid_until > ${now}, true)`;
const lastUsed = sql`(select max(last_used_at) from service_key where service_key.user_id = app_user.id)`;
const selectAccount = (more: RawBuilder<unknown> = sql``) => sql`
  select app_user.id, ${fullName()} as name, account.scopes, account.external, account.campaign_ids, account.addresses,
    account.expires_at, app_user.disabled, app_user.version, app_user.created_at, ${fullName('author')} as created_by,
    ${lastUsed} as last_used_at${more}
  from service_account account join app_user on app_user.id = account.user_id join app_user author on author.id = account.created_by`;

const ORDER: Record<ServiceOrder, RawBuilder<unknown>> = {
  id: sql`app_user.id`,
  name: inSpanishOrder(fullName()),
  expires: sql`account.expires_at`,
  lastUsed,
};
const namedLike = (general: string | undefined) => (general ? containsText(fullName(), general) : sql<boolean>`true`);

export interface ListedAccount extends StoredAccount {
  prefixes: string[];
}

export const selectAccounts = (db: Db, general: string | undefined, page: Paging<ServiceOrder>, now: Date) =>
  selectRows<ListedAccount>(db)`
    ${selectAccount(sql`,
      array(select prefix from service_key where service_key.user_id = app_user.id and ${isValid(now)} order by service_key.id desc)
        as prefixes`)}
    where ${namedLike(general)}
    order by ${ORDER[page.order]} ${sql.raw(page.direction)} nulls last, app_user.id ${sql.raw(page.direction)}
    limit ${page.limit} offset ${page.offset}`;

export const countAccounts = (db: Db, general: string | undefined) =>
  selectValue<number>(db)`
    select count(*) from service_account account join app_user on app_user.id = account.user_id where ${namedLike(general)}`;

export const getAccountRow = async (db: Db | Trx, id: number) =>
  found(await selectFirst<StoredAccount>(db)`${selectAccount()} where app_user.id = ${asBigint(id)}`);

/** Serialises changes of one account and its keys. */
export async function lockAccountRow(trx: Trx, id: number): Promise<StoredAccount> {
  await run(trx)`select from app_user where id = ${asBigint(id)} and kind = 'service' for no key update`;
  return getAccountRow(trx, id);
}

export type NewAccount = Pick<
  StoredAccount,
  'name' | 'scopes' | 'external' | 'campaignIds' | 'addresses' | 'expiresAt'
>;

/** In place of a mail, which every user has. */
const noMail = sql<string>`'service:' || gen_random_uuid()`;

export async function insertAccount(trx: Trx, account: NewAccount, by: { userId: number; now: Date }): Promise<number> {
  const { id } = await selectRow<{ id: number }>(trx)`
    insert into app_user (kind, first_name, last_name, email, created_at, updated_at)
    values ('service', ${account.name}, '', ${noMail}, ${by.now}, ${by.now}) returning id`;
  await run(trx)`
    insert into service_account (user_id, scopes, external, campaign_ids, addresses, expires_at, created_by)
    values (${id}, ${account.scopes}::text[], ${account.external}, ${account.campaignIds}::int[], ${account.addresses}::text[],
      ${account.expiresAt}, ${by.userId})`;
  return id;
}

export async function updateAccount(trx: Trx, id: number, account: NewAccount, now: Date): Promise<void> {
  await run(trx)`
    update app_user set first_name = ${account.name}, version = version + 1, updated_at = ${now} where id = ${id}`;
  await run(trx)`
    update service_account set scopes = ${account.scopes}::text[], external = ${account.external},
      campaign_ids = ${account.campaignIds}::int[], addresses = ${account.addresses}::text[], expires_at = ${account.expiresAt}
    where user_id = ${id}`;
}

/** A new version, so that an older page cannot enable what was disabled meanwhile. */
export const setAccountState = (trx: Trx, id: number, disabled: boolean, now: Date) =>
  run(trx)`
    update app_user set disabled = ${disabled}, version = version + 1, updated_at = ${now} where id = ${id}`;

export const raiseVersion = (trx: Trx, id: number, now: Date) =>
  run(trx)`update app_user set version = version + 1, updated_at = ${now} where id = ${id}`;

interface ServiceKeyRow {
  id: number;
  prefix: string;
  createdAt: Date;
  createdBy: string;
  validUntil: Date | null;
  lastUsedAt: Date | null;
  lastAddress: string | null;
}

export const selectValidKeys = (db: Db | Trx, userId: number, now: Date) =>
  selectRows<ServiceKeyRow>(db)`
    select service_key.id, prefix, service_key.created_at, ${fullName()} as created_by, valid_until, last_used_at, last_address
    from service_key join app_user on app_user.id = service_key.created_by
    where user_id = ${userId} and ${isValid(now)} order by service_key.id desc`;

export const insertKey = (
  trx: Trx,
  key: { userId: number; digest: Buffer; prefix: string; createdBy: number; now: Date },
) =>
  run(trx)`
    insert into service_key (user_id, digest, prefix, created_by, created_at)
    values (${key.userId}, ${key.digest}, ${key.prefix}, ${key.createdBy}, ${key.now})`;

/** Keys that end earlier keep their time. */
export const limitKeys = (trx: Trx, userId: number, until: Date) =>
  run(trx)`
    update service_key set valid_until = least(valid_until, ${until}) where user_id = ${userId} and ${isValid(until)}`;

export const endKeyRow = (trx: Trx, { userId, keyId }: { userId: number; keyId: number }, now: Date) =>
  hasWritten(trx)`
    update service_key set valid_until = ${now} where id = ${asBigint(keyId)} and user_id = ${userId} and ${isValid(now)}`;

export const selectCampaignsNamed = (db: Db | Trx, ids: readonly number[]) =>
  selectRows<{ id: number; name: string; external: boolean }>(db)`
    select id, name, external from campaign where id = any(${[...ids]}::int[]) order by id desc`;

const since = (now: Date) => new Date(now.getTime() - SERVICE_USE_DAYS * 86_400_000);

export const selectUseByDay = (db: Db, userId: number, now: Date) =>
  selectRows<{ day: string; calls: number; refused: number }>(db)`
    select ${productDate('hour')}::text as day, sum(calls)::int as calls, sum(refused)::int as refused
    from service_use where user_id = ${userId} and hour > ${since(now)} group by 1 order by 1 desc`;

export const selectUseByRoute = (db: Db, userId: number, now: Date) =>
  selectRows<{ route: string; calls: number; refused: number }>(db)`
    select route, sum(calls)::int as calls, sum(refused)::int as refused
    from service_use where user_id = ${userId} and hour > ${since(now)} group by 1 order by 2 desc, 1 limit 50`;

/** For work that runs later: a user as they are then; null if they were disabled. */
export async function findPresentViewer(db: Db | Trx, id: number, now: Date): Promise<Viewer | null> {
  const user = await selectRow<{ primary: number | null; disabled: boolean }>(db)`
    select ${primaryRole()} as primary, disabled from app_user where id = ${id}`;
  // Null: the service account may do nothing any more.
  const service = await findServiceRights(db, id, now);
  return user.disabled ? null : { id, primary: user.primary ?? undefined, ...(service && { service }) };
}

/** What the account may do. Undefined if it is none, null if it was disabled or expired. */
async function findServiceRights(db: Db | Trx, userId: number, now: Date) {
  const row = await selectFirst<StoredAccount>(db)`${selectAccount()} where app_user.id = ${userId}`;
  if (!row) return undefined;
  return row.disabled || row.expiresAt <= now ? null : rightsOf(row);
}
