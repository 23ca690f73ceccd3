import { ADMINISTRADOR, OPERADOR, OPERADOR_EXTERNO, type Permission, rolesWith } from '@campanero/contract/roles';
import type { UserFilters, UserOrder } from '@campanero/contract/users/schemas';
import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool, type Updateable } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { AppUser, DB } from '../../db/schema.gen.ts';
import { run, selectColumn, selectRows, selectValue } from '../../db/select.ts';
import { containsText, inSpanishOrder } from '../../db/text.ts';
import { found } from '../../work/app-error.ts';
import type { Paging } from '../../work/paging.ts';
import { asBigint, fullName, primaryRole, roleIds } from '../../db/product-sql.ts';
import { updateVersioned } from '../../work/version.ts';

const roleNames = sql<string>`coalesce((
  select string_agg(role.name, ', ' order by role.id desc)
  from user_role join role on role.id = user_role.role_id where user_role.user_id = app_user.id), '')`;
const canSignIn = sql<boolean>`(app_user.password_hash is not null
  or exists (select from directory_identity where user_id = app_user.id))`;
const hasId = (id: number) => sql<boolean>`app_user.id = ${asBigint(id)}`;

type UserSearch = UserFilters & { general?: string | undefined };

function matches(search: UserSearch): Expression<SqlBool> {
  const eb = expressionBuilder<DB, 'appUser'>();
  const all: Expression<SqlBool>[] = [eb('appUser.kind', '=', 'person')];
  if (search.general) all.push(eb.or(textMatches(search.general)));
  if (search.id) all.push(hasId(search.id));
  if (search.name) all.push(containsText(fullName(), search.name));
  if (search.user) all.push(containsText(eb.ref('appUser.email'), search.user));
  if (search.state === 'invited') all.push(sql<boolean>`not ${canSignIn}`, eb('appUser.disabled', '=', false));
  else if (search.state) all.push(eb('appUser.disabled', '=', search.state === 'disabled'));
  if (search.roles) all.push(holdsAny(search.roles.split(',').map(Number)));
  return eb.and(all);
}

const textMatches = (typed: string): Expression<SqlBool>[] => [
  containsText(fullName(), typed),
  containsText(sql.ref<string>('app_user.email'), typed),
  containsText(roleNames, typed),
  // Prefix match while an id is typed.
  sql<boolean>`starts_with(app_user.id::text, ${typed})`,
];

const holdsAny = (roles: number[]) =>
  sql<boolean>`exists (
    select from user_role where user_id = app_user.id and role_id = any(${sql.val(roles)}::int[]))`;

const ORDER: Record<UserOrder, RawBuilder<unknown>> = {
  id: sql.ref('app_user.id'),
  name: inSpanishOrder(fullName()),
  email: sql`lower(app_user.email)`,
  // By highest role; guests lowest.
  roles: roleIds(),
  disable: sql.ref('app_user.disabled'),
  lastLogin: sql.ref('app_user.last_login_at'),
};

const users = (db: Db | Trx) =>
  db
    .selectFrom('appUser')
    .where('appUser.kind', '=', 'person')
    .select(['appUser.id', 'appUser.firstName', 'appUser.lastName', 'appUser.email', 'appUser.disabled'])
    .select(['appUser.lastLoginAt', 'appUser.createdAt', 'appUser.version'])
    .select([
      roleIds().as('roles'),
      // Only the owner chooses the password, or signs in with the directory: else the invitation was not used.
      sql<boolean>`not ${canSignIn}`.as('invited'),
      sql<Date | null>`(select max(created_at) from directory_identity where user_id = app_user.id)`.as(
        'directorySince',
      ),
      sql<boolean>`exists (
      select from second_factor where user_id = app_user.id and confirmed_at is not null)`.as('secondFactor'),
    ]);
export type UserRecord = Awaited<ReturnType<typeof getUser>>;

export const selectUsers = (db: Db, search: UserSearch, page: Paging<UserOrder>) =>
  users(db)
    .where(matches(search))
    .orderBy(ORDER[page.order], (by) => (page.direction === 'asc' ? by.asc().nullsLast() : by.desc().nullsLast()))
    // Stable order across pages.
    .orderBy('appUser.id', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export const countUsers = (db: Db, search: UserSearch) =>
  selectValue<number>(db)`select count(*) from app_user where ${matches(search)}`;

export const findUser = (db: Db | Trx, id: number) => users(db).where(hasId(id)).executeTakeFirst();

export const getUser = async (db: Db | Trx, id: number) => found(await findUser(db, id));

export const selectTakenEmails = async (db: Db | Trx, emails: readonly string[]) =>
  new Set(
    await selectColumn<string>(db)`
      select lower(email) from app_user where lower(email) = any(${emails}::text[])`,
  );

export async function lockUser(trx: Trx, id: number) {
  await sql`select from app_user where ${hasId(id)} for no key update`.execute(trx);
  // A second statement: the first would see roles from before it waited.
  return findUser(trx, id);
}

export const updateUserRow = (trx: Trx, id: number, change: Updateable<AppUser>, now: Date) =>
  updateVersioned(trx, 'appUser', id, { ...change, updatedAt: now });

export async function replaceRoles(trx: Trx, userId: number, roles: readonly number[]): Promise<void> {
  await run(trx)`delete from user_role where user_id = ${userId}`;
  await run(trx)`insert into user_role (user_id, role_id) select ${userId}, unnest(${[...roles]}::int[])`;
}

/** Other operators per campaign who may receive its calls, by name. */
export const selectOtherOperators = async (db: Db, userId: number, campaignIds: readonly number[]) =>
  Map.groupBy(
    await selectRows<{ campaignId: number; id: number; name: string }>(db)`
      select campaign.id as campaign_id, u.id, ${fullName('u')} as name
      from campaign join campaign_operator m on m.campaign_id = campaign.id join app_user u on u.id = m.user_id
      where campaign.id = any(${campaignIds}::int[]) and u.id <> ${userId} and not u.disabled
        and coalesce(${primaryRole('u')}, 0) = case when campaign.external then ${OPERADOR_EXTERNO}::int else ${OPERADOR}::int end
      order by u.first_name collate "es-x-icu", u.last_name collate "es-x-icu", u.id`,
    ({ campaignId }) => campaignId,
  );

const ADMINISTRATORS_LOCK_KIND = 7264;

// If two administrators remove each other, the second sees the first's change. Before any row lock, in its own statement, so
// that later ones read what was committed meanwhile.
export const lockAdministrators = (trx: Trx) =>
  sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK_KIND}, 0)`.execute(trx);

/** Enabled users whose primary role has this permission. */
export const selectUsersAllowed = (db: Db | Trx, permission: Permission) =>
  selectColumn<number>(db)`
    select app_user.id from app_user
    where not app_user.disabled and ${primaryRole()} = any(${rolesWith(permission)}::int[]) order by app_user.id`;

/** Whether another enabled Administrador can sign in; one who was only invited does not count. */
export const hasOtherAdministrator = (trx: Trx, userId: number) =>
  selectValue<boolean>(trx)`
    select exists (
      select from app_user join user_role on user_role.user_id = app_user.id
      where user_role.role_id = ${ADMINISTRADOR} and not disabled and ${canSignIn} and app_user.id <> ${userId})`;
