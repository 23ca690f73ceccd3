import { SESSION_CEILING_SECONDS } from '@campanero/contract/limits';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { Session } from '../../db/schema.gen.ts';
import { prepared } from '../../db/prepared.ts';
import { hasWritten, selectColumn, selectFirst, selectRow, selectRows, selectValue } from '../../db/select.ts';
import { asBigint, roleIds } from '../../db/product-sql.ts';
import { found } from '../../work/app-error.ts';
import { countHit, type WindowCount, type Limit } from '../../work/rate-limit.ts';

export interface LiveSession {
  id: string;
  userId: number;
  expiresAt: Date;
  lastSeenAt: Date;
  firstName: string;
  lastName: string;
  email: string;
  mustChangePassword: boolean;
  mustSetSecondFactor: boolean;
  /** Highest rank first. */
  roles: number[];
  confirmedAt: Date;
  /** The user's last activity, or when the idle limit was set if that is later. */
  activeAt: Date;
  /** The shortest limit of the user's roles; null without one. */
  idleMinutes: number | null;
}

/** The claims of a token (tokens.ts); `tokenId` changes with each rotation of the session. */
export type SessionToken = { userId: number; sessionId: string; tokenId: string };

/** A role of the user required a second factor before this session began, and the user has none. */
const lacksSecondFactor = sql<boolean>`(exists (
    select from second_factor_role join user_role on user_role.role_id = second_factor_role.role_id
    where user_role.user_id = app_user.id and second_factor_role.since <= session.created_at)
  and not exists (
    select from second_factor where second_factor.user_id = app_user.id and second_factor.confirmed_at is not null)
  and not exists (select from directory_session where session_id = session.id and second_factor))`;

const isFromDirectory = sql<boolean>`exists (select from directory_session where session_id = session.id)`;

/** The token's session with its user and roles, if the session is open and the user enabled. */
const liveSession = (token: SessionToken, now: Date) => sql<LiveSession>`
  select session.id, session.user_id, session.expires_at, session.last_seen_at, app_user.first_name, app_user.last_name,
    app_user.email, app_user.must_change_password and not ${isFromDirectory} as must_change_password, ${lacksSecondFactor} as must_set_second_factor, ${roleIds()} as roles,
    coalesce(session.confirmed_at, session.password_at) as confirmed_at,
    greatest(session.active_at, session.created_at, idle.since) as active_at, idle.minutes as idle_minutes
  from session join app_user on app_user.id = session.user_id
    cross join lateral (
      select min(minutes) as minutes, max(since) as since from idle_limit join user_role on user_role.role_id = idle_limit.role_id
      where user_role.user_id = app_user.id) as idle
  where session.id = ${token.sessionId} and session.user_id = ${token.userId} and session.ended_at is null
    and session.expires_at > ${now} and session.password_at > ${new Date(now.getTime() - SESSION_CEILING_SECONDS * 1000)} and not app_user.disabled
    and (session.token_id = ${token.tokenId} or (session.previous_token_id = ${token.tokenId} and session.previous_until > ${now}))`;

export const findLiveSession = (db: Db, token: SessionToken, now: Date) =>
  selectFirst<LiveSession>(db)`${prepared} ${liveSession(token, now)}`;

/** Also counts the request against the user's rate limit. One statement, because it runs at every request. */
export const countLiveSession = (db: Db, token: SessionToken, limit: Limit, now: Date) =>
  selectFirst<LiveSession & WindowCount>(db)`${prepared}
    with live as (${liveSession(token, now)}),
    counted as (${countHit(sql`select 'user:' || user_id from live`, limit, now)})
    select * from live, counted`;

export const touchSession = (db: Db, id: string, now: Date) =>
  hasWritten(db)`update session set last_seen_at = ${now} where id = ${id} and last_seen_at < ${now}`;

export const markActive = (db: Db, id: string, at: Date) =>
  hasWritten(db)`update session set active_at = greatest(active_at, ${at}) where id = ${id}`;

/** False when the session has ended. */
export const confirmSession = (trx: Trx, id: string, now: Date) =>
  hasWritten(trx)`update session set confirmed_at = ${now}, active_at = ${now} where id = ${id} and ended_at is null`;

export const findConfirmWays = (db: Db, userId: number, issuer: string | null) =>
  selectRow<{ password: boolean; code: boolean; directory: boolean }>(db)`
    select password_hash is not null as password,
      exists (select from second_factor where user_id = app_user.id and confirmed_at is not null) as code,
      exists (select from directory_identity where user_id = app_user.id and issuer = ${issuer}) as directory
    from app_user where id = ${userId}`;

