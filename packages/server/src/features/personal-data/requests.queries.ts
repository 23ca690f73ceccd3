import { DUE_SOON_DAYS } from '@campanero/contract/personal-data/due';
import {
  type DataRequest,
  REMOVED_WORDS,
  type RequestFilters,
  type RequestKind,
  type RequestOrder,
} from '@campanero/contract/personal-data/request-schemas';
import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Viewer } from '../../call-store/reach.ts';
import { selectPeople } from '../../call-store/read/index.ts';
import type { Db, Trx } from '../../db/client.ts';
import { asBigint, fullName } from '../../db/product-sql.ts';
import type { DB } from '../../db/schema.gen.ts';
import { containsText } from '../../db/text.ts';
import { selectHolidays } from '../calling-rules/calling-rules.queries.ts';
import { displayName } from './personal-data.words.ts';

const named = (user: string) =>
  sql<{ id: number; name: string } | null>`case when ${sql.ref(`${user}.id`)} is not null
    then jsonb_build_object('id', ${sql.ref(`${user}.id`)}, 'name', ${fullName(user)}) end`;

/** Requests with user names; person names are added by nameRequests. */
const requests = (db: Db | Trx) =>
  db
    .selectFrom('dataRequest')
    .leftJoin('appUser as attending', 'attending.id', 'dataRequest.attendedBy')
    .leftJoin('appUser as answering', 'answering.id', 'dataRequest.answeredBy')
    .innerJoin('appUser as author', 'author.id', 'dataRequest.createdBy')
    .select([
      'dataRequest.id',
      'dataRequest.kind',
      sql<StoredKind[]>`(select jsonb_agg(jsonb_build_object('kind', asked.kind, 'doneAt', done.done_at,
          'doneBy', ${named('doer')}) order by asked.place)
        from unnest(data_request.kinds) with ordinality as asked (kind, place)
        left join data_request_done done on done.request_id = data_request.id and done.kind = asked.kind
        left join app_user doer on doer.id = done.done_by)`.as('kinds'),
      'dataRequest.identifiedBy',
      'dataRequest.identifiedNote',
      'dataRequest.undoneReason',
      'dataRequest.channel',
      'dataRequest.state',
      'dataRequest.receivedOn',
      'dataRequest.dueOn',
      'dataRequest.personId',
      'dataRequest.asker',
      'dataRequest.contact',
      'dataRequest.detail',
      'dataRequest.answer',
      'dataRequest.answeredAt',
      'dataRequest.exportId',
      'dataRequest.createdAt',
      'dataRequest.version',
      named('attending').as('attendedBy'),
      named('answering').as('answeredBy'),
      named('author').$notNull().as('createdBy'),
    ]);
type StoredKind = DataRequest['kinds'][number];
type StoredRequest = Awaited<ReturnType<ReturnType<typeof requests>['execute']>>[number];
/** The table's check constraints have the values of the contract. */
type Checked = Pick<DataRequest, 'kind' | 'channel' | 'state' | 'receivedOn' | 'dueOn'> & {
  identifiedBy: NonNullable<DataRequest['identification']>['means'] | null;
};
export type RequestRecord = Omit<StoredRequest, keyof Checked> & Checked;
const checked = (rows: StoredRequest[]) => rows as unknown as RequestRecord[];

export const selectRequestsOf = async (db: Db, personId: number): Promise<RequestRecord[]> =>
  checked(await requests(db).where('dataRequest.personId', '=', personId).orderBy('dataRequest.id', 'desc').execute());

const hasId = (id: number) => sql<boolean>`data_request.id = ${asBigint(id)}`;

export async function findRequest(db: Db | Trx, id: number): Promise<RequestRecord | undefined> {
  return checked(await requests(db).where(hasId(id)).execute())[0];
}

/** Locks until the commit, so that changes of a request are serialised. */
export async function lockRequest(trx: Trx, id: number): Promise<RequestRecord | undefined> {
  await trx.selectFrom('dataRequest').select('id').where(hasId(id)).forNoKeyUpdate().execute();
  return findRequest(trx, id);
}

interface RequestSearch extends Omit<RequestFilters, 'mine'> {
  general?: string | undefined;
  attendedBy?: number | undefined;
}

function matches({ general, kind, state, personId, attendedBy }: RequestSearch): Expression<SqlBool> {
  const eb = expressionBuilder<DB, 'dataRequest'>();
  const all: Expression<SqlBool>[] = [];
  if (kind) all.push(sql<boolean>`data_request.kinds @> array[${kind}]`);
  if (state) all.push(eb('dataRequest.state', '=', state));
  if (personId !== undefined) all.push(sql<boolean>`data_request.person_id = ${personId}`);
  if (attendedBy !== undefined) all.push(eb('dataRequest.attendedBy', '=', attendedBy));
  if (general)
    all.push(
      eb.or([
        containsText(eb.ref('dataRequest.asker'), general),
        containsText(eb.ref('dataRequest.contact'), general),
        sql<boolean>`starts_with(data_request.id::text, ${general})`,
      ]),
    );
  return eb.and(all);
}

