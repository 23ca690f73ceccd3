import { SESSION_CEILING_SECONDS } from '@campanero/contract/limits';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { asBigint, roleIds } from '../../db/product-sql.ts';
import { AppError } from '../../work/app-error.ts';
import { countHit, type WindowCount, type Limit } from '../../work/rate-limit.ts';

const ceilingStart = (now: Date) => new Date(now.getTime() - SESSION_CEILING_SECONDS * 1000);

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
export interface SessionToken {
  userId: number;
  sessionId: string;
  tokenId: string;
}

/** A role of the user required a second factor before this session began, and the user has none. */
const lacksSecondFactor = sql<boolean>`(exists (
    select from second_factor_role join user_role on user_role.role_id = second_factor_role.role_id
    where user_role.user_id = app_user.id and second_factor_role.since <= session.created_at)
  and not exists (
    select from second_factor where second_factor.user_id = app_user.id and second_factor.confirmed_at is not null))`;

/** The token's session with its user and roles, if the session is open and the user enabled. */
const liveSession = (token: SessionToken, now: Date) => sql<LiveSession>`
  select session.id, session.user_id, session.expires_at, session.last_seen_at, app_user.first_name, app_user.last_name,
    app_user.email, app_user.must_change_password, ${lacksSecondFactor} as must_set_second_factor, ${roleIds()} as roles,
    coalesce(session.confirmed_at, session.password_at) as confirmed_at,
    greatest(session.active_at, session.created_at, idle.since) as active_at, idle.minutes as idle_minutes
  from session join app_user on app_user.id = session.user_id
    cross join lateral (
      select min(minutes) as minutes, max(since) as since from idle_limit join user_role on user_role.role_id = idle_limit.role_id
      where user_role.user_id = app_user.id) as idle
  where session.id = ${token.sessionId} and session.user_id = ${token.userId} and session.ended_at is null
    and session.expires_at > ${now} and session.password_at > ${ceilingStart(now)} and not app_user.disabled
    and (session.token_id = ${token.tokenId} or (session.previous_token_id = ${token.tokenId} and session.previous_until > ${now}))`;

export async function findLiveSession(db: Db, token: SessionToken, now: Date): Promise<LiveSession | undefined> {
  const { rows } = await sql<LiveSession>`${prepared} ${liveSession(token, now)}`.execute(db);
  return rows[0];
}

/** Also counts the request against the user's rate limit. One statement, because it runs at every request. */
export async function countLiveSession(
  db: Db,
  token: SessionToken,
  limit: Limit,
  now: Date,
): Promise<(LiveSession & WindowCount) | undefined> {
  const { rows } = await sql<LiveSession & WindowCount>`${prepared}
    with live as (${liveSession(token, now)}),
    counted as (${countHit(sql`select 'user:' || user_id from live`, limit, now)})
    select * from live, counted`.execute(db);
  return rows[0];
}

export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ lastSeenAt: now }).where('id', '=', id).where('lastSeenAt', '<', now).execute();
}

export async function markActive(db: Db, id: string, at: Date): Promise<void> {
  await sql`update session set active_at = greatest(active_at, ${at}) where id = ${id}`.execute(db);
}