export const listIdleLimits = (db: Db | Trx) =>
  selectRows<{ roleId: number; minutes: number }>(db)`select role_id, minutes from idle_limit order by role_id desc`;

export const insertSession = (trx: Trx, session: Insertable<Session>) =>
  trx.insertInto('session').values(session).execute();

type SessionRow = Selectable<Session>;
type LockedSession = Pick<SessionRow, 'id' | 'userId' | 'tokenId' | 'previousTokenId' | 'passwordAt' | 'expiresAt'> & {
  /** Of a person about whom the directory cannot be asked again: it is not prolonged. */
  isFixed: boolean;
};
export const lockSession = (trx: Trx, id: string) =>
  selectFirst<LockedSession>(trx)`
    select id, user_id, token_id, previous_token_id, password_at, expires_at,
      exists (select from directory_session where session_id = session.id and refresh_token is null) as is_fixed
    from session
    where id = ${id} and ended_at is null for update`;

export const rotateSession = (trx: Trx, id: string, next: Updateable<Session>) =>
  trx.updateTable('session').set(next).where('id', '=', id).execute();

type OpenSession = Pick<SessionRow, 'id' | 'createdAt' | 'lastSeenAt' | 'expiresAt' | 'address' | 'userAgent'>;
export const listOpenSessions = (db: Db | Trx, userId: number, now: Date) =>
  selectRows<OpenSession>(db)`
    select id, created_at, last_seen_at, expires_at, address, user_agent from session
    where user_id = ${userId} and ended_at is null and expires_at > ${now} order by last_seen_at desc, id`;

/** Ends all open sessions of a user, only one of them, or all but one. Returns the ids of the ended sessions. */
export const endSessions = (
  trx: Trx,
  { userId, only, except }: { userId: number; only?: string; except?: string },
  now: Date,
): Promise<string[]> =>
  selectColumn<string>(trx)`
    update session set ended_at = ${now}
    where user_id = ${userId} and ended_at is null and (${only}::uuid is null or id = ${only})
      and (${except}::uuid is null or id <> ${except})
    returning id`;

const pictureVersion = sql<string | null>`(select version from user_picture where user_id = app_user.id)`.as(
  'pictureVersion',
);

const account = (db: Db | Trx) =>
  db
    .selectFrom('appUser')
    .where('kind', '=', 'person')
    .select(['id', 'firstName', 'lastName', 'email', 'passwordHash', 'mustChangePassword', 'disabled', 'settings'])
    .select(['shortcuts', roleIds().as('roles'), pictureVersion]);
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Serialises sign-ins, password links and second-factor changes of one user. Read the user after taking it. */
export const lockAccount = (trx: Trx, userId: number) =>
  sql`select from app_user where id = ${asBigint(userId)} for no key update`.execute(trx);

export const findAccount = (db: Db | Trx, id: number) => account(db).where('id', '=', asBigint(id)).executeTakeFirst();

export const getAccount = async (db: Db | Trx, id: number) => found(await findAccount(db, id));

export const findAccountByEmail = (db: Db | Trx, email: string) =>
  account(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();

/** False when the password changed or the account was disabled since the check. Locks the user's row. */
export const recordSignIn = (trx: Trx, checked: Pick<Account, 'id' | 'passwordHash'>, now: Date) =>
  hasWritten(trx)`
    update app_user set last_login_at = ${now}
    where id = ${checked.id} and password_hash = ${checked.passwordHash} and not disabled`;

/** False when the user has been disabled or, with `expectedHash`, the password changed since it was checked. */
export const storePassword = (
  trx: Trx,
  userId: number,
  passwordHash: string,
  now: Date,
  expectedHash?: string | null,
) =>
  hasWritten(trx)`
    update app_user set password_hash = ${passwordHash}, must_change_password = false, updated_at = ${now}
    where id = ${userId} and not disabled
      and (${expectedHash === undefined} or password_hash is not distinct from ${expectedHash ?? null})`;

export const findShellRecord = (db: Db, userId: number) =>
  db
    .selectFrom('appUser')
    .select(['settings', 'shortcuts', pictureVersion])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

export const lockSettings = (trx: Trx, userId: number) =>
  selectValue<unknown>(trx)`select settings from app_user where id = ${userId} for no key update`;

/** Undefined values stay. */
export const updateShellRecord = (
  trx: Trx,
  userId: number,
  { settings, shortcuts }: { settings: Record<string, unknown> | undefined; shortcuts: string[] | undefined },
) =>
  hasWritten(trx)`
    update app_user set settings = coalesce(${settings && JSON.stringify(settings)}::jsonb, settings),
      shortcuts = coalesce(${shortcuts && JSON.stringify(shortcuts)}::jsonb, shortcuts)
    where id = ${userId}`;
