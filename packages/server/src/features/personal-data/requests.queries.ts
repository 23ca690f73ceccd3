import { found } from '../../work/app-error.ts';
import { DUE_SOON_DAYS } from '@campanero/contract/personal-data/due';
import { REMOVED_TEXT, type RequestOrder, type RequestQuery } from '@campanero/contract/personal-data/request-schemas';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Viewer } from '../../call-store/reach.ts';
import { selectPeople } from '../../call-store/read/index.ts';
import type { Db, Trx } from '../../db/client.ts';
import { asBigint, fullName } from '../../db/product-sql.ts';
import type { DB } from '../../db/schema.gen.ts';
import { countWritten, run, selectRows, selectValue } from '../../db/select.ts';
import { containsText } from '../../db/text.ts';
import { selectHolidays } from '../calling-rules/calling-rules.queries.ts';
import { displayName, type RequestReply } from './personal-data.words.ts';
import { updateVersioned } from '../../work/version.ts';

const named = (user: string) =>
  sql<{ id: number; name: string } | null>`case when ${sql.ref(`${user}.id`)} is not null
    then jsonb_build_object('id', ${sql.ref(`${user}.id`)}, 'name', ${fullName(user)}) end`;

export type Means = NonNullable<RequestReply['identification']>['means'] | null;
/** A request with user names; person names are added by nameRequests. */
export interface RequestRecord extends Omit<RequestReply, 'person' | 'identification'> {
  personId: number | null;
  identifiedBy: Means;
  identifiedNote: string;
}

const selectWhere = (db: Db | Trx, which: RawBuilder<boolean>, inOrder = sql``) =>
  selectRows<RequestRecord>(db)`
    select data_request.id, data_request.kind, data_request.channel, data_request.state, data_request.received_on,
      data_request.due_on, data_request.person_id, data_request.asker, data_request.contact, data_request.detail,
      data_request.identified_by, data_request.identified_note, data_request.undone_reason, data_request.answer,
      data_request.answered_at, data_request.export_id, data_request.created_at, data_request.version,
      ${named('attending')} as attended_by, ${named('answering')} as answered_by, ${named('author')} as created_by,
      (select jsonb_agg(jsonb_build_object('kind', asked.kind, 'doneAt', done.done_at, 'doneBy', ${named('doer')})
          order by asked.place)
        from unnest(data_request.kinds) with ordinality as asked (kind, place)
        left join data_request_done done on done.request_id = data_request.id and done.kind = asked.kind
        left join app_user doer on doer.id = done.done_by) as kinds
    from data_request
    left join app_user attending on attending.id = data_request.attended_by
    left join app_user answering on answering.id = data_request.answered_by
    join app_user author on author.id = data_request.created_by
    where ${which} ${inOrder}`;

export const selectRequestsOf = (db: Db, personId: number) =>
  selectWhere(db, sql`data_request.person_id = ${personId}`, sql`order by data_request.id desc`);

const hasId = (id: number) => sql<boolean>`data_request.id = ${asBigint(id)}`;

export const findRequest = async (db: Db | Trx, id: number) => found((await selectWhere(db, hasId(id)))[0]);

/** Locks until the commit, so that changes of a request are serialised. */
export async function lockRequest(trx: Trx, id: number): Promise<RequestRecord> {
  await run(trx)`select from data_request where ${hasId(id)} for no key update`;
  return findRequest(trx, id);
}

/** A query of the register without its page. */
export type RegisterQuery = Omit<RequestQuery, 'pageNumber' | 'pageSize'>;

const matches = ({ general = '', kind, state, personId, mine }: RegisterQuery, viewer: Viewer): RawBuilder<boolean> => {
  const conditions = [
    kind && sql`data_request.kinds @> array[${kind}]`,
    state && sql`data_request.state = ${state}`,
    personId !== undefined && sql`data_request.person_id = ${personId}`,
    mine && sql`data_request.attended_by = ${viewer.id}`,
    general !== '' &&
      sql`(${containsText(sql`data_request.asker`, general)} or ${containsText(sql`data_request.contact`, general)}
        or starts_with(data_request.id::text, ${general}))`,
  ];
  return sql`(${sql.join([sql`true`, ...conditions.filter(Boolean)], sql` and `)})`;
};

