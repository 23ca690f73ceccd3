import { needsIdentification, type RequestKind } from '@campanero/contract/personal-data/request-schemas';
import { countWritten, type Db, insertRow, selectRow, selectRows, selectValue, sql, type Trx } from '../../db/index.ts';
import { AppError } from '../../work/app-error.ts';
import { recordEvent } from '../../work/outgoing-events.ts';

type AskedWork = { requestId: number; personId: number; kind: RequestKind };

const asksFor = ({ requestId, personId, kind }: AskedWork) =>
  sql<boolean>`id = ${requestId}::bigint and person_id = ${personId} and state = 'ABIERTO' and kinds @> array[${kind}]`;

/** Locks the request until the commit and returns its kinds. Refuses one that does not ask for this or is not identified. */
export async function lockRequestFor(trx: Trx, asked: AskedWork): Promise<RequestKind[]> {
  const [request] = await selectRows<{ kinds: RequestKind[]; isIdentified: boolean }>(trx)`
    select kinds, identified_by is not null as is_identified from data_request where ${asksFor(asked)} for no key update`;
  if (!request) throw new AppError('REQUEST_UNFIT');
  if (!request.isIdentified && needsIdentification(asked.kind)) throw new AppError('REQUEST_NOT_IDENTIFIED');
  return request.kinds;
}

interface Done {
  at: Date;
  /** Null: not by a user. */
  by: number | null;
}

/** Marks this kind of the request as done; no effect if it is closed or belongs to another person. */
export const markDone = (trx: Trx, asked: AskedWork, { at, by }: Done) =>
  sql`insert into data_request_done (request_id, kind, done_at, done_by)
    select id, ${asked.kind}, ${at}, ${by} from data_request where ${asksFor(asked)}
    on conflict do nothing`.execute(trx);

/** Marks open erasure requests of an erased person as done, and objections if the numbers stay blocked. */
export const markErased = (
  trx: Trx,
  { personId, keepBlock, at, by }: Done & { personId: number; keepBlock: boolean },
) =>
  sql`insert into data_request_done (request_id, kind, done_at, done_by)
    select id, asked.kind, ${at}, ${by} from data_request, unnest(kinds) as asked (kind)
    where person_id = ${personId} and state = 'ABIERTO'
      and (asked.kind = 'SUPRESION' or (asked.kind = 'OPOSICION' and ${keepBlock}))
    on conflict do nothing`.execute(trx);

/** Answers an open request as fulfilled if everything was done; how many that were. */
export const closeIfDone = (trx: Trx, { requestId, at, by }: Done & { requestId: number | null }) =>
  countWritten(trx)`update data_request
    set state = 'CUMPLIDO', answer = 'Se borraron los datos.', answered_by = ${by}, answered_at = ${at},
      attended_by = coalesce(attended_by, ${by}), version = version + 1
    where id = ${requestId} and state = 'ABIERTO'
      and kinds <@ array(select kind from data_request_done where request_id = ${requestId})`;

/** The request was registered or answered. */
export async function recordRequestEvent(work: Parameters<typeof recordEvent>[0], requestId: number): Promise<void> {
  const request = await selectRow<{ state: string; kinds: RequestKind[]; personId: number | null }>(work.trx)`
    select state, kinds, person_id from data_request where id = ${requestId}`;
  const data = { requestId, ...request };
  await recordEvent(work, { kinds: ['data_request.state'], campaignIds: [], stream: `request:${requestId}`, data });
}

interface OwnOpposition {
  personId: number;
  receivedOn: string;
  dueOn: string;
  detail: string;
  createdBy: number;
}
/** Of a person who asked for it in a page of the product: it is done with the mark, and answered by the page. */
export async function insertOpposition(
  trx: Trx,
  { personId, createdBy, ...asked }: OwnOpposition,
  now: Date,
): Promise<number> {
  const kind = 'OPOSICION';
  const made = { ...asked, kind, channel: 'WEB', personId, asker: 'La propia persona', createdBy, createdAt: now };
  const requestId = await insertRow(trx, 'dataRequest', made);
  await markDone(trx, { requestId, personId, kind }, { at: now, by: null });
  const answer = 'Se marcó para que no se la llame; se le dijo en la misma página.';
  await trx
    .updateTable('dataRequest')
    .set({ state: 'CUMPLIDO', answer, answeredAt: now })
    .where('id', '=', requestId)
    .execute();
  await recordRequestEvent({ trx, now }, requestId);
  return requestId;
}

export const attachReport = (trx: Trx, requestId: number, exportId: string) =>
  trx.updateTable('dataRequest').set({ exportId }).where('id', '=', requestId).execute();

export const hasStartedWork = (trx: Trx, requestId: number) =>
  selectValue<boolean>(trx)`
    select exists (select from data_request_done where request_id = ${requestId})
      or exists (select from erasure where request_id = ${requestId})`;

export const hasErasureInProgress = (db: Db | Trx, personId: number) =>
  selectValue<boolean>(db)`select exists (select from erasure where person_id = ${personId} and finished_at is null)`;