/** False when the session has ended. */
export async function confirmSession(trx: Trx, id: string, now: Date): Promise<boolean> {
  const confirmed = await trx
    .updateTable('session')
    .set({ confirmedAt: now, activeAt: now })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

export const listIdleLimits = (db: Db | Trx) =>
  db.selectFrom('idleLimit').select(['roleId', 'minutes']).orderBy('roleId', 'desc').execute();

export async function insertSession(
  trx: Trx,
  row: { id: string; userId: number; tokenId: string; now: Date; expiresAt: Date; address: string; userAgent: string },
): Promise<void> {
  const { now, ...session } = row;
  await trx
    .insertInto('session')
    .values({ ...session, passwordAt: now, createdAt: now, lastSeenAt: now })
    .execute();
}

export const lockSession = (trx: Trx, id: string) =>
  trx
    .selectFrom('session')
    .select(['id', 'userId', 'tokenId', 'previousTokenId', 'passwordAt', 'expiresAt'])
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export async function rotateSession(
  trx: Trx,
  id: string,
  next: { tokenId: string; expiresAt: Date; previousTokenId: string; previousUntil: Date },
): Promise<void> {
  await trx.updateTable('session').set(next).where('id', '=', id).execute();
}

export const listOpenSessions = (db: Db | Trx, userId: number, now: Date) =>
  db
    .selectFrom('session')
    .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'address', 'userAgent'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute();

/** Ends all open sessions of a user, only one of them, or all but one. Returns the ids of the ended sessions. */
export async function endSessions(
  trx: Trx,
  which: { userId: number; only?: string; except?: string },
  now: Date,
): Promise<string[]> {
  const ended = await trx
    .updateTable('session')
    .set({ endedAt: now })
    .where('userId', '=', which.userId)
    .where('endedAt', 'is', null)
    .$if(which.only !== undefined, (query) => query.where('id', '=', which.only!))
    .$if(which.except !== undefined, (query) => query.where('id', '!=', which.except!))
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

const pictureVersionOf = (userId: string) =>
  sql<string | null>`(select version from user_picture where user_id = ${sql.ref(userId)})`;

const account = (db: Db | Trx) =>
  db
    .selectFrom('appUser')
    .select([
      'id',
      'firstName',
      'lastName',
      'email',
      'passwordHash',
      'mustChangePassword',
      'disabled',
      'settings',
      'shortcuts',
      roleIds().as('roles'),
      pictureVersionOf('appUser.id').as('pictureVersion'),
    ]);
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Serialises sign-ins, password links and second-factor changes of one user. Read the user after taking it. */
export async function lockAccount(trx: Trx, userId: number): Promise<void> {
  await trx.selectFrom('appUser').select('id').where('id', '=', asBigint(userId)).forNoKeyUpdate().execute();
}

export const findAccount = (db: Db | Trx, id: number) => account(db).where('id', '=', asBigint(id)).executeTakeFirst();

export const getAccount = (db: Db | Trx, id: number) =>
  account(db)
    .where('id', '=', asBigint(id))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));

export const findAccountByEmail = (db: Db | Trx, email: string) =>
  account(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();

/** False when the password changed or the account was disabled since the check. Locks the user's row. */
export async function recordSignIn(
  trx: Trx,
  checked: { id: number; passwordHash: string | null },
  now: Date,
): Promise<boolean> {
  const updated = await trx
    .updateTable('appUser')
    .set({ lastLoginAt: now })
    .where('id', '=', checked.id)
    .where('passwordHash', '=', checked.passwordHash)
    .where('disabled', '=', false)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** False when the user has been disabled or, with `expectedHash`, the password changed since it was checked. */
export async function storePassword(
  trx: Trx,
  userId: number,
  passwordHash: string,
  now: Date,
  expectedHash?: string | null,
): Promise<boolean> {
  const updated = await trx
    .updateTable('appUser')
    .set({ passwordHash, mustChangePassword: false, updatedAt: now })
    .where('id', '=', userId)
    .where('disabled', '=', false)
    .$if(expectedHash !== undefined, (query) => query.where('passwordHash', 'is not distinct from', expectedHash!))
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function insertAccount(
  trx: Trx,
  row: { firstName: string; lastName: string; email: string; passwordHash: string; lastLoginAt: Date },
): Promise<number> {
  const { id } = await trx.insertInto('appUser').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const findShellRecord = (db: Db, userId: number) =>
  db
    .selectFrom('appUser')
    .select(['settings', 'shortcuts', pictureVersionOf('appUser.id').as('pictureVersion')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

export async function lockSettings(trx: Trx, userId: number): Promise<unknown> {
  const { settings } = await trx
    .selectFrom('appUser')
    .select('settings')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return settings;
}

export async function updateShellRecord(
  trx: Trx,
  userId: number,
  change: { settings?: Record<string, unknown> | undefined; shortcuts?: string[] | undefined },
): Promise<void> {
  const settings = change.settings && JSON.stringify(change.settings);
  const shortcuts = change.shortcuts && JSON.stringify(change.shortcuts);
  if (settings === undefined && shortcuts === undefined) return;
  await trx
    .updateTable('appUser')
    .set({ ...(settings !== undefined && { settings }), ...(shortcuts !== undefined && { shortcuts }) })
    .where('id', '=', userId)
    .execute();
}