const ORDER: Record<RequestOrder, RawBuilder<unknown>> = {
  dueOn: sql.ref('data_request.due_on'),
  receivedOn: sql.ref('data_request.received_on'),
  id: sql.ref('data_request.id'),
};
const isOpen = sql<boolean>`data_request.state = 'ABIERTO'`;

/** By default open ones by due date, then answered ones, newest first. */
export async function selectRequests(
  db: Db,
  viewer: Viewer,
  query: RegisterQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<RequestReply[]> {
  const direction = sql.raw(query.orderbytype ?? 'asc');
  const order = query.orderbytitle
    ? sql`${ORDER[query.orderbytitle]} ${direction}, data_request.id ${direction}`
    : sql`${isOpen} desc, case when ${isOpen} then data_request.due_on end, data_request.answered_at desc, data_request.id desc`;
  const found = await selectWhere(db, matches(query, viewer), sql`order by ${order} limit ${limit} offset ${offset}`);
  return nameRequests(db, viewer, found);
}

export const countRequests = (db: Db, viewer: Viewer, query: RegisterQuery) =>
  selectValue<number>(db)`select count(*) from data_request where ${matches(query, viewer)}`;

/** Open requests that are due within DUE_SOON_DAYS of `today` (YYYY-MM-DD), or late. */
export const selectDueSoon = (db: Db, today: string) =>
  selectWhere(
    db,
    sql`${isOpen} and data_request.due_on <= ${today}::date + ${DUE_SOON_DAYS}::int`,
    sql`order by data_request.due_on, data_request.id`,
  );

/** In the wire format, with the person's current name. */
export async function nameRequests(db: Db, viewer: Viewer, found: readonly RequestRecord[]): Promise<RequestReply[]> {
  const ids = [...new Set(found.flatMap(({ personId }) => (personId === null ? [] : [personId])))];
  const people = ids.length === 0 ? [] : await selectPeople(db, viewer, ids);
  const names = new Map(people.map((person) => [person.id, displayName(person) || null]));
  return found.map(({ personId, identifiedBy, identifiedNote, ...request }) => ({
    ...request,
    kinds: request.kinds.map(({ kind, doneAt, doneBy }) => ({ kind, doneAt: doneAt && new Date(doneAt), doneBy })),
    identification: identifiedBy && { means: identifiedBy, note: identifiedNote },
    person: personId === null ? null : { id: personId, name: names.get(personId) ?? null },
  }));
}

/** Non-working days (YYYY-MM-DD). */
export const listHolidays = async (db: Db | Trx): Promise<Set<string>> =>
  new Set((await selectHolidays(db)).map(({ day }) => day));

export const updateRequest = (trx: Trx, id: number, change: Updateable<DB['dataRequest']>) =>
  updateVersioned(trx, 'dataRequest', id, change);

/** Removes the texts about the requester; the answer may name them, too. */
export const CLEARED_TEXT = sql`asker = ${REMOVED_TEXT}, contact = '', detail = '', answer = ${REMOVED_TEXT}, identified_note = '',
  undone_reason = case when undone_reason is not null then ${REMOVED_TEXT} end, version = version + 1`;
/** Answered and not cleared yet: open requests need the texts. */
export const HAS_TEXT = sql<boolean>`(state <> 'ABIERTO' and asker <> ${REMOVED_TEXT})`;

export const clearRequests = (trx: Trx, which: RawBuilder<unknown>) =>
  countWritten(trx)`update data_request set ${CLEARED_TEXT} where ${HAS_TEXT} and ${which}`;

/** Existing files of the register contain the removed texts. */
export const expireRegisters = (trx: Trx, now: Date) =>
  run(trx)`update export_job set expires_at = ${now} where kind = 'data_requests' and file_key is not null`;
