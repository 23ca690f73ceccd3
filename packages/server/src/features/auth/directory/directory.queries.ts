import { createHash } from 'node:crypto';
import {
  type Db,
  hasWritten,
  run,
  selectColumn,
  selectFirst,
  selectRows,
  selectValue,
  type Trx,
} from '../../../db/index.ts';

// ---- Visits to the issuer

export type FlowPurpose = 'sign-in' | 'probe' | 'confirm';

/** A visit is found by the browser's secret together with the state, so that two tabs do not disturb each other. */
export const flowKey = (browser: string, state: string): Buffer =>
  createHash('sha256').update(`${browser}.${state}`).digest();

interface NewFlow {
  keyHash: Buffer;
  purpose: FlowPurpose;
  nonce: string;
  verifier: string;
  sessionId: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export const insertFlow = (db: Db, flow: NewFlow) => db.insertInto('directoryFlow').values(flow).execute();

/** Once: the answer of a visit is read by the first request that brings it. */
export const takeFlow = (db: Db, keyHash: Buffer, purpose: FlowPurpose, now: Date) =>
  selectFirst<{ nonce: string; verifier: string; sessionId: string | null }>(db)`
    update directory_flow set used_at = ${now}
    where key_hash = ${keyHash} and purpose = ${purpose} and used_at is null and expires_at > ${now}
    returning nonce, verifier, session_id`;

export const keepProved = (db: Db, keyHash: Buffer, proved: Buffer, now: Date) =>
  run(db)`update directory_flow set proved = ${proved}, proved_at = ${now} where key_hash = ${keyHash}`;

export const findProved = (db: Db, keyHash: Buffer, purpose: FlowPurpose, after: Date) =>
  selectValue<Buffer | null | undefined>(db)`
    select proved from directory_flow where key_hash = ${keyHash} and purpose = ${purpose} and proved_at > ${after}`;

/** False for all but one of several concurrent callers. */
export const consumeProved = (trx: Trx, keyHash: Buffer) =>
  hasWritten(trx)`update directory_flow set proved = null where key_hash = ${keyHash} and proved is not null`;

// ---- Identities

export const findIdentity = (db: Db | Trx, issuer: string, subject: string) =>
  selectFirst<{ id: number; userId: number }>(db)`
    select id, user_id from directory_identity where issuer = ${issuer} and subject = ${subject}`;

/** Undefined when the person or the user is linked already, also by a concurrent request. */
export const insertIdentity = (
  trx: Trx,
  { userId, issuer, subject }: { userId: number; issuer: string; subject: string },
  now: Date,
) =>
  selectFirst<{ id: number; userId: number }>(trx)`
    insert into directory_identity (user_id, issuer, subject, created_at)
    values (${userId}, ${issuer}, ${subject}, ${now}) on conflict do nothing returning id, user_id`;

export const deleteIdentities = (trx: Trx, userId: number) =>
  hasWritten(trx)`delete from directory_identity where user_id = ${userId}`;

interface NewPerson {
  firstName: string;
  lastName: string;
  email: string;
}

/** Undefined when another request created the user first. */
export const insertPerson = (trx: Trx, { firstName, lastName, email }: NewPerson, now: Date) =>
  selectValue<number | undefined>(trx)`
    insert into app_user (first_name, last_name, email, created_at, updated_at)
    values (${firstName}, ${lastName}, ${email}, ${now}, ${now}) on conflict do nothing returning id`;

/** False when the user has been disabled since the check. Locks the user's row. */
export const recordArrival = (trx: Trx, userId: number, now: Date) =>
  hasWritten(trx)`update app_user set last_login_at = ${now} where id = ${userId} and not disabled`;

// ---- Sessions that began at the issuer

interface NewDirectorySession {
  sessionId: string;
  identityId: number;
  issuerSession: string | null;
  secondFactor: boolean;
  refreshToken: Buffer | null;
  checkedAt: Date;
}
export const insertDirectorySession = (trx: Trx, session: NewDirectorySession) =>
  trx.insertInto('directorySession').values(session).execute();

/** Ends the open sessions of an identity; with `issuerSession` those of that session at the issuer alone. */
export const endDirectorySessions = (
  trx: Trx,
  { identityId, issuerSession }: { identityId: number; issuerSession: string | undefined },
  now: Date,
) =>
  selectColumn<string>(trx)`
    update session set ended_at = ${now} from directory_session
    where directory_session.session_id = session.id and session.ended_at is null
      and directory_session.identity_id = ${identityId}
      and (${issuerSession}::text is null or directory_session.issuer_session = ${issuerSession})
    returning session.id`;

export const listIdentitiesOfSession = (db: Db | Trx, issuer: string, issuerSession: string) =>
  selectRows<{ id: number; userId: number }>(db)`
    select distinct directory_identity.id, directory_identity.user_id
    from directory_session join directory_identity on directory_identity.id = directory_session.identity_id
      join session on session.id = directory_session.session_id
    where directory_identity.issuer = ${issuer} and directory_session.issuer_session = ${issuerSession}
      and session.ended_at is null`;

/** What of an ended session could still be used at the issuer. */
export const forgetTokens = (db: Db, now: Date) =>
  run(db)`
    update directory_session set refresh_token = null from session
    where session.id = session_id and refresh_token is not null and (ended_at is not null or expires_at <= ${now})`;

export interface DueSession {
  sessionId: string;
  identityId: number;
  userId: number;
  subject: string;
  refreshToken: Buffer;
  checkedAt: Date;
}

/** Open ones that the issuer has not confirmed since `before`. */
export const listDueSessions = (db: Db, issuer: string, { now, before }: { now: Date; before: Date }, limit: number) =>
  selectRows<DueSession>(db)`
    select directory_session.session_id, identity_id, directory_identity.user_id, subject, refresh_token, checked_at
    from directory_session join session on session.id = directory_session.session_id
      join directory_identity on directory_identity.id = directory_session.identity_id
    where refresh_token is not null and checked_at < ${before} and session.ended_at is null
      and session.expires_at > ${now} and directory_identity.issuer = ${issuer}
    order by checked_at limit ${limit}`;

export const keepRenewed = (db: Db, sessionId: string, refreshToken: Buffer, now: Date) =>
  run(
    db,
  )`update directory_session set refresh_token = ${refreshToken}, checked_at = ${now} where session_id = ${sessionId}`;

/** False for a token received before. */
export const rememberLogout = (trx: Trx, issuer: string, tokenId: string, now: Date) =>
  hasWritten(trx)`
    insert into directory_logout (issuer, token_id, at) values (${issuer}, ${tokenId}, ${now}) on conflict do nothing`;

/** Open sessions of a user that began at the issuer. */
export const listDirectorySessions = (trx: Trx, userId: number) =>
  selectColumn<string>(trx)`
    select session.id from session join directory_session on directory_session.session_id = session.id
    where session.user_id = ${userId} and session.ended_at is null`;