const ORDER: Record<RequestOrder, RawBuilder<unknown>> = {
  dueOn: sql.ref('data_request.due_on'),
  receivedOn: sql.ref('data_request.received_on'),
  id: sql.ref('data_request.id'),
};
const isOpen = sql<boolean>`data_request.state = 'ABIERTO'`;

interface RequestOrdering {
  /** Absent: open ones by due date, then answered ones, newest first. */
  order: RequestOrder | undefined;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

export async function selectRequests(db: Db, search: RequestSearch, page: RequestOrdering): Promise<RequestRecord[]> {
  const found = requests(db).where(matches(search)).limit(page.limit).offset(page.offset);
  const ordered =
    page.order === undefined
      ? found
          .orderBy(isOpen, 'desc')
          .orderBy(sql`case when ${isOpen} then data_request.due_on end`)
          .orderBy('dataRequest.answeredAt', 'desc')
          .orderBy('dataRequest.id', 'desc')
      : found.orderBy(ORDER[page.order], page.direction).orderBy('dataRequest.id', page.direction);
  return checked(await ordered.execute());
}

export async function countRequests(db: Db, search: RequestSearch): Promise<number> {
  const { total } = await db
    .selectFrom('dataRequest')
    .where(matches(search))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Open requests that are due within DUE_SOON_DAYS of `today` (YYYY-MM-DD), or late. */
export const selectDueSoon = async (db: Db, today: string) =>
  checked(
    await requests(db)
      .where(isOpen)
      .where(sql<boolean>`data_request.due_on <= ${today}::date + ${DUE_SOON_DAYS}::int`)
      .orderBy('dataRequest.dueOn')
      .orderBy('dataRequest.id')
      .execute(),
  );

/** In the wire format, with the person's current name. */
export async function nameRequests(db: Db, viewer: Viewer, found: readonly RequestRecord[]): Promise<DataRequest[]> {
  const ids = [...new Set(found.flatMap(({ personId }) => (personId === null ? [] : [personId])))];
  const people = ids.length === 0 ? [] : await selectPeople(db, viewer, { ids });
  const names = new Map(people.map((person) => [person.id, displayName(person) || null]));
  return found.map(({ personId, identifiedBy, identifiedNote, ...request }) => ({
    ...request,
    kinds: request.kinds.map(({ kind, doneAt, doneBy }) => ({
      kind,
      doneAt: doneAt && new Date(doneAt).toISOString(),
      doneBy,
    })),
    identification: identifiedBy && { means: identifiedBy, note: identifiedNote },
    person: personId === null ? null : { id: personId, name: names.get(personId) ?? null },
    answeredAt: request.answeredAt?.toISOString() ?? null,
    createdAt: request.createdAt.toISOString(),
  }));
}

/** Non-working days (YYYY-MM-DD). */
export const listHolidays = async (db: Db | Trx): Promise<Set<string>> =>
  new Set((await selectHolidays(db)).map(({ day }) => day));

interface NewRequest extends Pick<
  RequestRecord,
  'kind' | 'channel' | 'receivedOn' | 'dueOn' | 'personId' | 'identifiedBy'
> {
  otherKinds: RequestKind[];
  identifiedNote: string;
  asker: string;
  contact: string;
  detail: string;
  createdBy: number;
  createdAt: Date;
}

export async function insertRequest(trx: Trx, request: NewRequest): Promise<number> {
  const { id } = await trx.insertInto('dataRequest').values(request).returning('id').executeTakeFirstOrThrow();
  return id;
}

interface RequestChange {
  personId?: number | null;
  attendedBy?: number | null;
  identifiedBy?: RequestRecord['identifiedBy'];
  identifiedNote?: string;
  undoneReason?: string | null;
  state?: RequestRecord['state'];
  answer?: string;
  answeredBy?: number;
  answeredAt?: Date;
}

export const updateRequest = (trx: Trx, id: number, change: RequestChange) =>
  trx
    .updateTable('dataRequest')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Removes the texts about the requester; the answer may name them, too. */
export const CLEARED_TEXT = sql`asker = ${REMOVED_WORDS}, contact = '', detail = '', answer = ${REMOVED_WORDS}, identified_note = '',
  undone_reason = case when undone_reason is not null then ${REMOVED_WORDS} end, version = version + 1`;
/** Answered and not cleared yet: open requests need the texts. */
export const HAS_TEXT = sql<boolean>`(state <> 'ABIERTO' and asker <> ${REMOVED_WORDS})`;

/** Clears the texts of answered requests. Returns how many. */
export async function clearRequests(trx: Trx, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    update data_request set ${CLEARED_TEXT} where ${HAS_TEXT} and ${which}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Existing files of the register contain the removed texts. */
export const expireRegisters = (trx: Trx, now: Date) =>
  sql`update export_job set expires_at = ${now} where kind = 'data_requests' and file_key is not null`.execute(trx);
