import type { DataRequest } from '@campanero/contract/personal-data/request-schemas';
import { sql } from 'kysely';
import { selectPeople } from '../../call-store/read/index.ts';
import type { Viewer } from '../../call-store/reach.ts';
import type { Db, Trx } from '../../db/client.ts';
import { fullName } from '../../db/product-sql.ts';
import { nameOf } from './personal-data.words.ts';

const named = (user: string) =>
  sql<{ id: number; name: string } | null>`case when ${sql.ref(`${user}.id`)} is not null
    then jsonb_build_object('id', ${sql.ref(`${user}.id`)}, 'name', ${fullName(user)}) end`;

/** A request with the names of users; its person's name is looked up apart (nameRequests). */
export const requests = (db: Db | Trx) =>
  db
    .selectFrom('dataRequest')
    .leftJoin('appUser as attending', 'attending.id', 'dataRequest.attendedBy')
    .leftJoin('appUser as answering', 'answering.id', 'dataRequest.answeredBy')
    .innerJoin('appUser as author', 'author.id', 'dataRequest.createdBy')
    .select([
      'dataRequest.id',
      'dataRequest.kind',
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
export type RequestRecord = Awaited<ReturnType<ReturnType<typeof requests>['execute']>>[number];

/** Newest first. */
export const selectRequestsOf = (db: Db, personId: number) =>
  requests(db).where('dataRequest.personId', '=', personId).orderBy('dataRequest.id', 'desc').execute();

/** As the wire has them, with the name that their person has today. */
export async function nameRequests(db: Db, viewer: Viewer, found: readonly RequestRecord[]): Promise<DataRequest[]> {
  const ids = [...new Set(found.flatMap(({ personId }) => (personId === null ? [] : [personId])))];
  const people = await selectPeople(db, viewer, { ids });
  const names = new Map(people.map((person) => [person.id, nameOf(person) || null]));
  return found.map(({ personId, ...request }) => ({
    ...request,
    // The table's own checks name the same values as the contract.
    ...(request as Pick<DataRequest, 'kind' | 'channel' | 'state' | 'receivedOn' | 'dueOn'>),
    person: personId === null ? null : { id: personId, name: names.get(personId) ?? null },
    answeredAt: request.answeredAt?.toISOString() ?? null,
    createdAt: request.createdAt.toISOString(),
  }));
}
