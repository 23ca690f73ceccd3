import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../db/client.ts';
import { attachWhenFree } from './attach-when-free.ts';

/** Where the new persons of a load go: leaves of their own, aside until the load's end, or the tables that everybody reads. */
export interface PeoplePlace {
  /** Null: the shared leaf. */
  block: number | null;
}

const placeOf = (parent: string, { block }: PeoplePlace): RawBuilder<unknown> =>
  sql.raw(block === null ? parent : `${parent}_b${Math.trunc(block)}`);
export const peopleIn = (place: PeoplePlace) => placeOf('person', place);
export const phonesIn = (place: PeoplePlace) => placeOf('person_phone', place);

export const createPeopleLeaf = (trx: Trx, block: number) => sql`select create_people_leaf(${block}::int)`.execute(trx);
export const indexPeopleLeaf = (trx: Trx, parent: 'person' | 'person_phone', block: number) =>
  sql`select index_people_leaf(${parent}, ${block}::int)`.execute(trx);
/** Contacts of the phone dashboard; on a leaf that is still empty, for the few that may come. */
export const indexOrionIds = (trx: Trx, block: number) => sql`select index_orion_ids(${block}::int)`.execute(trx);
export const attachPeopleLeaf = (trx: Trx, block: number) =>
  attachWhenFree(trx, sql`select attach_people_leaf(${block}::int)`);
/** Before persons are looked for: the planner must know about how many there are. */
export const analyzePeople = (db: Db) => sql`select analyze_people()`.execute(db);
