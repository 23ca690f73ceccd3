import { needsIdentification, type RequestKind } from '@campanero/contract/personal-data/request-schemas';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';

interface AskedWork {
  requestId: number;
  personId: number;
  kind: RequestKind;
}

/** Open, of that person, and asking for that. */
const asksFor = ({ requestId, personId, kind }: AskedWork) =>
  sql<boolean>`id = ${requestId}::bigint and person_id = ${personId} and state = 'ABIERTO' and kinds @> array[${kind}]`;

/**
 * Everything the request asks for. It stays locked until the commit, so that nobody answers it meanwhile. REQUEST_UNFIT unless it
 * is open, of that person and asks for that; REQUEST_NOT_IDENTIFIED if it does not say how the person was identified.
 */
export async function lockRequestFor(trx: Trx, asked: AskedWork): Promise<RequestKind[]> {
  const { rows } = await sql<{ kinds: RequestKind[]; isIdentified: boolean }>`
    select kinds, identified_by is not null as is_identified from data_request where ${asksFor(asked)} for no key update`.execute(
    trx,
  );
  const [request] = rows;
  if (!request) throw new AppError('REQUEST_UNFIT');
  if (!request.isIdentified && needsIdentification(asked.kind)) throw new AppError('REQUEST_NOT_IDENTIFIED');
  return request.kinds;
}

interface Done {
  at: Date;
  /** Null: by nobody in particular. */
  by: number | null;
}

/** Notes that this part of the request was done; nothing if the request is no longer open or has become another person's. */
export const markDone = (trx: Trx, asked: AskedWork, { at, by }: Done) =>
  sql`insert into data_request_done (request_id, kind, done_at, done_by)
    select id, ${asked.kind}, ${at}, ${by} from data_request where ${asksFor(asked)}
    on conflict do nothing`.execute(trx);

/**
 * Every open request of an erased person that asks for erasure has been done; if their numbers stay blocked, also those that ask
 * for no more calls.
 */
export const markErased = (
  trx: Trx,
  { personId, keepBlock, at, by }: Done & { personId: number; keepBlock: boolean },
) =>
  sql`insert into data_request_done (request_id, kind, done_at, done_by)
    select id, asked.kind, ${at}, ${by} from data_request, unnest(kinds) as asked (kind)
    where person_id = ${personId} and state = 'ABIERTO'
      and (asked.kind = 'SUPRESION' or (asked.kind = 'OPOSICION' and ${keepBlock}))
    on conflict do nothing`.execute(trx);

/** The report that is being made for the request. */
export const attachReport = (trx: Trx, requestId: number, exportId: string) =>
  trx.updateTable('dataRequest').set({ exportId }).where('id', '=', requestId).execute();

/** Whether something was done for it, or is being done. */
export async function isBegun(trx: Trx, requestId: number): Promise<boolean> {
  const { rows } = await sql<{ isBegun: boolean }>`
    select exists (select from data_request_done where request_id = ${requestId})
      or exists (select from erasure where request_id = ${requestId}) as is_begun`.execute(trx);
  return rows[0]!.isBegun;
}

export async function isErasureUnderWay(db: Db | Trx, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('erasure')
    .select('id')
    .where('personId', '=', personId)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
